import MillraceDocument
import MillraceTesting
import TestSupport
import Testing

@testable import notes

@MainActor @Suite("notes")
struct NotesTests {
  private let files = MemoryStorage()

  private var log: DocumentLog<Notes> { DocumentLog(file: "/notes.json", storage: files) }

  private func stage(_ change: @escaping @Sendable (String) -> String = { $0 }) throws -> TestStage
  {
    var dependencies = Dependencies()
    dependencies[EditorKey.self] = .changing(change)
    let log = log
    let app = notesApp(notesStore(log, dependencies: dependencies), log)
    return try TestStage(app, columns: 60, rows: 12)
  }

  private func wait(for text: String, on stage: TestStage) async {
    let isShown = await repeatUntil({ stage.terminal.screen.contains(text) }) {
      await Task.yield()
      stage.settle()
    }
    #expect(isShown, "\(stage.terminal.screen)")
  }

  @Test("a note gets a title and the editor's text, and the edit can be undone")
  func addsAndUndoes() async throws {
    let stage = try stage { $0 + "olives\nbread" }
    stage.terminal.type("a")
    stage.settle()
    stage.terminal.type("Market #shop\r")
    stage.settle()
    await wait(for: "olives", on: stage)
    #expect(stage.terminal.screen.contains("Changed “Market #shop” · u undoes"))
    stage.terminal.type("u")
    stage.settle()
    #expect(!stage.terminal.screen.contains("olives"))
    #expect(stage.terminal.screen.contains("Market #shop"))
    stage.session.end()
  }

  @Test("a search finds words and tags, also in the text")
  func search() throws {
    for (id, title, text) in [
      (1, "Market", "#shop olives"), (2, "Lisbon", "tram 28"), (3, "Shop", ""),
    ] {
      try log.send(.change(.add(Note(id: UInt64(id), title: title, text: text))))
    }
    let stage = try stage()
    func rows(_ search: String) -> [String] {
      stage.terminal.type("/")
      stage.terminal.send(.control("u"))
      stage.terminal.type(search + "\r")
      stage.settle()
      return ["Market", "Lisbon", "Shop"].filter { title in
        stage.rows.contains { $0.dropFirst(2).hasPrefix(title) }
      }
    }
    #expect(rows("#shop") == ["Market"])
    #expect(rows("SHOP") == ["Market", "Shop"])
    #expect(rows("tram 2") == ["Lisbon"])
    stage.session.end()
  }

  @Test("commands add, list, show, delete and undo, as text and JSON")
  func commands() throws {
    func run(_ words: String..., isJSON: Bool = false) throws -> String {
      let printed = PrintedText()
      let output = CommandOutput(isJSON: isJSON) { printed.add($0) }
      try NotesCommands(log: log, input: { ["one", "two"] })
        .run(try notesCommandLine.parse(words), output)
      return printed.text
    }
    #expect(try run("add", "Market", "#shop") == "Added “Market #shop”\n")
    #expect(try run("list", "#shop") == "Market #shop\n")
    #expect(try run("list", "#none") == "")
    #expect(try run("show", "Market #shop") == "one\ntwo\n")
    #expect(try run("list", isJSON: true).contains(#""title" : "Market #shop""#))
    #expect(try run("delete", "Market #shop") == "Deleted “Market #shop”\n")
    #expect(throws: NotesError.unknown("Market #shop")) {
      try run("show", "Market #shop")
    }
    #expect(try run("undo") == "Undone: deleted “Market #shop”\n")
    #expect(try NotesCommands(log: log).candidates("tags").map(\.value) == ["#shop"])
  }
}

/// The output of a command.
private final class PrintedText: Sendable {
  private let parts = Log<String>()

  func add(_ text: String) { parts.add(text) }
  var text: String { parts.entries.joined() }
}
