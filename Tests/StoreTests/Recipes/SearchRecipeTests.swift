import MillraceStore
import MillraceStoreTesting
import Testing
import TestSupport

// A sample of the page "Recipes", which `ContractPageTests` compares with it.

struct Finder: Equatable, Sendable {
  var text = ""
  var found: [String] = []
  var problem: String?
}

enum FinderAction: Equatable, Sendable { case typed(String), found([String]), failed(String) }

enum FinderClient: DependencyKey {
  static var defaultValue: @Sendable (String) async throws -> [String] { { try await ask($0) } }
}

let finder = Reducer<Finder, FinderAction> { finder, action -> Command<FinderAction> in
  switch action {
  case .typed(let text):
    finder.text = text
    finder.problem = nil
    if text.isEmpty {
      finder.found = []
      return .cancel(id: "search")
    }
    return .task { .found(try await $0[FinderClient.self](text)) }
      .catch { .failed("\($0)") }
      .debounce(id: "search", for: .milliseconds(300))
  case .found(let names): finder.found = names
  case .failed(let problem): finder.problem = problem
  }
  return .none
}

private func ask(_ text: String) async throws -> [String] { [text] }

@Suite("Recipe: search while typing")
struct SearchRecipeTests {
  /// The client takes a second, and throws for an exclamation mark.
  private static func store() -> (TestStore<Finder, FinderAction>, Log<String>) {
    let (calls, clock) = (Log<String>(), ManualClock())
    let store = TestStore(initial: Finder(), reducer: finder, clock: clock) {
      $0[FinderClient.self] = { text in
        calls.add(text)
        try await clock.sleep(for: .seconds(1))
        if text == "!" { throw Failure() }
        return ["\(text) 1"]
      }
    }
    return (store, calls)
  }

  /// Waits until the client is called.
  private static func pause(_ store: TestStore<Finder, FinderAction>) async {
    store.clock.advance(by: .milliseconds(300))
    await store.clock.waitUntilPending(1)
  }

  @Test("the search starts after a pause, for the newest text only")
  func debounce() async throws {
    let (store, calls) = Self.store()
    try await store.send(.typed("s")) { $0.text = "s" }
    store.clock.advance(by: .milliseconds(299))
    try await store.send(.typed("sw")) { $0.text = "sw" }
    await Self.pause(store)
    store.clock.advance(by: .seconds(1))
    try await store.receive(.found(["sw 1"])) { $0.found = ["sw 1"] }
    try await store.finish()
    #expect(calls.entries == ["sw"])
  }

  @Test("the answer to an older text never arrives, and an empty text cancels the search")
  func cancel() async throws {
    let (store, calls) = Self.store()
    try await store.send(.typed("s")) { $0.text = "s" }
    await Self.pause(store)
    try await store.send(.typed("sw")) { $0.text = "sw" }
    store.clock.advance(by: .milliseconds(200))
    try await store.send(.typed("")) { $0.text = "" }
    store.clock.advance(by: .seconds(10))
    #expect(store.clock.pendingCount == 0)
    try await store.finish()
    #expect(calls.entries == ["s"])
  }

  @Test("an error is shown until the next input")
  func error() async throws {
    let (store, _) = Self.store()
    try await store.send(.typed("!")) { $0.text = "!" }
    await Self.pause(store)
    store.clock.advance(by: .seconds(1))
    try await store.receive(.failed("it broke")) { $0.problem = "it broke" }
    try await store.send(.typed("")) {
      $0.text = ""
      $0.problem = nil
    }
    try await store.finish()
  }
}
