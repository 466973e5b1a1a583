import MillraceStore
import MillraceStoreTesting
import Testing

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

  @Test("reach effects and middleware, with their defaults where nobody sets them")
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

  @Test("are replaced by a test store")
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

  @Test("numbers from a seed are the same each time")
  func random() {
    let (first, second) = (
      RandomNumbers(SeededGenerator(seed: 7)), RandomNumbers(SeededGenerator(seed: 7))
    )
    #expect((0..<5).map { _ in first.next() } == (0..<5).map { _ in second.next() })
  }
}

@Suite("A TestStore, besides")
struct TestStoreBesidesTests {
  private enum Action: Equatable, Sendable {
    case start
    case loaded(Int)

    static let loadedPath = CasePath<Action, Int>(
      embed: { .loaded($0) }, extract: { if case .loaded(let number) = $0 { number } else { nil } })
  }

  private static let reducer = Reducer<Int, Action> { state, action -> Command<Action> in
    switch action {
    case .start: return .task { .loaded(7) }
    case .loaded(let number): state = number
    }
    return .none
  }

  @Test("receives by a case path, and gives what the case holds")
  func casePath() async throws {
    let store = TestStore(initial: 0, reducer: Self.reducer)
    try await store.send(.start)
    let number = try await store.receive(Action.loadedPath) { $0 = 7 }
    #expect(number == 7)
    try await store.finish()
  }

  @Test("says so when its finish() was forgotten, with the place where it was made")
  func forgotten() async throws {
    let told = Log<String>()
    do {
      let store = TestStore(initial: 0, reducer: Self.reducer, onUnfinished: { told.add($0) })
      try await store.send(.loaded(1)) { $0 = 1 }
    }
    #expect(told.entries.count == 1)
    #expect(told.entries.first?.contains("DependenciesTests.swift") == true)
    do {
      let store = TestStore(initial: 0, reducer: Self.reducer, onUnfinished: { told.add($0) })
      try await store.finish()
    }
    #expect(told.entries.count == 1)
  }
}
