import MillraceDocument
import Synchronization
import TestSupport
import Testing

@testable import TodoExample

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@MainActor @Suite("todo: commands without a screen")
struct CommandTests {
  /// A list in its own folder, and the output of commands.
  private final class Place: Sendable {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "todo-\(UInt64.random(in: 0...(.max)))")
    private let printed = Mutex("")
    private let warned = Mutex<[String]>([])

    var path: String { folder.appending(path: "todos.json").path }

    var log: DocumentLog<TodoList> { DocumentLog(file: path) }

    /// What the last command warned of.
    var warnings: [String] { warned.withLock { $0 } }

    func run(_ words: String..., isJSON: Bool = false, isTerminal: Bool = false) throws -> String {
      printed.withLock { $0 = "" }
      warned.withLock { $0 = [] }
      let output = CommandOutput(isJSON: isJSON, isTerminal: isTerminal) { text in
        self.printed.withLock { $0 += text }
      }
      let commands = TodoCommands(log: log, now: at()) { text in
        self.warned.withLock { $0.append(text) }
      }
      try commands.run(try todoCommandLine.parse(words), output)
      return printed.withLock { $0 }
    }

    deinit { try? FileManager.default.removeItem(at: folder) }
  }

  @Test("add, list, done and undo change the file and report the change")
  func cycle() throws {
    let place = Place()
    let added = try place.run("add", "(A)", "call", "Mom", "+family", "due:2026-11-27")
    #expect(added.contains("call Mom +family due:2026-11-27"), "\(added)")
    _ = try place.run("add", "milk @shop")
    #expect(try place.run("list", "+family").hasSuffix("due:2026-11-27\n"))
    #expect(try place.run("list", "@shop").split(separator: "\n").count == 1)
    #expect(try place.run("list", "nothing") == "")
    let id = try place.run("list", "milk").prefix(4)
    #expect(try place.run("done", String(id)).contains("x "))
    #expect(try place.run("list").split(separator: "\n").count == 1)
    #expect(try place.run("list", "done").contains("milk @shop"))
    #expect(try place.run("undo").hasPrefix("Undone: "))
    #expect(try place.run("list").split(separator: "\n").count == 2)
  }

  @Test(
    "a word that is no date is said, and refused in strict mode",
    arguments: [
      "due:31.2.", "due:2027-02-29", "due:10", "due:fr", "t:foo", "rec:often", "due:12/1",
    ])
  func wrongMarks(word: String) throws {
    let place = Place()
    #expect(try place.run("add", "task \(word)").contains("task \(word)"))
    #expect(place.warnings.count == 1 && place.warnings[0].hasPrefix("\(word) is "))
    #expect(throws: TodoCommandError.self) { try place.run("add", "--strict", "other \(word)") }
    #expect(try place.run("list").split(separator: "\n").count == 1)
    _ = try place.run("add", "fine due:fri t:tom rec:1w")
    #expect(place.warnings == [])
  }

  @Test("modify keeps a date whose new text is no date")
  func modifyWrong() throws {
    let place = Place()
    let id = try place.run("add", "pay due:2026-12-01 t:2026-11-30 rec:+1m").prefix(16)
    let line = try place.run("modify", String(id), "changed due:notadate t:no rec:often")
    #expect(place.warnings.count == 3)
    #expect(
      line.hasSuffix(
        "changed due:notadate t:no rec:often due:2026-12-01 t:2026-11-30 rec:+1m\n"), "\(line)")
    #expect(throws: TodoCommandError.self) {
      try place.run("modify", "--strict", String(id), "due:never x")
    }
    #expect(try place.run("modify", String(id), "again").hasSuffix("again\n"))
  }

  @Test("an import skips what the list has, unless it is asked to import again")
  func importTwice() throws {
    let place = Place()
    try FileManager.default.createDirectory(at: place.folder, withIntermediateDirectories: true)
    let file = place.folder.appending(path: "in.txt")
    try Data("(A) one\ntwo\ntwo\nx three\n".utf8).write(to: file)
    #expect(try place.run("import", file.path) == "Imported 4 items\n")
    let second = try place.run("import", file.path)
    #expect(second.hasPrefix("Imported 0 items; skipped 4 items that the list has"))
    try Data("two\ntwo\ntwo\nfour\n".utf8).write(to: file)
    #expect(try place.run("import", file.path).hasPrefix("Imported 2 items; skipped 2 items"))
    #expect(try place.run("import", "--again", file.path) == "Imported 4 items\n")
  }

  @Test("control characters are visible on a terminal, and exact in a pipe")
  func controlCharacters() throws {
    let (place, hostile) = (Place(), "a\u{1B}]0;x\u{7}b\u{9B}31mc")
    _ = try place.run("add", hostile)
    #expect(try place.run("export").contains(hostile))
    for (words, isJSON) in [(["export"], false), (["list"], true), (["list"], false)] {
      let text = try place.run(words[0], isJSON: isJSON, isTerminal: true)
      #expect(text.contains("a") && text.hasSuffix("\n"))
      #expect(
        text.unicodeScalars.allSatisfy { $0 == "\n" || $0.properties.generalCategory != .control })
    }
    let json = try place.run("list", isJSON: true)
    #expect(try JSONDecoder().decode([Todo].self, from: Data(json.utf8)).map(\.title) == [hostile])
  }

  @Test("--json prints items as JSON")
  func json() throws {
    let place = Place()
    _ = try place.run("add", "milk +home")
    let text = try place.run("list", isJSON: true)
    let items = try JSONDecoder().decode([Todo].self, from: Data(text.utf8))
    #expect(items.map(\.title) == ["milk +home"])
  }

  @Test("a command's change is shown by the store that has the list open")
  func beside() async throws {
    let place = Place()
    let store = TodoApp(log: place.log, settings: .todo(nil)).makeStore()
    defer { store.finish() }
    _ = try place.run("add", "milk")
    await repeatUntil({ !store.state.list.items.isEmpty }) { await Task.yield() }
    #expect(store.state.list.items.map(\.title) == ["milk"])
    _ = try place.run("undo")
    await repeatUntil({ store.state.list.items.isEmpty }) { await Task.yield() }
    #expect(store.state.list.items.isEmpty)
  }

  @Test("todo.txt files are imported and exported")
  func files() throws {
    let place = Place()
    try FileManager.default.createDirectory(at: place.folder, withIntermediateDirectories: true)
    let text = "(A) Thank Mom for the meatballs @phone\nx 2026-11-01 Review +Outsourced\n"
    let file = place.folder.appending(path: "todo.txt")
    try Data(text.utf8).write(to: file)
    #expect(try place.run("import", file.path) == "Imported 2 items\n")
    #expect(try place.run("export") == text)
    let other = place.folder.appending(path: "other.txt")
    _ = try place.run("export", other.path)
    #expect(try String(contentsOf: other, encoding: .utf8) == text)
  }

  @Test("a command that cannot be carried out throws an error and changes nothing")
  func wrong() throws {
    let place = Place()
    #expect(throws: TodoCommandError.nothingToUndo) { try place.run("undo") }
    #expect(throws: TodoCommandError.unknown("ff")) { try place.run("done", "ff") }
    _ = try place.run("add", "one")
    #expect(throws: TodoCommandError.unknown("")) { try place.run("done", "") }
    _ = try place.run("undo")
    #expect(throws: TodoCommandError.nothingToAdd) { try place.run("add", "  ") }
    try FileManager.default.createDirectory(at: place.folder, withIntermediateDirectories: true)
    let file = place.folder.appending(path: "bad.txt")
    try Data([0xFF, 0xFE]).write(to: file)
    #expect(throws: CommandFileError.notUTF8(path: file.path, line: 1)) {
      try place.run("import", file.path)
    }
    #expect(throws: (any Error).self) { try place.run("import", file.path + "x") }
    #expect(try place.run("list") == "")
  }

  @Test("modify rewrites an item, delete removes it, and both can print JSON")
  func modify() throws {
    let place = Place()
    _ = try place.run("add", "(A) milk due:2026-11-27")
    let id = String(try place.run("list").prefix(4))
    #expect(try place.run("modify", id, "oat", "milk").hasSuffix(" oat milk\n"))
    let undone = try place.run("undo", isJSON: true)
    #expect(
      try JSONDecoder().decode([String: String].self, from: Data(undone.utf8))
        == ["message": "Undone: changed “milk”"])
    let gone = try place.run("delete", id, isJSON: true)
    #expect(try JSONDecoder().decode([Todo].self, from: Data(gone.utf8)).map(\.title) == ["milk"])
    #expect(try place.run("list") == "")
  }

  @Test("export replaces a file only with --force")
  func export() throws {
    let place = Place()
    _ = try place.run("add", "milk")
    let file = place.folder.appending(path: "old.txt")
    try Data("mine\n".utf8).write(to: file)
    #expect(throws: CommandFileError.exists(path: file.path)) {
      try place.run("export", file.path)
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == "mine\n")
    _ = try place.run("export", file.path, "--force")
    #expect(try String(contentsOf: file, encoding: .utf8).hasSuffix("milk\n"))
  }

  @Test("the next start does not begin with the help or the commands of the last one")
  func closedDialogs() throws {
    let place = Place()
    func dialog(after opened: TodoDialog) -> TodoDialog? {
      let store = TodoApp(log: place.log, settings: .todo(nil)).makeStore()
      store.dispatch(.open(opened))
      store.finish()
      let next = TodoApp(log: place.log, settings: .todo(nil)).makeStore()
      defer { next.finish() }
      return next.state.dialog
    }
    #expect(dialog(after: .help) == nil)
    #expect(dialog(after: .palette) == nil)
    #expect(dialog(after: .filter) == .filter)
  }

  @Test("with a broken file, add adds to the log, keeps the file aside and restores it")
  func brokenFile() async throws {
    let place = Place()
    _ = try place.run("add", "milk")
    try Data("nonsense".utf8).write(to: URL(filePath: place.path))
    _ = try place.run("add", "bread")
    #expect(try String(contentsOf: URL(filePath: place.path), encoding: .utf8).contains("bread"))
    #expect(try place.run("list").split(separator: "\n").count == 2)
    let store = TodoApp(log: place.log, settings: .todo(nil)).makeStore()
    #expect(store.state.list.items.map(\.title) == ["milk", "bread"])
    store.finish()
    #expect(try String(contentsOf: URL(filePath: place.path), encoding: .utf8).contains("bread"))
    let names = try FileManager.default.contentsOfDirectory(atPath: place.folder.path)
    #expect(names.count { $0.hasPrefix("todos.json.unreadable-") } == 1)
  }

  @Test("shell completion offers ids with titles, and the existing projects and tags")
  func candidates() throws {
    let place = Place()
    _ = try place.run("add", "milk +home @shop")
    let commands = TodoCommands(log: place.log)
    #expect(try commands.candidates("ids").map(\.description) == ["milk +home @shop"])
    #expect(try commands.candidates("marks").map(\.value) == ["+home", "@shop"])
    #expect(
      try commands.candidates("filters").map(\.value)
        == ["+home", "@shop", "today", "upcoming", "done"])
  }

  @Test("ids are shown with as many digits as distinguish them")
  func digits() {
    func digits(_ numbers: UInt64...) -> Int {
      TodoCommands.digits(of: IdentifiedList(numbers.map { Todo(id: TodoID($0), title: "") }))
    }
    #expect(digits() == 4)
    #expect(digits(0x1234_0000_0000_0000, 0x1235_0000_0000_0000) == 4)
    #expect(digits(0x1234_5600_0000_0000, 0x1234_5700_0000_0000) == 6)
    #expect(digits(1, 2) == 16)
  }
}
