import MillraceStore
import Testing
import TestSupport

@Suite("A scope made where the equality of its state is not known")
struct UncomparedScopeTests {
  struct State: Equatable, Sendable {
    var box = Box()
    var other = 0
  }

  struct Box: Equatable, Sendable { var number = 0 }

  /// As in a library that wants no more of a state than it needs.
  private func uncompared<Part: Sendable>(
    _ store: Store<State, Int>, _ field: KeyPath<State, Part> & Sendable
  ) -> Store<Part, Int> {
    store.scope(state: field, action: { $0 })
  }

  @Test(
    "hears of changes alone, as one whose equality is known, whoever listens first",
    arguments: [true, false])
  func beside(isFirst: Bool) {
    let store = Store(initial: State(), reducer: Reducer<State, Int> { $0.other = $1 })
    let generic = uncompared(store, \.box)
    let changes = store.scope(state: \.box, action: CasePath<Int, Int>.itself)
    let (heard, seen) = (Log<UInt64>(), Log<UInt64>())
    var tokens: [Subscription] = []
    if isFirst { tokens.append(generic.subscribe { heard.add($0.version) }) }
    tokens.append(changes.subscribe { seen.add($0.version) })
    if !isFirst { tokens.append(generic.subscribe { heard.add($0.version) }) }
    store.dispatch(1)
    store.dispatch(2)
    #expect(heard.entries == [])
    #expect(seen.entries == [])
    withExtendedLifetime(tokens) {}
  }
}
