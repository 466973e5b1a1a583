import MillraceStore
import MillraceStoreTesting
import Testing

@Suite("TestStore")
struct TestStoreTests {
  struct Search: Equatable, Sendable {
    var text = ""
    var results = 0
    var rows = IdentifiedList<Row>()
    var isRunning = false
  }

  struct Row: Equatable, Identifiable, Sendable {
    let id: Int
    var title = ""
  }

  enum Action: Equatable, Sendable {
    case typed(String)
    case found(Int)
    case add(Row)
    case load, twice, watch, unwatch, tick, forever
  }

  static let search = Reducer<Search, Action> { state, action in
    switch action {
    case .typed(let text):
      state.text = text
      return .action(.found(text.count)).debounce(id: "search", for: .milliseconds(300))
    case .found(let count): state.results = count
    case .add(let row): state.rows.append(row)
    case .load: return .task { .found(7) }
    case .twice: return .concatenate(.action(.found(1)), .task { .found(2) })
    case .watch: state.isRunning = true
    case .unwatch: state.isRunning = false
    case .tick: state.results += 1
    case .forever: return .run { _ in try await Task.sleep(for: .seconds(1_000)) }
    }
    return .none
  }

  /// - Parameter timeout: The real time in which an effect must send. It is long, so that a busy
  ///   machine fails no test, except for effects that send nothing.
  func store(
    exhaustive: Bool = true, timeout: Duration = .seconds(50)
  ) -> TestStore<Search, Action> {
    TestStore(
      initial: Search(),
      reducer: Self.search.sources {
        $0.isRunning ? [.timer(id: "tick", every: .seconds(1)) { .tick }] : []
      },
      exhaustive: exhaustive, timeout: timeout)
  }

  @Test("a test that states all changes and actions of effects passes")
  func passes() async throws {
    let store = store()
    try await store.send(.typed("a")) { $0.text = "a" }
    try await store.send(.typed("ab")) { $0.text = "ab" }
    store.clock.advance(by: .milliseconds(300))
    try await store.receive(.found(2)) { $0.results = 2 }
    try await store.send(.load)
    try await store.receive(where: { if case .found = $0 { true } else { false } }) {
      $0.results = 7
    }
    #expect(store.state == Search(text: "ab", results: 7))
    try await store.finish()
  }

  @Test("actions of effects are received in the order in which they were sent")
  func order() async throws {
    let store = store()
    try await store.send(.twice)
    try await store.receive(.found(1)) { $0.results = 1 }
    #expect(store.state.results == 1)
    try await store.receive(.found(2)) { $0.results = 2 }
    try await store.finish()
  }

  @Test("a source sends while the state wants it, and need not end")
  func sources() async throws {
    let store = store()
    try await store.send(.watch) { $0.isRunning = true }
    store.clock.advance(by: .seconds(2))
    try await store.receive(.tick) { $0.results = 1 }
    try await store.receive(.tick) { $0.results = 2 }
    try await store.finish()
  }

  @Test("an unstated change fails with its key path and both values")
  func unexpectedChange() async throws {
    let failure = await failure { store in
      try await store.send(.typed("swift"))
    }
    #expect(failure?.kind == .unexpectedChange)
    #expect(
      failure?.message == """
        typed("swift") made a change that the test does not state (before → after):
          text: "" → "swift"
        """)
  }

  @Test("a change other than the stated one fails with the expected and the actual values")
  func wrongState() async throws {
    let failure = await failure { store in
      try await store.send(.add(Row(id: 3, title: "a"))) {
        $0.rows.append(Row(id: 3, title: "b"))
        $0.results = 1
      }
    }
    #expect(failure?.kind == .wrongState)
    #expect(
      failure?.message == """
        add(StoreTestingTests.TestStoreTests.Row(id: 3, title: "a")) led to a different state than the test states (expected → found):
          results: 1 → 0
          rows[id: 3].title: "b" → "a"
        """)
  }

  @Test("a stated change that does not happen fails")
  func missingChange() async throws {
    let failure = await failure { store in
      try await store.send(.load) { $0.results = 7 }
    }
    #expect(failure?.kind == .wrongState)
    #expect(failure?.message.hasSuffix("\n  results: 7 → 0") == true)
  }

  @Test("an unreceived action fails at the next send, and at the end")
  func unreceived() async throws {
    for isEnd in [false, true] {
      let failure = await failure { store in
        try await store.send(.typed("a")) { $0.text = "a" }
        store.clock.advance(by: .seconds(1))
        if isEnd { try await store.finish() } else { try await store.send(.load) }
      }
      #expect(failure?.kind == .unreceivedActions)
      #expect(failure?.message.hasSuffix("\n  found(1)") == true)
    }
  }

  @Test("an action other than the expected one fails with the difference")
  func wrongAction() async throws {
    let failure = await failure { store in
      try await store.send(.twice)
      try await store.receive(.found(9))
    }
    #expect(failure?.kind == .wrongAction)
    #expect(
      failure?.message == """
        Expected to receive found(9), but received found(1) (expected → found):
          found: 9 → 1
        """)
  }

  @Test("an action that nothing can send fails at once, with the reason")
  func nothing() async throws {
    let none = await failure { try await $0.receive(.found(1)) }
    #expect(none?.kind == .nothingReceived)
    #expect(
      none?.message == "found(1) was not received: no effect is running that could send it.")
    let waiting = await failure { store in
      try await store.send(.typed("a")) { $0.text = "a" }
      try await store.receive(.found(1))
    }
    #expect(waiting?.message.contains("wait for the clock. Advance it") == true)
    let silent = await failure(timeout: .milliseconds(50)) { store in
      try await store.send(.forever)
      try await store.receive(.found(1))
    }
    #expect(silent?.message.contains("1 effects are running, and sent nothing") == true)
  }

  @Test("an effect that still runs at the end fails")
  func running() async throws {
    let failure = await failure(timeout: .milliseconds(50)) { store in
      try await store.send(.forever)
      try await store.finish()
    }
    #expect(failure?.kind == .effectsRunning)
    let waiting = await self.failure { store in
      try await store.send(.typed("a")) { $0.text = "a" }
      try await store.finish()
    }
    #expect(waiting?.kind == .effectsRunning)
  }

  @Test("a test store that is not exhaustive still checks the stated changes")
  func notExhaustive() async throws {
    let store = store(exhaustive: false)
    try await store.send(.typed("a"))
    try await store.send(.twice)
    try await store.receive(.found(2)) { $0.results = 2 }
    let failure = await #expect(throws: TestStoreFailure.self) {
      try await store.send(.add(Row(id: 1))) { $0.results = 5 }
    }
    #expect(failure?.kind == .wrongState)
    try await store.finish()
  }

  @Test("received actions and running effects are skipped on request")
  func skipping() async throws {
    let store = store()
    try await store.send(.typed("abc")) { $0.text = "abc" }
    store.clock.advance(by: .milliseconds(300))
    store.skipReceivedActions()
    #expect(store.state.results == 3)
    try await store.send(.typed("a")) { $0.text = "a" }
    try await store.send(.forever)
    store.skipRunningEffects()
    try await store.finish()
  }

  @Test("an expected issue does not fail the test, and another one does")
  func issues() async throws {
    struct Failure: Error, CustomStringConvertible { var description: String { "no connection" } }
    let gate = AsyncStream.makeStream(of: Void.self)
    let store = TestStore(
      initial: 0,
      reducer: Reducer<Int, Int> { _, action -> Command<Int> in
        .run { _ in
          if action == 1 { for await _ in gate.stream {} }
          throw Failure()
        }
      })
    try await store.send(1)
    gate.continuation.finish()
    let issue = try await store.expectIssue { if case .effectFailed = $0 { true } else { false } }
    #expect("\(issue)".contains("no connection"))
    #expect(store.issues.isEmpty)
    let failure = await #expect(throws: TestStoreFailure.self) {
      try await store.expectIssue { _ in true }
    }
    #expect(failure?.kind == .nothingReceived)
    try await store.finish()

    let other = TestStore(
      initial: 0,
      reducer: Reducer<Int, Int> { _, _ -> Command<Int> in .run { _ in throw Failure() } })
    try await other.send(1)
    await #expect(throws: TestStoreFailure.self) { try await other.finish() }
  }

  @Test("a failure names the call in the test, and a closure's error is rethrown")
  func callSite() async throws {
    struct Stop: Error {}
    let store = store()
    let line: UInt = #line + 2
    var failure: TestStoreFailure?
    do { try await store.send(.watch) } catch { failure = error as? TestStoreFailure }
    #expect(failure?.call.line == line)
    #expect(failure?.description.hasPrefix("\(#fileID):\(line): watch made a change") == true)
    await #expect(throws: Stop.self) { try await store.send(.unwatch) { _ in throw Stop() } }
  }

  private func failure(
    timeout: Duration = .seconds(50), _ body: (TestStore<Search, Action>) async throws -> Void
  ) async -> TestStoreFailure? {
    await #expect(throws: TestStoreFailure.self) { try await body(store(timeout: timeout)) }
  }
}
