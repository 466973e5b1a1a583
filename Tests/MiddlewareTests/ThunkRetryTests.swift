import MillraceStore
import MillraceStoreTesting
import Testing
import TestSupport

@testable import MillraceMiddleware

@Suite("Retries and timeouts of thunks")
struct ThunkRetryTests {
  struct Failure: Error, Equatable { var attempt: Int }

  private let clock = ManualClock()
  private let attempts = Log<Duration>()
  private let store: ItemsStore

  init() { store = makeStore([.thunk], clock: clock) }

  private func failing(
    _ retry: Retry, timeout: Duration? = nil, times: Int = .max
  ) -> Task<Int, any Error> {
    store.dispatch(retry: retry, timeout: timeout, catch: { .draft("\($0)") }) {
      [clock, attempts] _ in
      attempts.add(clock.elapsed)
      let count = attempts.entries.count
      if count <= times { throw Failure(attempt: count) }
      return count
    }
  }

  @Test("a failed thunk is retried after waits that grow up to a limit")
  func backOff() async throws {
    let task = failing(
      .backOff(attempts: 5, delay: .seconds(1), factor: 3, maximum: .seconds(5)), times: 4)
    for wait in [1, 3, 5, 5] {
      await clock.waitUntilPending()
      clock.advance(by: .seconds(wait))
    }
    #expect(try await task.value == 5)
    #expect(attempts.entries == [0, 1, 4, 9, 14].map { .seconds($0) })
    #expect(store.state.draft == "", "an error that a retry fixed is not reported")
  }

  @Test("the last attempt's error becomes an action, and is thrown")
  func lastError() async {
    let task = failing(.backOff(attempts: 2, delay: .seconds(1)))
    await clock.waitUntilPending()
    clock.advance(by: .seconds(1))
    await #expect(throws: Failure(attempt: 2)) { try await task.value }
    #expect(store.state.draft == "Failure(attempt: 2)")
  }

  @Test("an error that the condition rejects is not retried")
  func worthless() async {
    let task = failing(
      .backOff(attempts: 9, if: { ($0 as? Failure)?.attempt != 1 }))
    await #expect(throws: Failure(attempt: 1)) { try await task.value }
  }

  @Test("a cancellation ends the wait for the next attempt, without an action")
  func cancelled() async {
    let task = failing(.backOff(attempts: 2))
    await clock.waitUntilPending()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(store.state.draft == "")
    #expect(attempts.entries.count == 1)
  }

  @Test("a thunk that exceeds its timeout fails, and its later actions are dropped")
  func timeout() async {
    let (gate, results) = (Gate(), Log<Bool>())
    let late = Gate()
    let task = store.dispatch(timeout: .seconds(2), catch: { .draft("\($0)") }) { context in
      await gate.wait()
      results.add(context.dispatch(.add("late")))
      late.open()
    }
    await gate.arrived()
    clock.advance(by: .seconds(2))
    await #expect(throws: EffectTimeout(after: .seconds(2))) { try await task.value }
    #expect(store.state.draft == "\(EffectTimeout(after: .seconds(2)))")
    gate.open()
    await late.wait()
    #expect(results.entries == [false])
    #expect(store.state.items.isEmpty)
  }

  @Test("each attempt has its own timeout, and one that ends in time leaves no timer")
  func timeoutAndRetry() async throws {
    let gate = Gate()
    let task = store.dispatch(retry: .backOff(attempts: 2), timeout: .seconds(3)) {
      [clock, attempts] _ in
      attempts.add(clock.elapsed)
      if attempts.entries.count == 1 { await gate.wait() }
      return attempts.entries.count
    }
    await gate.arrived()
    clock.advance(by: .seconds(3))
    await clock.waitUntilPending()
    clock.advance(by: .seconds(1))
    gate.open()
    #expect(try await task.value == 2)
    #expect(attempts.entries == [.zero, .seconds(4)])
    #expect(clock.pendingCount == 0)
  }

  @Test("an id, retries and a timeout can be combined")
  func together() async throws {
    let store = makeStore([.thunk], initial: Items(draft: "milk"), clock: clock)
    let found = store.dispatch(
      id: "search", inFlight: .cancelled, retry: .backOff(attempts: 3), timeout: .seconds(5)
    ) { context in context.state.draft.count }
    #expect(try await found.value == 4)
    #expect(clock.pendingCount == 0)
  }

  @Test("the context of a failed thunk dispatches nothing", arguments: [false, true])
  func failedContext(isRetried: Bool) async {
    let store = makeStore([.thunk], initial: Items(), clock: clock)
    let kept = Log<ThunkContext<Items, ItemsAction>>()
    let task = store.dispatch(retry: isRetried ? .backOff(attempts: 1) : nil) { context in
      kept.add(context)
      throw CancellationError()
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(kept.entries.map { $0.dispatch(.add("late")) } == [false])
    #expect(store.state.items.isEmpty)
  }
}
