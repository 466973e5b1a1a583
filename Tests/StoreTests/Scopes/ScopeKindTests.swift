import MillraceStore
import Testing
import TestSupport

@Suite("Scopes of any kind")
struct ScopeKindTests {
  @Test(
    "a scope reads its child, and changes it with its own actions", arguments: ScopeKind.allCases)
  func readsAndDispatches(kind: ScopeKind) throws {
    let store = Store(initial: Family(), reducer: family)
    let scope = try #require(kind.scope(store))
    #expect(scope.state == kind.person(in: store.state))
    scope.dispatch(.rename("Ada"))
    #expect(scope.state.name == "Ada")
    #expect(kind.person(in: store.state)?.name == "Ada")
    store.dispatch(kind.action(.rename("Eve")))
    #expect(scope.snapshot.state.name == "Eve")
    #expect(scope.snapshot.version == 2)
    // No other child got the action.
    for other in ScopeKind.allCases where other != kind {
      #expect(other.person(in: store.state)?.name == "")
    }
    #expect(store.issues.recorded.isEmpty)
  }

  @Test("a scope has its own context", arguments: ScopeKind.allCases)
  func context(kind: ScopeKind) throws {
    let store = Store(initial: Family(), reducer: family)
    let scope = try #require(kind.scope(store))
    #expect(scope.context.dispatch(.rename("Ada")))
    #expect(scope.context.state.name == "Ada")
    #expect(store.snapshot.version == 1)
    store.finish()
    #expect(!scope.context.dispatch(.rename("Eve")))
    #expect(scope.context.state.name == "Ada")
  }

  @Test("a scope is nil while its child is missing", arguments: ScopeKind.thatMayGo)
  func isThere(kind: ScopeKind) {
    let store = Store(initial: Family(), reducer: family)
    store.dispatch(kind.replacement(nil))
    #expect(kind.scope(store) == nil)
    store.dispatch(kind.replacement(Family.Person(id: kind.id)))
    #expect(kind.scope(store) != nil)
  }

  @Test(
    "a change elsewhere calls no selector or subscriber of a scope",
    arguments: ScopeKind.allCases)
  func tellsTheConcerned(kind: ScopeKind) throws {
    let store = Store(initial: Family(), reducer: family)
    let scope = try #require(kind.scope(store))
    let asked = Log<String>()
    let names = Log<Change<String>>()
    let numbers = Log<Change<[Int]>>()
    let whole = Log<Change<Family.Person>>()
    let tokens = [
      scope.subscribe(
        to: { person in
          asked.add(person.name)
          return person.name
        }, { names.add($0) }),
      scope.subscribe(to: \.numbers) { numbers.add($0) },
      scope.subscribe { whole.add($0) },
    ]
    // The first delivery after a subscription evaluates the selection. Later deliveries skip the
    // selection unless its child changed.
    store.dispatch(.count)
    let before = asked.entries.count
    for _ in 0..<3 { for action in kind.elsewhere { store.dispatch(action) } }
    #expect(asked.entries.count == before)
    #expect(whole.entries.isEmpty)

    let version = store.snapshot.version
    scope.dispatch(.rename("Ada"))
    scope.dispatch(.rename("Ada"))
    scope.dispatch(.setNumber(7))
    let (plain, named) = (Family.Person(id: kind.id), Family.Person(id: kind.id, name: "Ada"))
    let numbered = Family.Person(id: kind.id, name: "Ada", numbers: [7, 2, 3])
    #expect(names.entries == [Change(old: "", new: "Ada", version: version + 1)])
    #expect(
      numbers.entries == [Change(old: [1, 2, 3], new: [7, 2, 3], version: version + 3)])
    #expect(
      whole.entries == [
        Change(old: plain, new: named, version: version + 1),
        Change(old: named, new: numbered, version: version + 3),
      ])
    // One evaluation for each change of the child.
    #expect(asked.entries.count == before + 2)
    withExtendedLifetime(tokens) {}
  }

  @Test("a scope's observers see its own commits only", arguments: ScopeKind.allCases)
  func commits(kind: ScopeKind) throws {
    let store = Store(initial: Family(), reducer: family)
    let scope = try #require(kind.scope(store))
    let log = Log<String>()
    let plain = scope.observeCommits { commit in
      #expect(commit.states == nil)
      log.add("\(commit.version) \(commit.cause)")
    }
    let keeping = scope.observeCommits(keepingStates: true) { commit in
      log.add("\(commit.states?.before.name ?? "-") to \(commit.states?.after.name ?? "-")")
    }
    for action in kind.elsewhere { store.dispatch(action) }
    #expect(log.entries.isEmpty)
    scope.dispatch(.rename("Ada"))
    store.dispatch(kind.action(.rename("Eve")))
    let first = kind.elsewhere.count + 1
    #expect(
      log.entries == [
        "\(first) rename(\"Ada\")", " to Ada", "\(first + 1) rename(\"Eve\")", "Ada to Eve",
      ])
    withExtendedLifetime((plain, keeping)) {}
  }

  @Test("a change among 1,000 elements calls the subscribers of that element only")
  func elements() throws {
    let many = IdentifiedList((0..<1000).map { Family.Person(id: $0) })
    let store = Store(initial: Family(children: many), reducer: family)
    let asked = Log<Int>()
    let received = Log<Int>()
    var tokens: [Subscription] = []
    for id in 0..<1000 {
      let scope = try #require(
        store.scope(element: id, in: \.children, action: FamilyAction.childPath))
      tokens.append(
        scope.subscribe(
          to: { person in
            asked.add(person.id)
            return person.name
          }, { _ in received.add(id) }))
      tokens.append(store.subscribe(toElement: id, in: \.children) { _ in received.add(-id) })
    }
    store.dispatch(.count)
    let before = asked.entries.count
    store.dispatch(.child(17, .rename("Ada")))
    store.dispatch(.child(18, .rename("Eve")))
    #expect(Array(asked.entries.dropFirst(before)) == [17, 18])
    #expect(received.entries.map(abs).sorted() == [17, 17, 18, 18])
    withExtendedLifetime(tokens) {}
  }

  @Test("an element has not changed when it moves or when its neighbours come and go")
  func moves() throws {
    let store = Store(initial: Family(), reducer: family)
    let scope = try #require(ScopeKind.element.scope(store))
    let log = Log<String>()
    let tokens = [
      scope.subscribe { log.add($0.new.name) },
      store.subscribe(toElement: 3, in: \.children) { log.add($0.new?.name ?? "gone") },
    ]
    let own = Family.Person(id: 3)
    store.dispatch(.setChildren([Family.Person(id: 4), own]))
    store.dispatch(.setChildren([own]))
    store.dispatch(.setChildren([Family.Person(id: 9), Family.Person(id: 8), own]))
    #expect(log.entries.isEmpty)
    store.dispatch(.setChildren([Family.Person(id: 3, name: "Ada"), Family.Person(id: 9)]))
    #expect(log.entries == ["Ada", "Ada"])
    withExtendedLifetime(tokens) {}
  }
}
