import MillraceStore
import Testing
import TestSupport

@Suite("Scopes without known equality")
struct UncomparedScopeTests {
  struct State: Equatable, Sendable {
    var box = Box()
    var other = 0
  }

  struct Box: Equatable, Sendable { var number = 0 }

  /// Makes a scope in a generic context that does not know that `Part` is `Equatable`.
  private func uncompared<Part: Sendable>(
    _ store: Store<State, Int>, _ field: KeyPath<State, Part> & Sendable
  ) -> Store<Part, Int> {
    store.scope(state: field, action: { $0 })
  }

  @Test(
    "a scope made where Equatable is not known is not called while its value stays equal",
    arguments: [true, false])
  func beside(isFirst: Bool) {
    let store = Store(initial: State(), reducer: Reducer<State, Int> { $0.other = $1 })
    let generic = uncompared(store, \.box)
    let changes = store.scope(state: \.box, action: CasePath<Int, Int>.itself)
    let (received, seen) = (Log<UInt64>(), Log<UInt64>())
    var tokens: [Subscription] = []
    if isFirst { tokens.append(generic.subscribe { received.add($0.version) }) }
    tokens.append(changes.subscribe { seen.add($0.version) })
    if !isFirst { tokens.append(generic.subscribe { received.add($0.version) }) }
    store.dispatch(1)
    store.dispatch(2)
    #expect(received.entries == [])
    #expect(seen.entries == [])
    withExtendedLifetime(tokens) {}
  }
}
