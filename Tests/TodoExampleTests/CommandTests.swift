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
  private final class ListFolder: Sendable {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "todo-\(UInt64.random(in: 0...(.max)))")
    private let printed = Mutex("")
    private let warned = Mutex<[String]>([])

    var path: String { folder.appending(path: "todos.json").path }

    var log: DocumentLog<TodoList> { DocumentLog(file: path) }

    /// The warnings of the last command.
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
    let list = ListFolder()
    let added = try list.run("add", "(A)", "call", "Mom", "+family", "due:2026-11-27")
    #expect(added.contains("call Mom +family due:2026-11-27"), "\(added)")
    _ = try list.run("add", "milk @shop")
    #expect(try list.run("list", "+family").hasSuffix("due:2026-11-27\n"))
    #expect(try list.run("list", "@shop").split(separator: "\n").count == 1)
    #expect(try list.run("list", "nothing") == "")
    let id = try list.run("list", "milk").prefix(4)
    #expect(try list.run("done", String(id)).contains("x "))
    #expect(try list.run("list").split(separator: "\n").count == 1)
    #expect(try list.run("list", "done").contains("milk @shop"))
    #expect(try list.run("undo").hasPrefix("Undone: "))
    #expect(try list.run("list").split(separator: "\n").count == 2)
  }

  @Test(
    "a word that is no date is said, and refused in strict mode",
    arguments: [
      "due:31.2.", "due:2027-02-29", "due:10", "due:fr", "t:foo", "rec:often", "due:12/1",
    ])
  func wrongFields(word: String) throws {
    let list = ListFolder()
    #expect(try list.run("add", "task \(word)").contains("task \(word)"))
    #expect(list.warnings.count == 1 && list.warnings[0].hasPrefix("\(word) is "))
    #expect(throws: TodoCommandError.self) { try list.run("add", "--strict", "other \(word)") }
    #expect(try list.run("list").split(separator: "\n").count == 1)
    _ = try list.run("add", "fine due:fri t:tom rec:1w")
    #expect(list.warnings == [])
  }

  @Test("modify keeps a date whose new text is no date")
  func modifyWrong() throws {
    let list = ListFolder()
    let id = try list.run("add", "pay due:2026-12-01 t:2026-11-30 rec:+1m").prefix(16)
    let line = try list.run("modify", String(id), "changed due:notadate t:no rec:often")
    #expect(list.warnings.count == 3)
    #expect(
      line.hasSuffix(
        "changed due:notadate t:no rec:often due:2026-12-01 t:2026-11-30 rec:+1m\n"), "\(line)")
    #expect(throws: TodoCommandError.self) {
      try list.run("modify", "--strict", String(id), "due:never x")
    }
    #expect(try list.run("modify", String(id), "again").hasSuffix("again\n"))
  }

  @Test("an import skips what the list has, unless it is asked to import again")
  func importTwice() throws {
    let list = ListFolder()
    try FileManager.default.createDirectory(at: list.folder, withIntermediateDirectories: true)
    let file = list.folder.appending(path: "in.txt")
    try Data("(A) one\ntwo\ntwo\nx three\n".utf8).write(to: file)
    #expect(try list.run("import", file.path) == "Imported 4 items\n")
    let second = try list.run("import", file.path)
    #expect(second.hasPrefix("Imported 0 items; skipped 4 items that the list has"))
    try Data("two\ntwo\ntwo\nfour\n".utf8).write(to: file)
    #expect(try list.run("import", file.path).hasPrefix("Imported 2 items; skipped 2 items"))
    #expect(try list.run("import", "--again", file.path) == "Imported 4 items\n")
  }

  @Test("control characters are visible on a terminal, and exact in a pipe")
  func controlCharacters() throws {
    let (list, hostile) = (ListFolder(), "a\u{1B}]0;x\u{7}b\u{9B}31mc")
    _ = try list.run("add", hostile)
    #expect(try list.run("export").contains(hostile))
    for (words, isJSON) in [(["export"], false), (["list"], true), (["list"], false)] {
      let text = try list.run(words[0], isJSON: isJSON, isTerminal: true)
      #expect(text.contains("a") && text.hasSuffix("\n"))
      #expect(
        text.unicodeScalars.allSatisfy { $0 == "\n" || $0.properties.generalCategory != .control })
    }
    let json = try list.run("list", isJSON: true)
    #expect(try JSONDecoder().decode([Todo].self, from: Data(json.utf8)).map(\.title) == [hostile])
  }

  @Test("--json prints items as JSON")
  func json() throws {
    let list = ListFolder()
    _ = try list.run("add", "milk +home")
    let text = try list.run("list", isJSON: true)
    let items = try JSONDecoder().decode([Todo].self, from: Data(text.utf8))
    #expect(items.map(\.title) == ["milk +home"])
  }

  @Test("a command's change is shown by the store that has the list open")
  func beside() async throws {
    let list = ListFolder()
    let store = TodoApp(log: list.log, settings: .todo(nil)).makeStore()
    defer { store.finish() }
    _ = try list.run("add", "milk")
    await repeatUntil({ !store.state.list.items.isEmpty }) { await Task.yield() }
    #expect(store.state.list.items.map(\.title) == ["milk"])
    _ = try list.run("undo")
    await repeatUntil({ store.state.list.items.isEmpty }) { await Task.yield() }
    #expect(store.state.list.items.isEmpty)
  }

  @Test("todo.txt files are imported and exported")
  func files() throws {
    let list = ListFolder()
    try FileManager.default.createDirectory(at: list.folder, withIntermediateDirectories: true)
    let text = "(A) Thank Mom for the meatballs @phone\nx 2026-11-01 Review +Outsourced\n"
    let file = list.folder.appending(path: "todo.txt")
    try Data(text.utf8).write(to: file)
    #expect(try list.run("import", file.path) == "Imported 2 items\n")
    #expect(try list.run("export") == text)
    let other = list.folder.appending(path: "other.txt")
    _ = try list.run("export", other.path)
    #expect(try String(contentsOf: other, encoding: .utf8) == text)
  }

  @Test("a command that cannot be carried out throws an error and changes nothing")
  func wrong() throws {
    let list = ListFolder()
    #expect(throws: TodoCommandError.nothingToUndo) { try list.run("undo") }
    #expect(throws: TodoCommandError.unknown("ff")) { try list.run("done", "ff") }
    _ = try list.run("add", "one")
    #expect(throws: TodoCommandError.unknown("")) { try list.run("done", "") }
    _ = try list.run("undo")
    #expect(throws: TodoCommandError.nothingToAdd) { try list.run("add", "  ") }
    try FileManager.default.createDirectory(at: list.folder, withIntermediateDirectories: true)
    let file = list.folder.appending(path: "bad.txt")
    try Data([0xFF, 0xFE]).write(to: file)
    #expect(throws: CommandFileError.notUTF8(path: file.path, line: 1)) {
      try list.run("import", file.path)
    }
    #expect(throws: (any Error).self) { try list.run("import", file.path + "x") }
    #expect(try list.run("list") == "")
  }

  @Test("modify rewrites an item, delete removes it, and both can print JSON")
  func modify() throws {
    let list = ListFolder()
    _ = try list.run("add", "(A) milk due:2026-11-27")
    let id = String(try list.run("list").prefix(4))
    #expect(try list.run("modify", id, "oat", "milk").hasSuffix(" oat milk\n"))
    let undone = try list.run("undo", isJSON: true)
    #expect(
      try JSONDecoder().decode([String: String].self, from: Data(undone.utf8))
        == ["message": "Undone: changed “milk”"])
    let gone = try list.run("delete", id, isJSON: true)
    #expect(try JSONDecoder().decode([Todo].self, from: Data(gone.utf8)).map(\.title) == ["milk"])
    #expect(try list.run("list") == "")
  }

  @Test("export replaces a file only with --force")
  func export() throws {
    let list = ListFolder()
    _ = try list.run("add", "milk")
    let file = list.folder.appending(path: "old.txt")
    try Data("mine\n".utf8).write(to: file)
    #expect(throws: CommandFileError.exists(path: file.path)) {
      try list.run("export", file.path)
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == "mine\n")
    _ = try list.run("export", file.path, "--force")
    #expect(try String(contentsOf: file, encoding: .utf8).hasSuffix("milk\n"))
  }

  @Test("the next start does not begin with the help or the commands of the last one")
  func closedDialogs() throws {
    let list = ListFolder()
    func dialog(after opened: TodoDialog) -> TodoDialog? {
      let store = TodoApp(log: list.log, settings: .todo(nil)).makeStore()
      store.dispatch(.open(opened))
      store.finish()
      let next = TodoApp(log: list.log, settings: .todo(nil)).makeStore()
      defer { next.finish() }
      return next.state.dialog
    }
    #expect(dialog(after: .help) == nil)
    #expect(dialog(after: .palette) == nil)
    #expect(dialog(after: .filter) == .filter)
  }

  @Test("with a broken file, add adds to the log, keeps the file aside and restores it")
  func brokenFile() async throws {
    let list = ListFolder()
    _ = try list.run("add", "milk")
    try Data("nonsense".utf8).write(to: URL(filePath: list.path))
    _ = try list.run("add", "bread")
    #expect(try String(contentsOf: URL(filePath: list.path), encoding: .utf8).contains("bread"))
    #expect(try list.run("list").split(separator: "\n").count == 2)
    let store = TodoApp(log: list.log, settings: .todo(nil)).makeStore()
    #expect(store.state.list.items.map(\.title) == ["milk", "bread"])
    store.finish()
    #expect(try String(contentsOf: URL(filePath: list.path), encoding: .utf8).contains("bread"))
    let names = try FileManager.default.contentsOfDirectory(atPath: list.folder.path)
    #expect(names.count { $0.hasPrefix("todos.json.unreadable-") } == 1)
  }

  @Test("shell completion offers ids with titles, and the existing projects and tags")
  func candidates() throws {
    let list = ListFolder()
    _ = try list.run("add", "milk +home @shop")
    let commands = TodoCommands(log: list.log)
    #expect(try commands.candidates("ids").map(\.description) == ["milk +home @shop"])
    #expect(try commands.candidates("tags").map(\.value) == ["+home", "@shop"])
    #expect(
      try commands.candidates("filters").map(\.value)
        == ["+home", "@shop", "today", "upcoming", "done"])
  }

  @Test("a completed id distinguishes its item from done items, too")
  func completedIDs() throws {
    let list = ListFolder()
    let (open, done) = (TodoID(0x1234_5600_0000_0000), TodoID(0x1234_5700_0000_0000))
    try list.log.send(.change(.insert([Todo(id: open, title: "a"), Todo(id: done, title: "b")])))
    try list.log.send(.change(.tick([done], true, at: at())))
    #expect(try TodoCommands(log: list.log).candidates("ids").map(\.value) == ["123456"])
    #expect(try list.run("delete", "123456").hasSuffix(" a\n"))
  }

  @Test("an item counts once for each of its words, also if a word is in its title twice")
  func countedWords() throws {
    let list = ListFolder()
    _ = try list.run("add", "Buy +home milk +home @shop tea @shop")
    #expect(
      try TodoCommands(log: list.log).candidates("tags").map(\.description)
        == ["1 items", "1 items"])
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
