import MillraceStore
import MillraceStoreTesting
import Testing
import TestSupport

@Suite("Released stores and subscribers")
struct ReleaseTests {
  final class Probe: Sendable {}

  @Test("a store is released even if its tokens and contexts are retained")
  func store() {
    weak var released: Store<Counter, CounterAction>?
    weak var captured: Probe?
    var token: Subscription?
    var observer: Subscription?
    var context: StoreContext<Counter, CounterAction>?
    do {
      let store = makeStore([Middleware { _, action, next in next(action) }])
      let probe = Probe()
      token = store.subscribe { _ in withExtendedLifetime(probe) {} }
      observer = store.observeCommits { _ in withExtendedLifetime(probe) {} }
      context = store.context
      store.dispatch(.add(1))
      (released, captured) = (store, probe)
    }
    #expect(released == nil)
    #expect(captured == nil)
    #expect(context?.state.count == 1)
    #expect(context?.dispatch(.add(1)) == false)
    token?.cancel()
    withExtendedLifetime(observer) {}
  }

  @Test("the state is released with the store even if a token is retained")
  func state() {
    struct Holding: Sendable { let probe: Probe }
    weak var held: Probe?
    var token: Subscription?
    do {
      let probe = Probe()
      let store = Store(initial: Holding(probe: probe), reducer: Reducer<Holding, Int> { _, _ in })
      token = store.subscribe { _ in }
      held = probe
    }
    #expect(held == nil)
    withExtendedLifetime(token) {}
  }

  @Test("a subscriber's captures are released with its token")
  func subscriber() {
    let store = makeStore()
    weak var captured: Probe?
    do {
      let probe = Probe()
      let token = store.subscribe { _ in withExtendedLifetime(probe) {} }
      let observer = store.observeCommits { _ in withExtendedLifetime(probe) {} }
      store.dispatch(.add(1))
      captured = probe
      #expect(captured != nil)
      withExtendedLifetime((token, observer)) {}
    }
    #expect(captured == nil)
    store.dispatch(.add(1))
  }

  @Test("a scoped store retains its root, and both are released together")
  func scope() {
    let ended = Log<String>()
    weak var scoped: Store<Counter.Child, ChildAction>?
    var token: Subscription?
    do {
      let child = makeScope(
        of: makeStore(
          [Middleware(parts: { _ in .init(finish: { ended.add("end") }) })], clock: ManualClock()))
      token = child.subscribe { _ in }
      scoped = child
      child.dispatch(.set(1))
      #expect(child.state.value == 1)
      #expect(ended.entries == [])
      withExtendedLifetime(child) {}
    }
    #expect(ended.entries == ["end"])
    #expect(scoped == nil)
    withExtendedLifetime(token) {}
  }

  private func makeScope(
    of root: Store<Counter, CounterAction>
  ) -> Store<Counter.Child, ChildAction> {
    root.scope(state: \.child, action: { .child($0) })
  }

  @Test("a store releases middleware that keeps its context and observes commits")
  func middleware() {
    weak var part: Probe?
    do {
      let probe = Probe()
      let context = Slot<StoreContext<Counter, CounterAction>>()
      let token = Slot<Subscription>()
      let store = makeStore([
        Middleware(parts: { given in
          .init(
            start: { _ in
              context.value = given
              token.value = given.observeCommits { _ in withExtendedLifetime((probe, token)) {} }
              return nil
            },
            handle: { action, next in withExtendedLifetime((probe, context)) { next(action) } })
        })
      ])
      store.dispatch(.add(1))
      part = probe
      #expect(part != nil)
      withExtendedLifetime(store) {}
    }
    #expect(part == nil)
  }

  @Test(
    "the next action releases the value that a cancelled subscription saw last",
    arguments: [false, true])
  func lastValue(isListenedToElsewhere: Bool) {
    struct Box: Equatable, Sendable {
      let probe: Probe
      static func == (first: Box, second: Box) -> Bool { first.probe === second.probe }
    }
    struct Whole: Sendable {
      var box = Box(probe: Probe())
      var count = 0
    }
    let store = Store(
      initial: Whole(),
      reducer: Reducer<Whole, Bool> { state, isNew in
        state.count += 1
        if isNew { state.box = Box(probe: Probe()) }
      })
    weak var seen: Probe?
    let onBox = store.subscribe(to: \.box) { _ in }
    store.dispatch(false)
    store.dispatch(true)
    let onCount = isListenedToElsewhere ? store.subscribe(to: { $0.count }) { _ in } : nil
    store.dispatch(true)
    seen = store.state.box.probe
    #expect(seen != nil)
    onBox.cancel()
    store.dispatch(true)
    #expect(seen == nil)
    withExtendedLifetime(onCount) {}
  }

  @Test(
    "a value that only a cancelled subscription kept may use the store in its deinit",
    arguments: [false, true])
  func valueUsesStore(isListenedToElsewhere: Bool) {
    final class Value: Equatable, Sendable {
      let onEnd: @Sendable () -> Void
      init(_ onEnd: @escaping @Sendable () -> Void) { self.onEnd = onEnd }
      deinit { onEnd() }
      static func == (first: Value, second: Value) -> Bool { first === second }
    }
    struct Holding: Sendable {
      var value: Value?
      var count = 0
    }
    enum Step: Sendable { case put, count, clear }
    let versions = Log<UInt64>()
    let slot = Slot<Store<Holding, Step>>()
    let store = Store(
      initial: Holding(),
      reducer: Reducer<Holding, Step> { state, step in
        switch step {
        case .put: state.value = Value { slot.value.map { versions.add($0.snapshot.version) } }
        case .count: state.count += 1
        case .clear: state.value = nil
        }
      })
    let onValue = store.subscribe(to: \.value) { _ in }
    store.dispatch(.count)
    store.dispatch(.put)
    // A subscriber to a closure, which is not evaluated under the lock.
    let onCount = isListenedToElsewhere ? store.subscribe(to: { $0.count }) { _ in } : nil
    slot.value = store
    // During a delivery, the part is removed from the plan with the next batch, under the lock.
    let cancelling = store.subscribe(to: \.count) { _ in
      slot.value?.dispatch(.clear)
      onValue.cancel()
    }
    store.dispatch(.count)
    #expect(versions.entries == [4])
    #expect(store.state.value == nil)
    slot.value = nil
    withExtendedLifetime(cancelling) {}
    withExtendedLifetime(onCount) {}
  }
}
