import MillraceDocument
import MillraceTesting
import Testing

@testable import MODULE

@MainActor struct ProgramTests {
  private let files = MemoryStorage()

  private func open() throws -> (TestStage, DocumentLog<ItemList>) {
    let log = DocumentLog<ItemList>(file: "/items.json", storage: files)
    let stage = try TestStage(columns: 40, rows: 6) { makeApp(log, dependencies: $0) }
    return (stage, log)
  }

  @Test("keys add, tick, remove and restore an item")
  func keys() throws {
    let (stage, _) = try open()
    stage.terminal.type("nmilk\r ")
    stage.settle()
    #expect(
      stage.rows == [
        "› [x] milk",
        "",
        "",
        "",
        "────────────────────────────────────────",
        "n New  e Edit  d Remove  u Undo  q Quit",
      ])
    stage.terminal.type("d")
    stage.settle()
    #expect(stage.rows[0] == "No items yet")
    #expect(stage.rows[4] == "── Removed “milk” · u undoes ───────────")
    stage.terminal.type("u")
    stage.settle()
    #expect(stage.rows[0] == "› [x] milk")
  }

  @Test("two processes share the file, and each undoes its own changes")
  func shared() throws {
    let ((first, _), (second, log)) = (try open(), try open())
    first.terminal.type("nmilk\r")
    log.checkForChanges()
    second.settle()
    #expect(second.rows[0] == "› [ ] milk")
    second.terminal.type(" uu")
    second.settle()
    #expect(second.rows[0] == "› [ ] milk")
  }
}
