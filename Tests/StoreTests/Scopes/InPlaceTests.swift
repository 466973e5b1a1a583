import MillraceStore
import Testing

// The address of an array's buffer shows copies: a change in place keeps it.
@Suite("In-place changes in children")
struct InPlaceTests {
  private func buffer(_ array: [Int]) -> UInt {
    array.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
  }

  private func buffer(_ kind: ScopeKind, _ store: Store<Family, FamilyAction>) throws -> UInt {
    buffer(try #require(kind.person(in: store.state)).numbers)
  }

  @Test(
    "a child's reducer changes its array in place, in a child of any kind",
    arguments: ScopeKind.allCases)
  func anyKind(kind: ScopeKind) throws {
    let store = Store(initial: Family(), reducer: family)
    // The arrays of the initial state share storage, which the first change separates.
    store.dispatch(kind.action(.setNumber(0)))
    let before = try buffer(kind, store)
    for number in 1...5 { store.dispatch(kind.action(.setNumber(number))) }
    #expect(try buffer(kind, store) == before)
    #expect(kind.person(in: store.state)?.numbers == [5, 2, 3])

    let held = store.state
    store.dispatch(kind.action(.setNumber(6)))
    #expect(try buffer(kind, store) != before, "the test sees a copy when there is one")
    #expect(kind.person(in: held)?.numbers == [5, 2, 3])
  }

  @Test(
    "a scoped store's dispatch changes in place, with observers and subscribers to other parts",
    arguments: ScopeKind.allCases)
  func withListeners(kind: ScopeKind) throws {
    let store = Store(initial: Family(), reducer: family)
    let scope = try #require(kind.scope(store))
    let tokens = [
      store.observeCommits { _ in }, scope.observeCommits { _ in },
      store.subscribe(to: \.count) { _ in }, store.subscribe(to: { $0.head.name }, { _ in }),
    ]
    store.dispatch(kind.action(.setNumber(0)))
    let before = try buffer(kind, store)
    for number in 1...5 { scope.dispatch(.setNumber(number)) }
    #expect(try buffer(kind, store) == before)
    withExtendedLifetime(tokens) {}
  }

  @Test(
    "a read of a scope whose child may be removed causes one copy: the scope keeps the child",
    arguments: ScopeKind.thatMayGo)
  func afterRead(kind: ScopeKind) throws {
    let store = Store(initial: Family(), reducer: family)
    let scope = try #require(kind.scope(store))
    scope.dispatch(.setNumber(0))
    for _ in 0..<2 {
      let before = try buffer(kind, store)
      #expect(scope.state == kind.person(in: store.state))
      scope.dispatch(.setNumber(1))
      let after = try buffer(kind, store)
      #expect(after != before)
      for number in 2...5 { scope.dispatch(.setNumber(number)) }
      #expect(try buffer(kind, store) == after)
    }
  }

  @Test("a reducer changes in place in nested children of all kinds")
  func nested() throws {
    struct Inner: Sendable { var numbers = [0, 1, 2] }
    enum Choice: Sendable {
      case inner(Inner)
      case none
    }
    struct Row: Identifiable, Sendable {
      let id: Int
      var choice = Choice.inner(Inner())
    }
    struct Outer: Sendable { var rows: IdentifiedList<Row> = [Row(id: 1), Row(id: 2)] }
    struct Whole: Sendable { var outer: Outer? = Outer() }
    let set = Reducer<Inner, Int> { $0.numbers[0] = $1 }
    let path = CasePath<Choice, Inner>({ .inner($0) }) {
      if case .inner(let inner) = $0 { inner } else { nil }
    }
    let row = Reducer<Row, Int>.scope(.case(path, in: \.choice), action: .itself, set)
    let outer = Reducer<Outer, Int>.scope(
      elements: \.rows, action: CasePath({ $1 }) { (1, $0) }, row)
    let store = Store(
      initial: Whole(), reducer: .scope(.optional(\.outer), action: .itself, outer))
    func address() throws -> UInt {
      guard case .inner(let inner) = store.state.outer?.rows[id: 1]?.choice else { return 0 }
      return buffer(inner.numbers)
    }
    store.dispatch(7)
    let before = try address()
    #expect(before != 0)
    for number in 0..<5 { store.dispatch(number) }
    #expect(try address() == before)
  }

  @Test("a change of one row keeps the other rows' storage")
  func rows() throws {
    let store = Store(initial: Family(), reducer: family)
    store.dispatch(.child(3, .setNumber(0)))
    store.dispatch(.child(4, .setNumber(0)))
    let sibling = buffer(try #require(store.state.children[id: 4]).numbers)
    let held = store.state
    store.dispatch(.child(3, .setNumber(1)))
    #expect(buffer(try #require(store.state.children[id: 4]).numbers) == sibling)
    withExtendedLifetime(held) {}
  }
}
