import MillraceStore
import Testing
import TestSupport

@Suite("A removed child's scope")
struct RemovedChildScopeTests {
  @Test(
    "the scope of a removed child keeps the last state that it read, and calls no subscriber",
    arguments: ScopeKind.thatMayGo)
  func lastState(kind: ScopeKind) throws {
    let store = Store(initial: Family(), reducer: family)
    let scope = try #require(kind.scope(store))
    let log = Log<Change<String>>()
    let token = scope.subscribe(to: \.name) { log.add($0) }
    scope.dispatch(.rename("Ada"))
    #expect(scope.state.name == "Ada")
    store.dispatch(kind.replacement(nil))
    #expect(kind.person(in: store.state) == nil)
    #expect(scope.state.name == "Ada")
    // The version increases, because it is the root's.
    store.dispatch(.count)
    #expect(scope.snapshot == Snapshot(state: scope.state, version: 3))
    #expect(log.entries == [Change(old: "", new: "Ada", version: 1)])
    withExtendedLifetime(token) {}
  }

  @Test(
    "the scope of a removed child keeps the newest state read, even if an older read ends later")
  func olderRead() throws {
    let store = Store(initial: Family(), reducer: family)
    // Simulates an action by another thread: after a read has taken the state, and before it
    // records the child.
    let meanwhile = Slot<@Sendable () -> Void>()
    let path = CasePath<Family.Guest, Family.Person>(Family.Guest.personPath.embed) {
      let act = meanwhile.value
      meanwhile.value = nil
      act?()
      return Family.Guest.personPath.extract($0)
    }
    let scope = try #require(
      store.scope(.case(path, in: \.guest), action: FamilyAction.guestPath))
    let newest = Slot<String>()
    meanwhile.value = {
      scope.dispatch(.rename("Ada"))
      newest.value = scope.state.name
    }
    #expect(scope.state.name == "")
    #expect(newest.value == "Ada")
    store.dispatch(.setGuest(.nobody))
    #expect(scope.state.name == "Ada")
  }

  @Test(
    "a child that comes back is delivered as if it had never been removed",
    arguments: ScopeKind.thatMayGo)
  func comesBack(kind: ScopeKind) throws {
    let store = Store(initial: Family(), reducer: family)
    let scope = try #require(kind.scope(store))
    let log = Log<Change<String>>()
    let whole = Log<UInt64>()
    let tokens = [
      scope.subscribe(to: \.name) { log.add($0) }, scope.subscribe { whole.add($0.version) },
    ]
    scope.dispatch(.rename("Ada"))
    for _ in 0..<3 {
      store.dispatch(kind.replacement(nil))
      // Equal to the value before, so there is no call.
      store.dispatch(kind.replacement(Family.Person(id: kind.id, name: "Ada")))
    }
    #expect(log.entries.count == 1)
    #expect(whole.entries == [1])
    store.dispatch(kind.replacement(nil))
    store.dispatch(kind.replacement(Family.Person(id: kind.id, name: "Eve")))
    scope.dispatch(.rename("Joy"))
    #expect(
      log.entries == [
        Change(old: "", new: "Ada", version: 1), Change(old: "Ada", new: "Eve", version: 9),
        Change(old: "Eve", new: "Joy", version: 10),
      ])
    #expect(scope.state.name == "Joy")
    withExtendedLifetime(tokens) {}
  }

  @Test(
    "a child that is removed and put back before delivery counts as never removed",
    arguments: ScopeKind.thatMayGo)
  func thereAndBack(kind: ScopeKind) throws {
    let store = Store(initial: Family(), reducer: family)
    let scope = try #require(kind.scope(store))
    let log = Log<Change<String>>()
    let tokens = [
      store.subscribe(to: \.count) { _ in
        store.dispatch(kind.replacement(nil))
        store.dispatch(kind.replacement(Family.Person(id: kind.id, name: "Ada")))
      },
      scope.subscribe(to: \.name) { log.add($0) },
    ]
    store.dispatch(.count)
    #expect(log.entries == [Change(old: "", new: "Ada", version: 3)])
    withExtendedLifetime(tokens) {}
  }

  @Test(
    "actions to a removed child are ignored, and reported once",
    arguments: ScopeKind.thatMayGo)
  func issues(kind: ScopeKind) throws {
    let reported = Log<StoreIssue>()
    let store = Store(
      initial: Family(), reducer: family,
      onIssue: { if let issue = $0 as? StoreIssue { reported.add(issue) } })
    let scope = try #require(kind.scope(store))
    store.dispatch(kind.replacement(nil))
    #expect(store.issues.recorded.isEmpty)
    let before = store.state
    for _ in 0..<5 {
      scope.dispatch(.rename("Ada"))
      store.dispatch(kind.action(.rename("Eve")))
    }
    #expect(store.state == before)
    // Ignored actions are commits nevertheless.
    #expect(store.snapshot.version == 11)
    #expect(store.issues.recorded.count == 1)
    #expect(store.issues.recorded == reported.entries)
    #expect(scope.issues.recorded == store.issues.recorded)
    let issue = try #require(store.issues.recorded.first)
    guard case .absentChild(let child, let reducer) = issue else {
      Issue.record("another issue: \(issue)")
      return
    }
    #expect("\(reducer.fileID)".hasSuffix("Family.swift"))
    #expect(!child.isEmpty)
    #expect(issue.description.contains("was ignored, because the child does not exist"))
    // The scope works again when the child is back, and a new absence is the same issue.
    store.dispatch(kind.replacement(Family.Person(id: kind.id)))
    scope.dispatch(.rename("Joy"))
    #expect(kind.person(in: store.state)?.name == "Joy")
    store.dispatch(kind.replacement(nil))
    scope.dispatch(.rename("Ada"))
    #expect(store.issues.recorded.count == 1)
    #expect(reported.entries.count == 1)
  }

  @Test("each missing element and each other missing child is reported")
  func eachChild() {
    let store = Store(initial: Family(), reducer: family)
    for id in [70, 71, 70, 72, 71] { store.dispatch(.child(id, .rename("x"))) }
    #expect(store.issues.recorded.count == 3)
    for kind in ScopeKind.thatMayGo {
      store.dispatch(kind.replacement(nil))
      store.dispatch(kind.action(.rename("x")))
    }
    #expect(store.issues.recorded.count == 6)
    #expect(Set(store.issues.recorded).count == 6)
  }

  @Test("a missing child is reported once for each path, at any depth")
  func depths() throws {
    let reported = Log<StoreIssue>()
    var chance = Chance(seed: 1)
    var initial = Root.random(id: 0, &chance)
    initial.optional = nil
    initial.field.optional = nil
    initial.rows = []
    initial.choice = .nothing
    let store = Store(
      initial: initial, reducer: Root.reducer,
      onIssue: { if let issue = $0 as? StoreIssue { reported.add(issue) } })
    for _ in 0..<3 {
      store.dispatch(.field(.optional(.field(.setN(1)))))
      store.dispatch(.field(.optional(.optional(.setN(1)))))
      store.dispatch(.optional(.optional(.field(.setN(1)))))
      store.dispatch(.optional(.optional(.optional(.setN(1)))))
      store.dispatch(.row(5, .row(6, .setN(1))))
    }
    // The partner of the family in the field, that of the root, and the row. A missing child inside
    // a missing child is not looked up.
    #expect(store.issues.recorded.count == 3)
    #expect(reported.entries == store.issues.recorded)
  }

  @Test(
    "an observer of a removed child gets its commits without states",
    arguments: ScopeKind.thatMayGo)
  func commits(kind: ScopeKind) throws {
    let store = Store(initial: Family(), reducer: family)
    let scope = try #require(kind.scope(store))
    let log = Log<String>()
    let token = scope.observeCommits(keepingStates: true) { commit in
      log.add("\(commit.version) \(commit.states == nil ? "without states" : "with states")")
    }
    scope.dispatch(.rename("Ada"))
    store.dispatch(kind.replacement(nil))
    scope.dispatch(.rename("Eve"))
    #expect(log.entries == ["1 with states", "3 without states"])
    withExtendedLifetime(token) {}
  }

  @Test(
    "a child that comes back older than a subscriber read it is delivered as a change",
    arguments: ScopeKind.thatMayGo)
  func comesBackAsDelivered(kind: ScopeKind) throws {
    let store = Store(initial: Family(), reducer: family)
    let scope = try #require(kind.scope(store))
    let first = scope.subscribe { _ in }
    scope.dispatch(.rename("Ada"))
    let ada = try #require(kind.person(in: store.state))
    let log = Log<String>()
    let late = Slot<Subscription>()
    let root = store.subscribe(to: \.count) { _ in
      // Committed and read, but removed before delivery.
      scope.dispatch(.rename("Grace"))
      #expect(scope.state.name == "Grace")
      store.dispatch(kind.replacement(nil))
      late.value = scope.subscribe { log.add("\($0.old.name) → \($0.new.name)") }
    }
    store.dispatch(.count)
    #expect(log.entries == [])
    store.dispatch(kind.replacement(ada))
    #expect(log.entries == ["Grace → Ada"])
    withExtendedLifetime((first, root, late)) {}
  }

  @Test("a removed child can be subscribed to", arguments: ScopeKind.thatMayGo)
  func subscribedWhileAway(kind: ScopeKind) throws {
    let store = Store(initial: Family(), reducer: family)
    let scope = try #require(kind.scope(store))
    let early = Log<String>()
    let late = Log<String>()
    let first = scope.subscribe(to: \.name) { early.add("\($0.old) to \($0.new)") }
    // The scope has read this state.
    scope.dispatch(.rename("Ada"))
    #expect(scope.state.name == "Ada")
    // The first subscriber has seen this name, but the scope was not read.
    store.dispatch(kind.action(.rename("Eve")))
    store.dispatch(kind.replacement(nil))
    let second = scope.subscribe(to: \.name) { late.add("\($0.old) to \($0.new)") }
    store.dispatch(.count)
    #expect(late.entries.isEmpty)
    store.dispatch(kind.replacement(Family.Person(id: kind.id, name: "Eve")))
    #expect(early.entries == [" to Ada", "Ada to Eve"])
    // The second subscriber starts with the last state that was read through the scope, or for an
    // element, which the store keeps whole, with the last state delivered to a subscriber.
    #expect(late.entries == (kind == .element ? [] : ["Ada to Eve"]))
    withExtendedLifetime((first, second)) {}
  }
}
