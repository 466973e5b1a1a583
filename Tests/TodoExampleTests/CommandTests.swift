import MillraceDocument
import Synchronization
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

    var path: String { folder.appending(path: "todos.json").path }

    var file: DocumentFile<TodoInterface> { DocumentFile(path) }

    func run(_ words: String..., isJSON: Bool = false) async throws -> String {
      printed.withLock { $0 = "" }
      let output = CommandOutput(isJSON: isJSON) { text in self.printed.withLock { $0 += text } }
      try await TodoCommands(file: file, timeout: .seconds(1_000_000))
        .run(try todoCommandLine.parse(words), output)
      return printed.withLock { $0 }
    }

    deinit { try? FileManager.default.removeItem(at: folder) }
  }

  @Test("add, list, done and undo change the file and report the change")
  func cycle() async throws {
    let place = Place()
    let added = try await place.run("add", "(A)", "call", "Mom", "+family", "due:2026-11-27")
    #expect(added.contains("call Mom +family due:2026-11-27"), "\(added)")
    _ = try await place.run("add", "milk @shop")
    #expect(try await place.run("list", "+family").hasSuffix("due:2026-11-27\n"))
    #expect(try await place.run("list", "@shop").split(separator: "\n").count == 1)
    #expect(try await place.run("list", "nothing") == "")
    let id = try await place.run("list", "milk").prefix(4)
    #expect(try await place.run("done", String(id)).contains("x "))
    #expect(try await place.run("list").split(separator: "\n").count == 1)
    #expect(try await place.run("list", "done").contains("milk @shop"))
    #expect(try await place.run("undo").hasPrefix("Undone: "))
    #expect(try await place.run("list").split(separator: "\n").count == 2)
  }

  @Test("--json prints items as JSON")
  func json() async throws {
    let place = Place()
    _ = try await place.run("add", "milk +home")
    let text = try await place.run("list", isJSON: true)
    let items = try JSONDecoder().decode([Todo].self, from: Data(text.utf8))
    #expect(items.map(\.title) == ["milk +home"])
  }

  @Test("a command is carried out by the store that has the list open")
  func beside() async throws {
    let place = Place()
    let store = todoApp(file: place.file, settings: .todo(nil)).makeStore()
    defer { store.finish() }
    _ = try await place.run("add", "milk")
    #expect(store.state.list.items.map(\.title) == ["milk"])
    _ = try await place.run("undo")
    #expect(store.state.list.items.isEmpty)
  }

  @Test("todo.txt files are imported and exported")
  func files() async throws {
    let place = Place()
    try FileManager.default.createDirectory(at: place.folder, withIntermediateDirectories: true)
    let text = "(A) Thank Mom for the meatballs @phone\nx 2026-11-01 Review +Outsourced\n"
    let file = place.folder.appending(path: "todo.txt")
    try Data(text.utf8).write(to: file)
    #expect(try await place.run("import", file.path) == "Imported 2 items\n")
    #expect(try await place.run("export") == text)
    let other = place.folder.appending(path: "other.txt")
    _ = try await place.run("export", other.path)
    #expect(try String(contentsOf: other, encoding: .utf8) == text)
  }

  @Test("a command that cannot be carried out throws an error and changes nothing")
  func wrong() async throws {
    let place = Place()
    await #expect(throws: TodoCommandError.nothingToUndo) { try await place.run("undo") }
    await #expect(throws: TodoCommandError.unknown("ff")) { try await place.run("done", "ff") }
    _ = try await place.run("add", "one")
    await #expect(throws: TodoCommandError.unknown("")) { try await place.run("done", "") }
    _ = try await place.run("undo")
    await #expect(throws: TodoCommandError.nothingToAdd) { try await place.run("add", "  ") }
    try FileManager.default.createDirectory(at: place.folder, withIntermediateDirectories: true)
    let file = place.folder.appending(path: "bad.txt")
    try Data([0xFF, 0xFE]).write(to: file)
    await #expect(throws: CommandFileError.notUTF8(path: file.path, line: 1)) {
      try await place.run("import", file.path)
    }
    await #expect(throws: (any Error).self) { try await place.run("import", file.path + "x") }
    #expect(try await place.run("list") == "")
  }

  @Test("modify rewrites an item, delete removes it, and both can print JSON")
  func modify() async throws {
    let place = Place()
    _ = try await place.run("add", "(A) milk due:2026-11-27")
    let id = String(try await place.run("list").prefix(4))
    #expect(try await place.run("modify", id, "oat", "milk").hasSuffix(" oat milk\n"))
    let undone = try await place.run("undo", isJSON: true)
    #expect(
      try JSONDecoder().decode([String: String].self, from: Data(undone.utf8))
        == ["message": "Undone: changed “milk”"])
    let gone = try await place.run("delete", id, isJSON: true)
    #expect(try JSONDecoder().decode([Todo].self, from: Data(gone.utf8)).map(\.title) == ["milk"])
    #expect(try await place.run("list") == "")
  }

  @Test("export replaces a file only with --force")
  func export() async throws {
    let place = Place()
    _ = try await place.run("add", "milk")
    let file = place.folder.appending(path: "old.txt")
    try Data("mine\n".utf8).write(to: file)
    await #expect(throws: CommandFileError.exists(path: file.path)) {
      try await place.run("export", file.path)
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == "mine\n")
    _ = try await place.run("export", file.path, "--force")
    #expect(try String(contentsOf: file, encoding: .utf8).hasSuffix("milk\n"))
  }

  @Test("with a broken file, add fails and adds nothing to the open store")
  func brokenFile() async throws {
    let place = Place()
    _ = try await place.run("add", "milk")
    let store = todoApp(file: place.file, settings: .todo(nil)).makeStore()
    defer { store.finish() }
    try Data("nonsense".utf8).write(to: URL(filePath: place.path))
    await #expect(throws: PersistenceError.self) { try await place.run("add", "x") }
    #expect(store.state.list.items.map(\.title) == ["milk"])
  }

  @Test("shell completion offers ids with titles, and the existing projects and tags")
  func candidates() async throws {
    let place = Place()
    _ = try await place.run("add", "milk +home @shop")
    let commands = TodoCommands(file: place.file)
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
