import MillraceStore
import MillraceStoreTesting
import Testing
import TestSupport

@Suite("Dependencies")
struct DependenciesTests {
  private enum Greeting: DependencyKey {
    static var defaultValue: @Sendable () -> String { { "hello" } }
  }

  private static let greet = Reducer<[String], String> { state, action -> Command<String> in
    state.append(action)
    return action == "greet"
      ? .merge(
        .task { dependencies in dependencies[Greeting.self]() },
        .run { send in
          var random = send.dependencies.random
          send("\(Int.random(in: 0..<1_000_000, using: &random) >= 0)")
        })
      : .none
  }

  @Test("effects and middleware get dependencies, with their defaults where none is set")
  func defaults() async {
    let found = Log<String>()
    let store = Store(
      initial: [], reducer: Self.greet,
      middleware: [
        Middleware { store, action, next in
          found.add(store.dependencies[Greeting.self]())
          next(action)
        }
      ])
    store.dispatch("greet")
    await store.waitForEffects()
    #expect(Set(store.state) == ["greet", "hello", "true"])
    #expect(Set(found.entries) == ["hello"])
  }

  @Test("a test store replaces dependencies")
  func replaced() async throws {
    let store = TestStore(initial: [], reducer: Self.greet, exhaustive: false) { dependencies in
      dependencies[Greeting.self] = { "good day" }
      dependencies.random = RandomNumbers(SeededGenerator(seed: 1))
    }
    try await store.send("greet")
    var words: Set<String> = []
    for _ in 0..<2 { words.insert(try await store.receive(CasePath<String, String>.itself)) }
    #expect(words == ["good day", "true"])
    try await store.finish()
  }

  private enum Limit: DependencyKey {
    static var defaultValue: Int? { 5 }
  }

  @Test("an optional dependency has its default where none is set, and nil where nil is set")
  func optional() {
    var dependencies = Dependencies()
    #expect(dependencies[Limit.self] == 5)
    dependencies[Limit.self] = nil
    #expect(dependencies[Limit.self] == nil)
  }

  @Test("random numbers from one seed are the same each time")
  func random() {
    let (first, second) = (
      RandomNumbers(SeededGenerator(seed: 7)), RandomNumbers(SeededGenerator(seed: 7))
    )
    #expect((0..<5).map { _ in first.next() } == (0..<5).map { _ in second.next() })
  }
}

@Suite("TestStore receipts and completion")
struct TestStoreBesidesTests {
  private enum Action: Equatable, Sendable {
    case start
    case loaded(Int)

    static let loadedPath = CasePath<Action, Int>({ .loaded($0) }) {
      if case .loaded(let number) = $0 { number } else { nil }
    }
  }

  private static let reducer = Reducer<Int, Action> { state, action -> Command<Action> in
    switch action {
    case .start: return .task { .loaded(7) }
    case .loaded(let number): state = number
    }
    return .none
  }

  @Test("receive takes a case path and returns the case's value")
  func casePath() async throws {
    let store = TestStore(initial: 0, reducer: Self.reducer)
    try await store.send(.start)
    let number = try await store.receive(Action.loadedPath) { $0 = 7 }
    #expect(number == 7)
    try await store.finish()
  }

  @Test("a test store without finish() reports where it was made")
  func forgotten() async throws {
    let received = Log<String>()
    do {
      let store = TestStore(initial: 0, reducer: Self.reducer, onUnfinished: { received.add($0) })
      try await store.send(.loaded(1)) { $0 = 1 }
    }
    #expect(received.entries.count == 1)
    #expect(received.entries.first?.contains("DependenciesTests.swift") == true)
    do {
      let store = TestStore(initial: 0, reducer: Self.reducer, onUnfinished: { received.add($0) })
      try await store.finish()
    }
    #expect(received.entries.count == 1)
  }
}

@Suite("Live dependencies in a TestStore")
struct LiveDependencyTests {
  private enum Weather: DependencyKey {
    static var defaultValue: @Sendable () -> Int { { 20 } }
  }

  private enum Action: Equatable, Sendable { case ask, roll, got(Int) }

  private static let reducer = Reducer<Int, Action> { state, action -> Command<Action> in
    switch action {
    case .ask: return .task { dependencies in .got(dependencies[Weather.self]()) }
    case .roll:
      return .task { dependencies in
        var random = dependencies.random
        return .got(Int.random(in: 7...7, using: &random))
      }
    case .got(let number): state = number
    }
    return .none
  }

  @Test(
    "finish fails when an effect used a live value, and names the dependency",
    arguments: [true, false])
  func key(isExhaustive: Bool) async throws {
    let store = TestStore(initial: 0, reducer: Self.reducer, exhaustive: isExhaustive)
    try await store.send(.ask)
    try await store.receive(.got(20)) { $0 = 20 }
    let failure = await #expect(throws: TestStoreFailure.self) { try await store.finish() }
    #expect(failure?.kind == .liveDependency)
    #expect(failure?.message.contains("Weather: { $0[Weather.self] = … }") == true)
  }

  @Test("finish fails when an effect used the system's random numbers", arguments: [true, false])
  func random(isExhaustive: Bool) async throws {
    let store = TestStore(initial: 0, reducer: Self.reducer, exhaustive: isExhaustive) {
      $0.random = RandomNumbers()
    }
    try await store.send(.roll)
    try await store.receive(.got(7)) { $0 = 7 }
    let failure = await #expect(throws: TestStoreFailure.self) { try await store.finish() }
    #expect(failure?.kind == .liveDependency)
    #expect(failure?.message.contains("SeededGenerator") == true)
  }

  @Test("each live dependency is reported once, before its consequences")
  func once() async throws {
    let store = TestStore(initial: 0, reducer: Self.reducer)
    try await store.send(.ask)
    try await store.receive(.got(20)) { $0 = 20 }
    try await store.send(.ask)
    let failure = await #expect(throws: TestStoreFailure.self) { try await store.finish() }
    #expect(failure?.kind == .liveDependency)
    #expect(failure?.message.split(separator: "Weather:").count == 2)
  }

  @Test("a missing action's failure names the live dependency")
  func notReceived() async throws {
    let reducer = Reducer<Int, Action> { _, action in
      action == .ask ? .run { send in _ = send.dependencies[Weather.self]() } : .none
    }
    let store = TestStore(initial: 0, reducer: reducer)
    try await store.send(.ask)
    let failure = await #expect(throws: TestStoreFailure.self) { try await store.receive(.got(1)) }
    #expect(failure?.kind == .nothingReceived)
    #expect(failure?.message.contains("$0[Weather.self]") == true)
  }

  @Test("finish fails when a middleware used a live value")
  func middleware() async throws {
    let store = TestStore(
      initial: 0, reducer: Self.reducer,
      middleware: [
        Middleware { store, action, next in
          _ = store.dependencies[Weather.self]()
          next(action)
        }
      ])
    try await store.send(.got(1)) { $0 = 1 }
    let failure = await #expect(throws: TestStoreFailure.self) { try await store.finish() }
    #expect(failure?.kind == .liveDependency)
  }

  @Test("finish passes without live values, and when the test sets a live value itself")
  func passes() async throws {
    let quiet = TestStore(initial: 0, reducer: Self.reducer)
    try await quiet.send(.got(1)) { $0 = 1 }
    try await quiet.finish()
    let store = TestStore(
      initial: 0, reducer: Self.reducer,
      dependencies: {
        $0[Weather.self] = Weather.defaultValue
        $0.random = RandomNumbers(SeededGenerator(seed: 1))
      })
    try await store.send(.ask)
    try await store.receive(.got(20)) { $0 = 20 }
    try await store.send(.roll)
    try await store.receive(.got(7)) { $0 = 7 }
    try await store.finish()
  }
}
