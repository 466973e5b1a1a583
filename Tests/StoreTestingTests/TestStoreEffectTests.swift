import MillraceStore
import MillraceStoreTesting
import Testing
import TestSupport

@Suite("TestStore: effects", .timeLimit(.minutes(20)))
struct TestStoreEffectTests {
  enum Action: Equatable, Sendable { case go, got, fail }

  /// Two effects: one has three tasks that sleep on the clock, the other works until the gate
  /// opens.
  private func busyStore(_ gate: Gate, timeout: Duration) -> TestStore<Int, Action> {
    let clock = ManualClock()
    return TestStore(
      initial: 0,
      reducer: Reducer { state, action in
        guard action == .go else { return .none }
        return .merge(
          .run { _ in
            try await withThrowingTaskGroup(of: Void.self) { group in
              for _ in 0..<3 { group.addTask { try await clock.sleep(for: .seconds(10)) } }
              try await group.waitForAll()
            }
          },
          .run { _ in await gate.wait() })
      }, clock: clock, timeout: timeout)
  }

  @Test("receive waits for a working effect while other effects sleep on the clock")
  func works() async throws {
    let gate = Gate()
    let store = busyStore(gate, timeout: .milliseconds(50))
    try await store.send(.go)
    await store.clock.waitUntilPending(3)
    await gate.arrived()
    let failure = await #expect(throws: TestStoreFailure.self) {
      try await store.receive(.got)
    }
    #expect(
      failure?.message == """
        got was not received: 2 effects are running, and sent nothing for 0.05 seconds. If they wait for the clock, \
        advance it: store.clock.advance(by: …).
        """)
    gate.open()
  }

  @Test("finish waits for a working effect")
  func endWaits() async throws {
    let gate = Gate()
    let store = busyStore(gate, timeout: .seconds(50))
    try await store.send(.go)
    await store.clock.waitUntilPending(3)
    let end = Task { try await store.finish() }
    store.clock.advance(by: .seconds(10))
    await gate.arrived()
    gate.open()
    try await end.value
  }

  private func failingStore(exhaustive: Bool = true) -> TestStore<Int, Action> {
    TestStore(
      initial: 0,
      reducer: Reducer { _, action in
        action == .fail ? .run { _ in throw Failure() } : .none
      }, exhaustive: exhaustive, timeout: .seconds(50))
  }

  @Test("an uncaught error of an effect fails at the end")
  func error() async throws {
    let store = failingStore()
    try await store.send(.fail)
    let failure = await #expect(throws: TestStoreFailure.self) { try await store.finish() }
    #expect(failure?.message.contains("An effect failed: it broke (made at ") == true)
    #expect(failure?.message.contains("Add .catch { error in … }") == true)
  }

  @Test("an uncaught error does not fail a test store that is not exhaustive")
  func uncaughtError() async throws {
    let store = failingStore(exhaustive: false)
    try await store.send(.fail)
    try await store.finish()
  }

  @Test("a missing action's failure reports the failed effect")
  func errorInstead() async throws {
    let store = failingStore()
    try await store.send(.fail)
    let failure = await #expect(throws: TestStoreFailure.self) { try await store.receive(.got) }
    #expect(failure?.kind == .nothingReceived)
    #expect(failure?.message.contains("An effect failed: it broke") == true)
  }

  @Test(
    "an action for a missing child fails an exhaustive test store at the end",
    arguments: [true, false])
  func childIsGone(exhaustive: Bool) async throws {
    let people = Reducer<People, PeopleAction>.scope(
      elements: \.self,
      action: CasePath({ .rename($0, $1) }) {
        if case .rename(let id, let name) = $0 { (id, name) } else { nil }
      },
      Reducer { $0.name = $1 })
    let store = TestStore(initial: People(), reducer: people, exhaustive: exhaustive)
    try await store.send(.rename(99, "Ada"))
    guard exhaustive else { return try await store.finish() }
    let failure = await #expect(throws: TestStoreFailure.self) { try await store.finish() }
    #expect(failure?.kind == .issueReported)
    #expect(failure?.message.contains("An action for") == true)
    #expect(failure?.message.contains("99") == true)
  }
}

private struct Person: Identifiable, Equatable, Sendable {
  let id: Int
  var name = ""
}

private typealias People = IdentifiedList<Person>

private enum PeopleAction: Equatable, Sendable { case rename(Int, String) }
