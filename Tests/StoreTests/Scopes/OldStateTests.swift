import MillraceStore
import Testing

@Suite("Released state of a removed child")
struct OldStateTests {
  final class Probe: Sendable {}

  struct Holder: Equatable, Sendable, Identifiable {
    let id: Int
    var probe: Probe?

    static func == (first: Holder, second: Holder) -> Bool { first.probe === second.probe }
  }
  enum Choice: Equatable, Sendable {
    case holder(Holder)
    case none
  }
  struct Whole: Sendable {
    var field = Holder(id: 1)
    var optional: Holder?
    var rows = IdentifiedList<Holder>()
    var choice = Choice.none
  }

  private static let path = CasePath<Probe?, Probe?>.itself

  func makeStore() -> Store<Whole, Probe?> {
    Store(
      initial: Whole(),
      reducer: Reducer { state, probe in
        let holder = probe.map { Holder(id: 1, probe: $0) }
        state.field = holder ?? Holder(id: 1)
        state.optional = holder
        state.rows = IdentifiedList(holder.map { [$0] } ?? [])
        state.choice = holder.map { .holder($0) } ?? .none
      })
  }

  private func scope(_ store: Store<Whole, Probe?>, _ kind: ScopeKind) -> Store<Holder, Probe?>? {
    switch kind {
    case .field: store.scope(state: \.field, action: Self.path)
    case .optional: store.scope(.optional(\.optional), action: Self.path)
    case .element:
      store.scope(element: 1, in: \.rows, action: CasePath({ $1 }) { (1, $0) })
    case .enumCase:
      store.scope(
        .case(
          CasePath({ .holder($0) }) { if case .holder(let holder) = $0 { holder } else { nil } },
          in: \.choice),
        action: Self.path)
    }
  }

  /// Subscribes to a child for a while, then removes the child.
  func listen(_ store: Store<Whole, Probe?>, _ kind: ScopeKind, _ probe: Probe) {
    store.dispatch(probe)
    let scope = scope(store, kind)
    let token = scope?.subscribe { _ in }
    // Now the scope, its subscriber and the parts of the plan above them have seen the child.
    store.dispatch(probe)
    #expect(scope?.state.probe === probe)
    token?.cancel()
    store.dispatch(nil)
  }

  @Test(
    "a removed child's state is released at the next delivery to any subscriber at the latest",
    arguments: ScopeKind.allCases)
  func goesWithTheNext(kind: ScopeKind) {
    let store = makeStore()
    weak var released: Probe?
    do {
      let probe = Probe()
      released = probe
      listen(store, kind, probe)
    }
    let token = store.subscribe { _ in }
    store.dispatch(nil)
    #expect(released == nil)
    withExtendedLifetime(token) {}
  }
}
