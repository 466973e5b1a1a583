import Store
import Testing

@Suite("TestStore: effects", .timeLimit(.minutes(1)))
struct TestStoreEffectTests {
  enum Action: Equatable, Sendable { case go, got }

  /// Two effects: one has three tasks that sleep on the clock, the other works until the gate is
  /// opened.
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

  @Test("an effect that works is waited for, though others sleep on the clock")
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

  @Test("the end waits for it, too")
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
}
