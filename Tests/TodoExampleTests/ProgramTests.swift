import Millrace
import Testing

@testable import todo

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite("todo: its command line and settings")
struct ProgramTests {
  @Test("reads its command line")
  func arguments() throws {
    func mode(_ words: String...) throws -> Arguments.Mode { try Arguments(words).mode }
    #expect(try mode() == .screen)
    #expect(try Arguments(["--file", "a b.json"]).file == "a b.json")
    #expect(try Arguments(["--file=x=y"]).file == "x=y")
    #expect(try mode("--sample", "0") == .sample(0))
    #expect(try mode("--sample=10000") == .sample(10_000))
    #expect(try Arguments(["--record", "r", "--sample", "1"]).recording == "r")
    #expect(try mode("--replay", "r") == .replay("r"))
    #expect(try mode("-h") == .help)
    #expect(try mode("--version") == .version)
    #expect(try mode("add", "call", "Mom", "due:fri") == .command(.add(["call Mom due:fri"])))
    #expect(try mode("add", "--", "--file") == .command(.add(["--file"])))
    #expect(try mode("add", "-") == .command(.add([])))
    #expect(try mode("list") == .command(.list("")))
    #expect(try mode("list", "today", "+home") == .command(.list("today +home")))
    #expect(try mode("done", "12ab", "ff") == .command(.done(["12ab", "ff"])))
    #expect(try mode("undo") == .command(.undo))
    #expect(try mode("import", "-") == .command(.importing(nil)))
    #expect(try mode("export") == .command(.exporting(nil)))
    #expect(try mode("export", "a.txt") == .command(.exporting("a.txt")))
    #expect(try mode("completions", "zsh") == .completions(.zsh))
    let list = try Arguments(["list", "--json", "--file", "f"])
    #expect(list.isJSON && list.file == "f")
  }

  @Test("says what is wrong with a command line")
  func wrongArguments() {
    func error(_ words: String...) -> ArgumentError? {
      #expect(throws: ArgumentError.self) { try Arguments(words) }
    }
    #expect(error("--fil", "x") == .unknown("--fil"))
    #expect(error("x") == .unknown("x"))
    #expect(error("--file") == .missingValue(flag: "--file"))
    #expect(error("--file=") == .missingValue(flag: "--file"))
    for count in ["x", "-1", "1.5", "1000001", "99999999999999999999"] {
      #expect(error("--sample", count) == .badCount(count))
    }
    #expect(error("--replay", "r", "--file", "x") == .replayAlone)
    #expect(error("--sample", "1", "--file", "x") == .fileAndSample)
    #expect(error("--sample", "1", "list") == .fileAndSample)
    #expect(error("add") == .missingValue(flag: "add"))
    #expect(error("done") == .missingValue(flag: "done"))
    #expect(error("undo", "twice") == .unused("twice"))
    #expect(error("import", "a", "b") == .unused("b"))
    #expect(error("completions", "tcsh") == .missingValue(flag: "completions"))
    #expect(error("--json") == .unused("--json"))
    #expect(error("list", "--record", "r") == .unused("--record"))
  }

  @Test("keeps its files where the XDG rules say")
  func files() {
    func path(_ environment: [String: String]) -> String? {
      DataFile.defaultPath(environment: environment)
    }
    #expect(path(["HOME": "/h"]) == "/h/.local/share/todo/todos.json")
    #expect(path(["HOME": "/h", "XDG_DATA_HOME": "/d"]) == "/d/todo/todos.json")
    #expect(path(["HOME": "/h", "XDG_DATA_HOME": ""]) == "/h/.local/share/todo/todos.json")
    #expect(path(["HOME": "/h", "XDG_DATA_HOME": "rel"]) == "/h/.local/share/todo/todos.json")
    #expect(path([:]) == nil)
    #expect(
      DataFile.settingsPath(environment: ["HOME": "/h"]) == "/h/.config/todo/config.json")
  }

  @Test("settings give keys and a theme; what is wrong with them is said in words")
  func settings() throws {
    func read(_ text: String) throws -> UserSettings { try UserSettings(parsing: Data(text.utf8)) }
    #expect(try read("{}") == UserSettings())
    let own = try read(#"{"theme":"light","keys":{"delete":["D"],"list.down":["down"]}}"#)
    #expect(own.theme == .light)
    #expect(own.keys["delete"] == ["D"])
    #expect(own.keys["list.down"] == [.down])
    #expect(own.keys["undo"] == ["u"])
    let wrong = [
      (#"{"theme":"purple"}"#, "purple"), (#"{"keys":{"dele":["D"]}}"#, "no key is called"),
      (#"{"keys":{"delete":["DD"]}}"#, "DD"),
      (#"{"keys":{"delete":["e"]}}"#, "e is the key of delete and of edit"), ("{", "not JSON"),
      (#"{"keys":3}"#, "keys"),
    ]
    let path = FileManager.default.temporaryDirectory.appending(path: "todo-config.json")
    defer { try? FileManager.default.removeItem(at: path) }
    for (text, reason) in wrong {
      try Data(text.utf8).write(to: path)
      let error = #expect(throws: SettingsError.self) { try UserSettings(path: path.path) }
      #expect(error?.description.contains(reason) == true, "\(String(describing: error))")
    }
    try? FileManager.default.removeItem(at: path)
    #expect(try UserSettings(path: path.path) == UserSettings())
  }

  @Test("a key has one meaning in one place")
  func keys() {
    var taken: [Key: String] = [:]
    for (name, _) in KeyMap.todoTexts {
      for key in UserSettings().keys[name] ?? [] {
        #expect(taken[key] == nil, "\(key): \(name), \(taken[key] ?? "")")
        taken[key] = name
      }
    }
  }

  @Test("completions are what the shells read", arguments: ["bash", "zsh", "fish"])
  func completions(name: String) throws {
    let text = try #require(Shell(rawValue: name)).completions
    for word in ["add", "list", "done", "import", "export", "--file", "--json"] {
      #expect(text.contains(name == "fish" ? word.trimmingPrefix("--") : word[...]))
    }
  }

  @MainActor
  @Test("prints the list as text where there is no terminal")
  func plainText() {
    var state = TodoState()
    for (number, line) in ["(A) call +home", "evil\u{1B}[2J", "x done it"].enumerated() {
      state.list.items.append(Todo(line: line, id: TodoID(UInt64(number)))!)
    }
    // The title that it has counts, and not one that may come.
    state.editing = .init(
      id: TodoID(0), fields: TodoFields(line: "other"), isForm: false, begun: TodoFields())
    let store = Store(initial: state, reducer: todoReducer)
    #expect(
      todoApp(store).plainTextLines() == [
        "[ ] (A) call +home", "[ ] evil␛[2J", "[x] done it", "2 left, 1 done",
      ])
  }
}
