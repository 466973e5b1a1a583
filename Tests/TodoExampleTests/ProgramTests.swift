import MillraceDocument
import MillraceTesting
import TestSupport
import Testing

@testable import TodoExample

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@MainActor @Suite("todo: command line and settings")
struct ProgramTests {
  @Test("the command line is parsed as documented")
  func arguments() throws {
    func call(_ words: String...) throws -> CommandCall { try todoCommandLine.parse(words) }
    #expect(try call().verb == nil)
    #expect(try call("--sample", "10")["--sample"] == "10")
    #expect(try call("add", "call", "Mom", "due:fri").operands == ["call", "Mom", "due:fri"])
    #expect(try call("add", "--", "--file").operands == ["--file"])
    let list = try call("list", "--json", "--file", "f", "(A)")
    #expect(list["--json"] != nil && list["--file"] == "f" && list.operands == ["(A)"])
    #expect(try call("export", "a.txt", "--force")["--force"] != nil)
    for words in [
      ["--fil", "x"], ["x"], ["--file"], ["add"], ["done"], ["undo", "twice"],
      ["import", "a", "b"],
      ["list", "--record", "r"], ["completions", "tcsh"], ["modify", "ab"],
    ] {
      #expect(throws: CommandLineError.self, "\(words)") { try todoCommandLine.parse(words) }
    }
  }

  @Test("settings set keys, and their errors are shown while the program runs")
  func settings() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("config.json")
    try Data(#"{"theme":"pink","keys":{"delete":["D"]}}"#.utf8).write(to: URL(filePath: path))
    let stage = try TodoStage(
      .sample(2, today: TodoStage.day), columns: 250, rows: 20, settings: .todo(path))
    #expect(
      stage.screen.contains("\(path):1: theme: \"pink\" is not one of auto, dark, light, plain"))
    stage.send(.character("d"))
    #expect(stage.titles.count == 2)
    stage.send(.character("D"))
    #expect(stage.titles.count == 1)
  }

  @Test("each key has one meaning")
  func keys() {
    var taken: [KeyChord: String] = [:]
    for (name, _) in KeyMap.todoTexts {
      for key in SettingsFile.todo(nil).load().keys[name] ?? [] {
        #expect(taken[key] == nil, "\(key): \(name), \(taken[key] ?? "")")
        taken[key] = name
      }
    }
  }

  @Test("without a terminal the list is printed as text")
  func plainText() {
    var list = TodoList()
    for (number, line) in ["(A) call +home", "evil\u{1B}[2J", "x done it"].enumerated() {
      list.items.append(Todo(line: line, id: TodoID(UInt64(number)))!)
    }
    let app = TodoApp(log: DocumentLog(memory: list), settings: .todo(nil))
    let store = app.makeStore()
    // The stored title is printed, not the one of the open edit.
    store.dispatch(.beginEdit(TodoID(0), isForm: false, at: at()))
    store.dispatch(.editChanged(TodoFields(line: "other")))
    #expect(
      app.terminalApp(store).plainTextLines() == [
        "[ ] (A) call +home", "[ ] evil␛[2J", "[x] done it", "2 left, 1 done",
      ])
  }
}
