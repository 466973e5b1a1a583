import MillraceStore
import Testing
import TestSupport

@Suite("Call sites of actions")
struct ProvenanceTests {
  /// Records the call site of each commit.
  private final class Origins: Sendable {
    private let log = Log<CallSite?>()
    private let token = Slot<Subscription>()

    init(_ store: Store<Counter, CounterAction>) {
      token.value = store.observeCommits { [log] in log.add($0.origin) }
    }

    var all: [CallSite?] { log.entries }
  }

  /// The call site some lines above or below this call.
  private func callSite(
    _ offset: Int, fileID: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function
  ) -> CallSite {
    CallSite(fileID: fileID, line: UInt(Int(line) + offset), function: function)
  }

  @Test("a commit names the file, line and function of its dispatch")
  func store() {
    let store = makeStore()
    let origins = Origins(store)
    store.dispatch(.add(1))
    #expect(origins.all == [callSite(-1)])
    #expect(origins.all[0]?.description.hasPrefix("StoreTests/ProvenanceTests.swift:") == true)
    #expect(origins.all[0]?.description.hasSuffix(" store()") == true)
    for _ in 0..<2 {
      store.dispatch(.add(1))
    }
    #expect(origins.all[1] == callSite(-2))
    #expect(origins.all[2] == callSite(-3))
  }

  @Test("a commit names its call site also if there are middleware and subscribers")
  func others() {
    let store = makeStore([Middleware { _, action, next in next(action) }])
    let token = store.subscribe { _ in }
    let origins = Origins(store)
    store.dispatch(.add(1))
    #expect(origins.all == [callSite(-1)])
    withExtendedLifetime(token) {}
  }

  @Test("a commit names the call site of a scoped store's dispatch, also in a nested scope")
  func scopes() {
    let store = makeStore()
    let origins = Origins(store)
    let child = store.scope(state: \.child, action: { .child($0) })
    child.dispatch(.set(1))
    #expect(origins.all == [callSite(-1)])
    let grandchild = child.scope(state: \.grandchild, action: { .setGrandchild($0) })
    grandchild.dispatch(2)
    #expect(origins.all.last == callSite(-1))
  }

  @Test(
    "a commit names the call site of a scope of any kind, also for the scope's own observers",
    arguments: ScopeKind.allCases)
  func allKinds(kind: ScopeKind) throws {
    let store = Store(initial: Family(), reducer: family)
    let scope = try #require(kind.scope(store))
    let log = Log<CallSite?>()
    let tokens = [
      store.observeCommits { log.add($0.origin) }, scope.observeCommits { log.add($0.origin) },
    ]
    scope.dispatch(.rename("Ada"))
    let expected = callSite(-1)
    #expect(log.entries == [expected, expected])
    scope.context.dispatch(.rename("Eve"))
    #expect(log.entries.last == callSite(-1))
    withExtendedLifetime(tokens) {}
  }

  @Test("a commit names the call site of a context's dispatch")
  func context() {
    let store = makeStore()
    let origins = Origins(store)
    store.context.dispatch(.add(1))
    #expect(origins.all == [callSite(-1)])
  }

  @Test("a dispatch can be given another call site")
  func given() {
    let store = makeStore()
    let origins = Origins(store)
    let site = CallSite(fileID: "Module/Other.swift", line: 3, function: "other()")
    store.dispatch(.add(1), from: site)
    store.context.dispatch(.add(1), from: site)
    store.scope(state: \.child, action: { (action: ChildAction) in .child(action) })
      .dispatch(.set(1), from: site)
    #expect(origins.all == [site, site, site])
  }

  @Test("an action that middleware forwards or adds keeps the original call site")
  func next() {
    let store = makeStore([
      Middleware { _, action, next in
        next(.rename("one more"))
        next(action)
      }
    ])
    let origins = Origins(store)
    store.dispatch(.add(1))
    let expected = callSite(-1)
    #expect(origins.all == [expected, expected])
  }

  @Test("an action that middleware dispatches names the middleware's call site")
  func middlewareContext() {
    let site = Slot<CallSite>()
    let context = Slot<StoreContext<Counter, CounterAction>>()
    let store = makeStore([
      Middleware(parts: { given in
        .init(
          start: { _ in
            context.value = given
            // While starting: the action waits, and keeps its call site.
            given.dispatch(.rename("starting"))
            return nil
          },
          handle: { action, next in
            next(action)
            guard action == .add(1) else { return }
            context.value?.dispatch(.add(2))
            site.value = callSite(-1)
          })
      })
    ])
    let origins = Origins(store)
    store.dispatch(.add(1))
    #expect(origins.all == [callSite(-1), site.value])
    #expect(store.state.name == "starting")
    context.value = nil
  }

  @Test("an action that a subscriber dispatches names the subscriber's call site")
  func nested() {
    let store = makeStore()
    let origins = Origins(store)
    let site = Slot<CallSite>()
    let token = store.subscribe(to: \.count) { change in
      guard change.new == 1 else { return }
      store.dispatch(.add(1))
      site.value = callSite(-1)
    }
    store.dispatch(.add(1))
    #expect(origins.all == [callSite(-1), site.value])
    #expect(origins.all[1]?.function.description == "nested()")
    withExtendedLifetime(token) {}
  }

  @Test("an action that an observer of commits dispatches names the observer's call site")
  func nestedInObserver() {
    let store = makeStore()
    let origins = Origins(store)
    let site = Slot<CallSite>()
    let token = store.observeCommits { commit in
      guard commit.version == 1 else { return }
      store.dispatch(.add(1))
      site.value = callSite(-1)
    }
    store.dispatch(.add(1))
    #expect(origins.all == [callSite(-1), site.value])
    withExtendedLifetime(token) {}
  }

  @Test("call sites with equal file, line and function are equal")
  func equality() {
    let (one, other) = (callSite(0), callSite(0))
    #expect(one == other)
    #expect(Set([one, other, callSite(1)]).count == 2)
    #expect(one != CallSite(fileID: "Module/Other.swift", line: one.line, function: one.function))
    #expect(one != CallSite(fileID: one.fileID, line: one.line, function: "other()"))
  }
}
