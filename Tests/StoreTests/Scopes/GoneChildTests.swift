import MillraceStore
import Testing
import TestSupport

@Suite("A child that goes")
struct GoneChildTests {
  @Test(
    "leaves its store with the last state that it read, and its subscribers in peace",
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
    // The version goes on: it is the root's.
    store.dispatch(.count)
    #expect(scope.snapshot == Snapshot(state: scope.state, version: 3))
    #expect(log.entries == [Change(old: "", new: "Ada", version: 1)])
    withExtendedLifetime(token) {}
  }

  @Test("is remembered as it was read last, though an older state be noted later")
  func olderRead() throws {
    let store = Store(initial: Family(), reducer: family)
    // What another thread does between a read's look at the state and its note of the child.
    let meanwhile = Slot<@Sendable () -> Void>()
    let path = CasePath<Family.Guest, Family.Person>(
      embed: Family.Guest.personPath.embed,
      extract: {
        let act = meanwhile.value
        meanwhile.value = nil
        act?()
        return Family.Guest.personPath.extract($0)
      })
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
    "and comes back is told of as if it had never been away", arguments: ScopeKind.thatMayGo)
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
      // The same as before: nothing to tell.
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
    "in a change that goes there and back before it is delivered was never away",
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
    "gets no actions: they are ignored, and reported once, however often it happens",
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
    // They are commits all the same.
    #expect(store.snapshot.version == 11)
    #expect(store.issues.recorded.count == 1)
    #expect(store.issues.recorded == reported.entries)
    #expect(scope.issues.recorded == store.issues.recorded)
    let issue = try #require(store.issues.recorded.first)
    guard case .childIsGone(let child, let reducer) = issue else {
      Issue.record("another issue: \(issue)")
      return
    }
    #expect("\(reducer.fileID)".hasSuffix("Family.swift"))
    #expect(!child.isEmpty)
    #expect(issue.description.contains("was ignored, because it is not there"))
    // It works again when the child is back, and a new absence is the same mistake.
    store.dispatch(kind.replacement(Family.Person(id: kind.id)))
    scope.dispatch(.rename("Joy"))
    #expect(kind.person(in: store.state)?.name == "Joy")
    store.dispatch(kind.replacement(nil))
    scope.dispatch(.rename("Ada"))
    #expect(store.issues.recorded.count == 1)
    #expect(reported.entries.count == 1)
  }

  @Test("is reported for each element that is missing, and each place")
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

  @Test("is reported once, at however many depths it happens")
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
    // The partner of the family in the field, that of the root, and the row: what is missing inside
    // of what is missing is not asked for.
    #expect(store.issues.recorded.count == 3)
    #expect(reported.entries == store.issues.recorded)
  }

  @Test(
    "shows its commits, but no states, while it is not there on both sides",
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
    "and comes back as it was delivered last, is news to who has seen it newer",
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
      // Committed and read, but gone before it is delivered.
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

  @Test("may be subscribed to while it is away", arguments: ScopeKind.thatMayGo)
  func subscribedWhileAway(kind: ScopeKind) throws {
    let store = Store(initial: Family(), reducer: family)
    let scope = try #require(kind.scope(store))
    let early = Log<String>()
    let late = Log<String>()
    let first = scope.subscribe(to: \.name) { early.add("\($0.old) to \($0.new)") }
    // The scope has read this state.
    scope.dispatch(.rename("Ada"))
    #expect(scope.state.name == "Ada")
    // Its subscriber has seen the name of this one; the scope was not read.
    store.dispatch(kind.action(.rename("Eve")))
    store.dispatch(kind.replacement(nil))
    let second = scope.subscribe(to: \.name) { late.add("\($0.old) to \($0.new)") }
    store.dispatch(.count)
    #expect(late.entries.isEmpty)
    store.dispatch(kind.replacement(Family.Person(id: kind.id, name: "Eve")))
    #expect(early.entries == [" to Ada", "Ada to Eve"])
    // What it saw when it came was what the scope had shown last: by being read, or, of an element, all of
    // which is kept, to a subscriber.
    #expect(late.entries == (kind == .element ? [] : ["Ada to Eve"]))
    withExtendedLifetime((first, second)) {}
  }
}
