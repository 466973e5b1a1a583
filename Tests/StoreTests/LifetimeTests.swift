import MillraceStore
import Testing
import TestSupport

@Suite("Lifetimes")
struct LifetimeTests {
  private let store = makeStore()
  private let seen = Log<Int>()

  @Test("a lifetime keeps its subscriptions until it is released, then cancels them")
  func release() {
    let seen = seen
    weak var held: ReleaseTests.Probe?
    do {
      let probe = ReleaseTests.Probe()
      held = probe
      let lifetime = Lifetime()
      store.subscribe(to: \.count) { change in
        withExtendedLifetime(probe) { seen.add(change.new) }
      }.store(in: lifetime)
      store.dispatch(.add(1))
      withExtendedLifetime(lifetime) {}
    }
    #expect(held == nil)
    store.dispatch(.add(1))
    #expect(seen.entries == [1])
  }

  @Test("an ended lifetime cancels subscriptions that are added later")
  func end() {
    let seen = seen
    let lifetime = Lifetime()
    store.subscribe(to: \.count) { seen.add($0.new) }.store(in: lifetime)
    store.dispatch(.add(1))
    #expect(!lifetime.hasEnded)
    lifetime.end()
    lifetime.end()
    #expect(lifetime.hasEnded)
    store.subscribe(to: \.count) { seen.add($0.new) }.store(in: lifetime)
    store.dispatch(.add(1))
    #expect(seen.entries == [1])
  }

  @Test("a lifetime takes subscriptions of every kind")
  func kinds() {
    let kinds = Log<String>()
    let lifetime = Lifetime()
    let double = StateSelector(\Counter.count) { $0 * 2 }
    store.subscribe { kinds.add("state \($0.new.count)") }.store(in: lifetime)
    store.subscribe(to: \.count) { kinds.add("path \($0.new)") }.store(in: lifetime)
    store.subscribe(to: { $0.count + 1 }) { kinds.add("function \($0.new)") }.store(in: lifetime)
    store.subscribe(to: double) { kinds.add("selector \($0.new)") }.store(in: lifetime)
    store.observeCommits { kinds.add("commit \($0.version)") }.store(in: lifetime)
    store.dispatch(.add(1))
    let expected = ["commit 1", "function 2", "path 1", "selector 2", "state 1"]
    #expect(kinds.entries.sorted() == expected)
    lifetime.end()
    store.dispatch(.add(1))
    #expect(kinds.entries.count == expected.count)
  }

  @Test("a lifetime can end in a callback of its subscription, and its later ones are not called")
  func endInside() {
    let seen = seen
    let lifetime = Lifetime()
    let slot = Slot<Lifetime>()
    slot.value = lifetime
    store.subscribe(to: \.count) { change in
      seen.add(change.new)
      slot.value?.end()
    }.store(in: lifetime)
    store.subscribe(to: \.count) { seen.add(-$0.new) }.store(in: lifetime)
    store.dispatch(.add(1))
    store.dispatch(.add(1))
    #expect(seen.entries == [1])
  }

  @Test("a lifetime cancels its subscriptions in the order in which they were added")
  func order() {
    let seen = seen
    let lifetime = Lifetime()
    for number in 1...3 { Subscription { seen.add(number) }.store(in: lifetime) }
    lifetime.end()
    #expect(seen.entries == [1, 2, 3])
  }

  @Test("a lifetime does not retain the store")
  func storeReleased() {
    weak var released: Store<Counter, CounterAction>?
    let lifetime = Lifetime()
    do {
      let store = makeStore()
      released = store
      store.subscribe(to: \.count) { _ in }.store(in: lifetime)
      store.subscribe { _ in }.store(in: lifetime)
    }
    #expect(released == nil)
    withExtendedLifetime(lifetime) {}
  }

  @Test("each subscription is cancelled once when threads add to a lifetime and end it")
  func threads() async {
    for _ in 0..<50 {
      let lifetime = Lifetime()
      let seen = Log<Int>()
      await withTaskGroup(of: Void.self) { group in
        for number in 0..<16 {
          group.addTask { Subscription { seen.add(number) }.store(in: lifetime) }
        }
        group.addTask { lifetime.end() }
      }
      #expect(seen.entries.sorted() == Array(0..<16))
    }
  }
}
