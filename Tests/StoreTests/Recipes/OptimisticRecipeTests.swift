import MillraceStore
import MillraceStoreTesting
import Testing
import TestSupport

// A sample of the page "Recipes", which `ContractPageTests` compares with it.

struct Title: Equatable, Sendable {
  /// What the server has.
  var saved = "Untitled"
  /// What the server has not answered yet, the oldest first.
  var pending: [String] = []
  var problem: String?

  /// What the screen shows.
  var shown: String { pending.last ?? saved }
}

enum TitleAction: Equatable, Sendable { case rename(String), saved(String), failed(String) }

enum TitleClient: DependencyKey {
  static var defaultValue: @Sendable (String) async throws -> String { { try await putTitle($0) } }
}

let title = Reducer<Title, TitleAction> { title, action -> Command<TitleAction> in
  switch action {
  case .rename(let new):
    title.pending.append(new)
    title.problem = nil
  case .saved(let answer):
    title.pending.removeFirst()
    title.saved = answer
  case .failed(let problem):
    title.pending.removeFirst()
    title.problem = problem
  }
  guard let next = title.pending.first else { return .none }
  return .task { .saved(try await $0[TitleClient.self](next)) }
    .catch { .failed("\($0)") }
    .cancellable(id: "save", inFlight: .kept)
}

private func putTitle(_ title: String) async throws -> String { title }

@Suite("Recipe: an optimistic change")
struct OptimisticRecipeTests {
  /// The client takes a second, and refuses some titles.
  private static func store(
    refusing refused: Set<String>
  ) -> (TestStore<Title, TitleAction>, Log<String>) {
    let (calls, clock) = (Log<String>(), ManualClock())
    let store = TestStore(initial: Title(), reducer: title, clock: clock) {
      $0[TitleClient.self] = { title in
        calls.add(title)
        try await clock.sleep(for: .seconds(1))
        if refused.contains(title) { throw Failure() }
        return title
      }
    }
    return (store, calls)
  }

  private static func answer(_ store: TestStore<Title, TitleAction>) async {
    await store.clock.waitUntilPending(1)
    store.clock.advance(by: .seconds(1))
  }

  @Test("two failures in a row restore the server's title, the older failure first")
  func twoFailures() async throws {
    let (store, calls) = Self.store(refusing: ["a", "b"])
    try await store.send(.rename("a")) { $0.pending = ["a"] }
    try await store.send(.rename("b")) { $0.pending = ["a", "b"] }
    #expect(store.state.shown == "b")
    await Self.answer(store)
    try await store.receive(.failed("it broke")) {
      $0.pending = ["b"]
      $0.problem = "it broke"
    }
    #expect(store.state.shown == "b")
    await Self.answer(store)
    try await store.receive(.failed("it broke")) { $0.pending = [] }
    #expect(store.state.shown == "Untitled")
    try await store.finish()
    #expect(calls.entries == ["a", "b"])
  }

  @Test("a failed change leaves the changes before and after it, which reach the server in order")
  func oneFailure() async throws {
    let (store, calls) = Self.store(refusing: ["b"])
    try await store.send(.rename("a")) { $0.pending = ["a"] }
    try await store.send(.rename("b")) { $0.pending = ["a", "b"] }
    await Self.answer(store)
    try await store.receive(.saved("a")) {
      $0.saved = "a"
      $0.pending = ["b"]
    }
    await Self.answer(store)
    try await store.receive(.failed("it broke")) {
      $0.pending = []
      $0.problem = "it broke"
    }
    #expect(store.state.shown == "a")
    try await store.send(.rename("c")) {
      $0.pending = ["c"]
      $0.problem = nil
    }
    await Self.answer(store)
    try await store.receive(.saved("c")) {
      $0.saved = "c"
      $0.pending = []
    }
    try await store.finish()
    #expect(calls.entries == ["a", "b", "c"])
  }
}
