import Millrace
import MillraceTesting
import TestSupport
import Testing

/// `TestStage.settleEffects()` returns when the effects that have not ended wait for the clock.
@Suite("Effects on a stage")
@MainActor
struct SettledEffectsTests {
  private enum Action: Sendable { case load, loaded(String), cancel }
  private struct Failure: Error {}

  private func stage(attempts: Int, failures: Int) throws -> TestStage {
    let tries = Tally()
    let load = Reducer<String, Action> { state, action in
      switch action {
      case .load:
        state = "loading"
        return .task {
          let count = tries.add(1)
          if count <= failures { throw Failure() }
          return .loaded("attempt \(count)")
        }
        .retry(.backOff(attempts: attempts, delay: .seconds(1)))
        .catch { _ in .loaded("failed") }
        .cancellable(id: "load")
      case .loaded(let text): state = text
      case .cancel:
        state = "cancelled"
        return .cancel(id: "load")
      }
      return .none
    }
    return try TestStage(columns: 20, rows: 2) { dependencies in
      TerminalApp(Store(initial: "", reducer: load, dependencies: dependencies)) { text, dispatch in
        Column {
          Text(text)
          Button("Load") { dispatch(.load) }
        }
        .keys { Bind("c", "Cancel") { dispatch(.cancel) } }
      }
    }
  }

  @Test("an effect that waits for its next attempt is settled, and continues when the clock moves")
  func retries() async throws {
    let stage = try stage(attempts: 3, failures: 2)
    stage.terminal.send(.enter)
    await stage.settleEffects()
    #expect(stage.rows[0] == "loading")
    stage.clock.advance(by: .seconds(1))
    await stage.settleEffects()
    #expect(stage.rows[0] == "loading")
    stage.clock.advance(by: .seconds(2))
    await stage.settleEffects()
    #expect(stage.rows[0] == "attempt 3")
  }

  @Test("the failure of the last attempt is settled")
  func fails() async throws {
    let stage = try stage(attempts: 2, failures: 9)
    stage.terminal.send(.enter)
    await stage.settleEffects()
    stage.clock.advance(by: .seconds(1))
    await stage.settleEffects()
    #expect(stage.rows[0] == "failed")
  }

  @Test("an effect that is cancelled while it waits for its next attempt is settled")
  func cancels() async throws {
    let stage = try stage(attempts: 9, failures: 9)
    stage.terminal.send(.enter)
    await stage.settleEffects()
    stage.terminal.type("c")
    await stage.settleEffects()
    stage.clock.advance(by: .seconds(60))
    await stage.settleEffects()
    #expect(stage.rows[0] == "cancelled")
  }
}
