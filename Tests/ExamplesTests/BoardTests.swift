import MillraceDocument
import MillraceTesting
import Testing

@testable import board

@MainActor @Suite("board")
struct BoardTests {
  private let files = MemoryStorage()
  private let clock = ManualClock()

  private func open() throws -> (TestStage, DocumentLog<Tickets>, Store<Board, BoardAction>) {
    let log = DocumentLog<Tickets>(file: "/board.json", storage: files)
    let store = boardStore(log, dependencies: Dependencies(clock: clock))
    return (try TestStage(BoardProgram.app(store, log), columns: 60, rows: 14), log, store)
  }

  @Test("two programs share the tickets, and each has its own form, pause and undo")
  func shared() throws {
    let ((first, _, one), (second, log, two)) = (try open(), try open())
    first.terminal.type("n>")
    first.settle()
    log.checkForChanges()
    second.settle()
    #expect(second.terminal.screen.contains("a new ticket"))
    #expect(two.state.tickets.value.items.map(\.lane) == [.doing])
    second.terminal.type("p")
    clock.advance(by: .seconds(3))
    second.settle()
    #expect(second.terminal.screen.contains("Pause: 297 s"))
    #expect(!first.terminal.screen.contains("Pause: "))
    second.terminal.type("u")
    #expect(two.state.tickets.value.items.count == 1, "it has done nothing yet")
    first.terminal.type("uu")
    #expect(one.state.tickets.value.items.isEmpty)
  }

  @Test("arrows move between tickets, and Enter opens one")
  func opens() throws {
    let (stage, _, store) = try open()
    stage.terminal.type("nn")
    stage.settle()
    stage.terminal.send(.down, .up)
    #expect(store.state.screens.entries.count == 1)
    stage.terminal.send(.enter)
    #expect(store.state.screens.entries.count == 2)
    stage.terminal.send(.escape)
    #expect(store.state.screens.entries.count == 1)
  }

  @Test("a form's edit of a title that another program changed meanwhile is a conflict")
  func conflict() throws {
    let ((first, _, one), (_, log, two)) = (try open(), try open())
    first.terminal.type("n")
    first.settle()
    let ticket = one.state.tickets.value.items[0]
    one.dispatch(.screens(.push(.form(ticket, edited: ticket))))
    first.settle()
    first.terminal.type("!")
    log.checkForChanges()
    var other = ticket
    (other.title, other.lane) = ("theirs", .done)
    two.dispatch(.tickets(.edit(other, since: ticket)))
    first.terminal.type("\r")
    first.settle()
    let merged = one.state.tickets.value.items[0]
    #expect(merged.title == "a new ticket!" && merged.lane == .done)
    #expect(one.state.tickets.conflicts.map(\.theirs) == ["theirs"])
    #expect(one.state.screens.entries.count == 1)
  }
}
