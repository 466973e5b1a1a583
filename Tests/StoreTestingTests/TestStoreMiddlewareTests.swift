import MillraceStore
import MillraceStoreTesting
import Testing
import TestSupport

@Suite("TestStore: middleware")
struct TestStoreMiddlewareTests {
  enum Action: Equatable, Sendable { case set(Int), dropped, doubled, answered, answer }

  static let reducer = Reducer<Int, Action> { state, action in
    switch action {
    case .set(let number): state = number
    case .answer: state += 1_000
    case .dropped, .doubled, .answered: break
    }
  }

  /// Swallows one action, forwards one twice, and dispatches another action after one.
  static let meddling = Middleware<Int, Action>(parts: { given in
    let context = Slot<StoreContext<Int, Action>>()
    return Middleware.Parts(
      start: { _ in
        context.value = given
        return nil
      },
      handle: { action, next in
        if action == .dropped { return }
        next(action)
        if action == .doubled { next(.set(2)) }
        if action == .answered { context.value?.dispatch(.answer) }
      })
  })

  private func store() -> TestStore<Int, Action> {
    TestStore(
      initial: 0, reducer: Self.reducer, middleware: [Self.meddling])
  }

  private func failure(
    _ body: (TestStore<Int, Action>) async throws -> Void
  ) async -> TestStoreFailure? {
    await #expect(throws: TestStoreFailure.self) { try await body(store()) }
  }

  @Test("sending an action that middleware swallows fails")
  func swallowed() async {
    let failure = await failure { try await $0.send(.dropped) }
    #expect(failure?.kind == .notCommitted)
    #expect(
      failure?.message == "dropped did not reach the reducer: a middleware did not forward it.")
  }

  @Test("the result of a failed send is not attributed to the next one")
  func afterSwallowed() async throws {
    let store = store()
    await #expect(throws: TestStoreFailure.self) { try await store.send(.dropped) }
    try await store.send(.set(3)) { $0 = 3 }
    try await store.finish()
  }

  @Test("a state that middleware restores is there before the first action")
  func restored() async throws {
    let restoring = Middleware<Int, Action>(parts: { _ in .init(start: { _ in 5 }) })
    let store = TestStore(
      initial: 0, reducer: Self.reducer, middleware: [Self.meddling, restoring],
      start: .action(.set(6)))
    #expect(store.state == 5)
    try await store.receive(.set(6)) { $0 = 6 }
    #expect(store.state == 6)
    try await store.finish()
  }

  @Test("an action that middleware dispatches must be received")
  func dispatched() async throws {
    let store = store()
    try await store.send(.answered)
    #expect(store.state == 0)
    try await store.receive(.answer) { $0 = 1_000 }
    #expect(store.state == 1_000)
    try await store.finish()
  }

  @Test("an unreceived action of middleware fails at the end and at the next send")
  func unreceived() async {
    for isEnd in [true, false] {
      let failure = await failure { store in
        try await store.send(.answered)
        if isEnd { try await store.finish() } else { try await store.send(.set(5)) { $0 = 5 } }
      }
      #expect(failure?.kind == .unreceivedActions)
      #expect(failure?.message.hasSuffix("\n  answer") == true)
    }
  }

  @Test("the second of two actions that middleware made of one must be received")
  func doubled() async throws {
    let store = store()
    try await store.send(.doubled)
    try await store.receive(.set(2)) { $0 = 2 }
    try await store.finish()
  }

  @Test("an action that middleware dispatches before forwarding the sent one is received after it")
  func before() async throws {
    let context = Slot<StoreContext<Int, Action>>()
    let early = Middleware<Int, Action>(parts: { given in
      Middleware.Parts(
        start: { _ in
          context.value = given
          return nil
        },
        handle: { action, next in
          if case .set = action { context.value?.dispatch(.answer) }
          next(action)
        })
    })
    let store = TestStore(initial: 0, reducer: Self.reducer, middleware: [early])
    try await store.send(.set(3)) { $0 = 3 }
    try await store.receive(.answer) { $0 = 1_000 }
    #expect(store.state == 3)
    try await store.finish()
  }
}
