@testable import Millrace
import MillraceTesting
import Testing

@MainActor
@Suite("Issues shown to the user")
struct ShownIssuesTests {
  private struct Failure: Error, CustomStringConvertible {
    let number: Int
    var description: String { "failure \(number)" }
  }

  /// An action of n makes n effects fail, each with another error.
  private func store() -> Store<Int, Int> {
    Store(
      initial: 0,
      reducer: Reducer<Int, Int> { state, count -> Command<Int> in
        state += count
        return .merge((0..<count).map { number in .task { _ in throw Failure(number: number) } })
      })
  }

  private func stage(
    _ store: Store<Int, Int>, @NodeBuilder view: @escaping @MainActor (Int) -> Node
  ) throws -> TestStage {
    try TestStage(TerminalApp(store) { state, _ in view(state) }, columns: 60, rows: 22)
  }

  private func shown(_ stage: TestStage) -> [String] { stage.rows.filter { $0.contains("│ !") } }

  @Test("a failed effect is shown as a toast, which disappears after a while")
  func effect() async throws {
    let store = store()
    let stage = try stage(store) { Text("\($0)") }
    store.dispatch(1)
    await stage.settleEffects()
    #expect(shown(stage).count == 1)
    #expect(stage.rows.contains { $0.contains("failure 0") })
    stage.clock.advance(by: .seconds(8))
    stage.settle()
    #expect(stage.rows == ["1"])
    #expect(stage.clock.pendingCount == 0)
  }

  @Test("many failures do not flood the screen")
  func storm() async throws {
    let store = store()
    let stage = try stage(store) { Text("\($0)") }
    store.dispatch(1_000)
    await stage.settleEffects()
    #expect(shown(stage).count == 3)
    #expect(stage.rows.contains { $0.hasSuffix("and 97 more") })
    #expect(stage.session.issueLines.count == 100)
    stage.clock.advance(by: .seconds(8))
    stage.settle()
    #expect(stage.rows == ["1000"])
  }

  @Test("an issue printed before the start is shown in the first session, and not printed again")
  func beforeTheStart() async throws {
    let store = store()
    await store.dispatch(1).ended()
    let stage = try stage(store) { Text("\($0)") }
    stage.settle()
    #expect(shown(stage).count == 1)
    #expect(stage.rows.contains { $0.contains("failure 0") })
    #expect(stage.session.issueLines == [])
    let second = try self.stage(store) { Text("\($0)") }
    second.settle()
    #expect(second.rows == ["1"])
  }

  @Test("an issue that the program observes itself is not shown")
  func read() async throws {
    let store = store()
    let stage = try stage(store) { Text("\($0)") }
    let reading = store.observeIssues { _ in }
    store.dispatch(1)
    await stage.settleEffects()
    #expect(stage.rows == ["1"])
    reading.cancel()
  }

  @Test("a repeated mistake in the view is shown once, and causes no endless frames")
  func view() throws {
    let store = Store<Int, Int>(initial: 0, reducer: Reducer { $0 += $1 })
    let stage = try stage(store) { state in
      Column { for _ in 0..<3 { Text("\(state)").key("same") } }
    }
    #expect(shown(stage).count == 1)
    let writes = stage.terminal.writes
    for _ in 0..<3 { stage.settle() }
    #expect(stage.terminal.writes == writes)
    store.dispatch(1)
    stage.settle()
    #expect(shown(stage).count == 1)
    #expect(stage.session.issueLines.count == 1)
  }

  @Test("any component can show a message for a given time")
  func toaster() throws {
    struct Saving: Component {
      @Environment(\.toaster) var toaster
      var body: Node { Button("save") { toaster.show("Saved", for: .seconds(1)) } }
    }
    let store = Store<Int, Int>(initial: 0, reducer: Reducer { $0 += $1 })
    let stage = try stage(store) { _ in Saving() }
    stage.terminal.send(.enter)
    #expect(stage.rows[18].hasSuffix("│ Saved │"))
    stage.clock.advance(by: .milliseconds(500))
    stage.terminal.send(.enter)
    stage.clock.advance(by: .milliseconds(500))
    stage.settle()
    #expect(stage.rows[15] == "")
    #expect(stage.rows[18].hasSuffix("│ Saved │"))
    stage.clock.advance(by: .milliseconds(500))
    stage.settle()
    #expect(stage.rows == ["‹save›"])
  }
}
