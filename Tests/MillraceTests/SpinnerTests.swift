import Millrace
import MillraceTesting
import Testing

@Suite("Spinner")
@MainActor
struct SpinnerTests {
  private enum Change: Sendable { case show(Bool), calm(Bool) }

  private struct Page: Equatable, Sendable {
    var isShown = true
    var isCalm = false
  }

  private func store() -> Store<Page, Change> {
    Store(
      initial: Page(),
      reducer: Reducer { page, change in
        switch change {
        case .show(let isShown): page.isShown = isShown
        case .calm(let isCalm): page.isCalm = isCalm
        }
      })
  }

  private func stage(_ store: Store<Page, Change>) throws -> TestStage {
    try TestStage(
      TerminalApp(store) { page, _ in
        Column {
          if page.isShown {
            Spinner("Loading")
            Row { Spinner() }
          }
          Text("below")
        }
        .environment(\.reducesMotion, page.isCalm)
      }, columns: 20, rows: 4)
  }

  private func tick(_ stage: TestStage) {
    stage.clock.advance(by: .milliseconds(80))
    stage.settle()
  }

  @Test("all spinners turn together, every 80 ms")
  func turns() throws {
    let stage = try stage(store())
    #expect(stage.rows == ["⠋ Loading", "⠋", "below"])
    var seen = ""
    for _ in 0..<11 {
      tick(stage)
      #expect(stage.rows[0].first == stage.rows[1].first)
      seen.append(contentsOf: stage.rows[0].prefix(1))
    }
    #expect(seen == "⠙⠹⠸⠼⠴⠦⠧⠇⠏⠋⠙")
  }

  @Test("a removed spinner draws nothing and sets no timer, and a new one turns")
  func gone() throws {
    let store = store()
    let stage = try stage(store)
    tick(stage)
    store.dispatch(.show(false))
    tick(stage)
    #expect(stage.rows == ["below"])
    let writes = stage.terminal.writes
    for _ in 0..<5 { tick(stage) }
    #expect(stage.terminal.writes == writes)
    #expect(stage.clock.pendingCount == 0)
    store.dispatch(.show(true))
    stage.settle()
    let shown = stage.rows[0]
    tick(stage)
    #expect(stage.rows[0] != shown)
  }

  @Test("with reduced motion a spinner stands still and sets no timer")
  func calm() throws {
    let store = store()
    let stage = try stage(store)
    store.dispatch(.calm(true))
    tick(stage)
    #expect(stage.rows == ["… Loading", "…", "below"])
    let writes = stage.terminal.writes
    for _ in 0..<5 { tick(stage) }
    #expect(stage.terminal.writes == writes)
    #expect(stage.clock.pendingCount == 0)
  }

  @Test("plain text shows … for a spinner")
  func page() {
    #expect(
      TerminalApp(store()) { _, _ in Spinner("Loading") }.plainTextLines() == ["… Loading"])
  }
}
