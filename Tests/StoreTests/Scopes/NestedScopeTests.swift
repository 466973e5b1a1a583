import MillraceStore
import Testing
import TestSupport

@Suite("Nested scopes")
struct NestedScopeTests {
  /// The kinds of scope into a level: a field, an optional, an element, an enum case.
  enum Way: Int, CaseIterable, Sendable {
    case field = 0
    case optional = 1
    case element = 2
    case enumCase = 4
  }

  static let ways: [[Way]] = Way.allCases.flatMap { first in
    Way.allCases.flatMap { second in Way.allCases.map { [first, second, $0] } }
  }

  /// The other ways: normally only those that differ in one level, and one that differs in all.
  private static func siblings(of ways: [Way]) -> [[Way]] {
    let all = Way.allCases
    let far = ways.map { way in all[(all.firstIndex(of: way)! + 1) % all.count] }
    return Self.ways.filter { other in
      let differences = zip(ways, other).count { $0 != $1 }
      return differences == 1 || other == far || (isLong && differences > 1)
    }
  }

  /// A root in which every child exists.
  private func makeRoot() -> Store<Root, Root.Action> {
    let leaf = Leaf(id: 0, flag: 0, x: 0, n: 0, name: "")
    return Store(initial: level(of: level(of: level(of: leaf))), reducer: Root.reducer)
  }

  private func level<Inner: Part>(of inner: Inner) -> Level<Inner> {
    Level(
      id: 0, flag: 0, x: 0, n: 0, name: "", numbers: [], field: inner, optional: inner, spare: nil,
      rows: [inner], choice: .scoped(inner))
  }

  private func leaf(
    _ root: Store<Root, Root.Action>, _ ways: [Way]
  ) throws -> Store<Leaf, Leaf.Action> {
    var scope: any RealScope = root
    for way in ways {
      let child = scope.child(kind: way.rawValue)
      scope = try #require(child)
    }
    return try #require(scope as? Store<Leaf, Leaf.Action>)
  }

  @Test(
    "scopes of all kinds, three deep, read, dispatch, observe, and see only their own changes",
    arguments: ways)
  func nest(ways: [Way]) throws {
    let root = makeRoot()
    let leaf = try leaf(root, ways)
    let siblings = try Self.siblings(of: ways).map { try self.leaf(root, $0) }
    let changes = Log<Change<Int>>()
    let asked = Log<Int>()
    let commits = Log<String>()
    let tokens = [
      leaf.subscribe(
        to: { leaf in
          asked.add(leaf.n)
          return leaf.n
        }, { changes.add($0) }),
      leaf.observeCommits { commits.add("\($0.version) \($0.cause)") },
    ]
    root.dispatch(.nothing)
    let before = asked.entries.count
    for sibling in siblings { sibling.dispatch(.setN(5)) }
    #expect(asked.entries.count == before)
    #expect(changes.entries.isEmpty)
    #expect(commits.entries.isEmpty)
    #expect(leaf.state.n == 0)

    leaf.dispatch(.setN(7))
    let version = UInt64(siblings.count) + 2
    #expect(leaf.snapshot.version == version)
    #expect(leaf.state.n == 7)
    #expect(try self.leaf(root, ways).state.n == 7)
    #expect(siblings.allSatisfy { $0.state.n == 5 })
    #expect(changes.entries == [Change(old: 0, new: 7, version: version)])
    #expect(commits.entries == ["\(version) setN(7)"])
    #expect(asked.entries.count == before + 1)
    #expect(root.issues.recorded.isEmpty)
    for token in tokens { token.cancel() }
    leaf.dispatch(.setN(8))
    #expect(changes.entries.count == 1)
  }

  @Test("a subscriber of a nested scope is not called while an ancestor is missing, but afterwards")
  func goneAbove() throws {
    let root = makeRoot()
    let leaf = try leaf(root, [.optional, .element, .enumCase])
    let log = Log<Change<Int>>()
    let token = leaf.subscribe(to: \.n) { log.add($0) }
    leaf.dispatch(.setN(1))
    #expect(leaf.state.n == 1)
    let away = root.state.optional
    root.dispatch(.setOptional(nil))
    leaf.dispatch(.setN(2))
    #expect(leaf.state.n == 1)
    // The child is put back, but with an empty list.
    var empty = try #require(away)
    empty.rows = []
    root.dispatch(.setOptional(empty))
    leaf.dispatch(.setN(3))
    #expect(leaf.state.n == 1)
    root.dispatch(.setOptional(away))
    #expect(log.entries == [Change(old: 0, new: 1, version: 1)])
    leaf.dispatch(.setN(4))
    #expect(
      log.entries == [Change(old: 0, new: 1, version: 1), Change(old: 1, new: 4, version: 7)])
    // One issue is of the root, and one of the level below.
    #expect(root.issues.recorded.count == 2)
    withExtendedLifetime(token) {}
  }

  @Test("a selector ten scopes deep is called once for each change")
  func tenDeep() {
    let store = makeStore()
    var scope = store.scope(state: \.child, action: { .child($0) })
    for _ in 0..<9 {
      scope = scope.scope(state: \.self, action: { (action: ChildAction) in action })
    }
    let asked = Log<Int>()
    let token = scope.subscribe(
      to: {
        asked.add($0.value)
        return $0.value
      }, { _ in })
    store.dispatch(.add(1))
    let before = asked.entries.count
    store.dispatch(.add(1))
    scope.dispatch(.set(1))
    scope.dispatch(.set(2))
    #expect(Array(asked.entries.dropFirst(before)) == [1, 2])
    withExtendedLifetime(token) {}
  }
}
