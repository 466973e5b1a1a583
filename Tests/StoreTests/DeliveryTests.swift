import MillraceStore
import Testing
import TestSupport

@Suite("Delivery to subscribers")
struct DeliveryTests {
  @Test("a subscriber gets the value it saw last and the new one")
  func oldAndNew() {
    let store = makeStore()
    store.dispatch(.add(5))
    let log = Log<Change<Counter>>()
    let token = store.subscribe { log.add($0) }
    store.dispatch(.add(1))
    store.dispatch(.add(2))
    #expect(
      log.entries == [
        Change(old: Counter(count: 5), new: Counter(count: 6), version: 2),
        Change(old: Counter(count: 6), new: Counter(count: 8), version: 3),
      ])
    withExtendedLifetime(token) {}
  }

  @Test("a selected value that did not change is not delivered")
  func selectedValues() {
    let store = makeStore()
    let log = Log<Change<Int>>()
    let token = store.subscribe(to: \.count) { log.add($0) }
    store.dispatch(.rename("a"))
    store.dispatch(.add(0))
    store.dispatch(.add(4))
    store.dispatch(.rename("b"))
    store.dispatch(.add(1))
    #expect(
      log.entries == [Change(old: 0, new: 4, version: 3), Change(old: 4, new: 5, version: 5)])
    withExtendedLifetime(token) {}
  }

  @Test("a function can be a selector")
  func selectorFunction() {
    let store = makeStore()
    let log = Log<Bool>()
    let token = store.subscribe(to: { $0.count % 2 == 0 }) { log.add($0.new) }
    for _ in 0..<4 { store.dispatch(.add(1)) }
    store.dispatch(.add(2))
    #expect(log.entries == [false, true, false, true])
    withExtendedLifetime(token) {}
  }

  @Test("a subscription can be removed inside its own callback")
  func cancelInside() {
    let store = makeStore()
    let log = Log<String>()
    let own = Slot<Subscription>()
    let first = store.subscribe { _ in log.add("first") }
    own.value = store.subscribe { _ in
      log.add("own")
      own.value = nil
    }
    let third = store.subscribe { _ in log.add("third") }
    store.dispatch(.add(1))
    store.dispatch(.add(1))
    #expect(log.entries == ["first", "own", "third", "first", "third"])
    withExtendedLifetime((first, third)) {}
  }

  @Test("a subscriber that another one cancels during a delivery is not called again")
  func cancelOther() {
    let store = makeStore()
    let log = Log<String>()
    let other = Slot<Subscription>()
    let first = store.subscribe { _ in
      log.add("first")
      other.value?.cancel()
    }
    other.value = store.subscribe { _ in log.add("other") }
    store.dispatch(.add(1))
    #expect(log.entries == ["first"])
    withExtendedLifetime(first) {}
  }

  @Test("a subscriber added during a delivery is called from the next dispatch on")
  func addedDuringDelivery() {
    let store = makeStore()
    let log = Log<String>()
    let added = Slot<Subscription>()
    let first = store.subscribe { _ in
      log.add("first")
      if added.value == nil {
        added.value = store.subscribe { log.add("added \($0.old.count) \($0.new.count)") }
      }
    }
    store.dispatch(.add(1))
    #expect(log.entries == ["first"])
    store.dispatch(.add(1))
    #expect(log.entries == ["first", "first", "added 1 2"])
    withExtendedLifetime(first) {}
  }

  @Test("a nested dispatch notifies only earlier subscribers")
  func addedDuringNestedDispatch() {
    let store = makeStore()
    let log = Log<String>()
    let tokens = Log<Subscription>()
    let outer = Slot<Subscription>()
    outer.value = store.subscribe { change in
      log.add("1 at \(change.version)")
      outer.value = nil
      tokens.add(store.subscribe { log.add("2 at \($0.version)") })
      store.dispatch(.add(1))
      tokens.add(store.subscribe { log.add("3 at \($0.version)") })
    }
    let last = store.subscribe { log.add("4 at \($0.version)") }
    store.dispatch(.add(1))
    // The nested change is delivered after the current one, to the subscribers that had not seen it
    // when they subscribed.
    #expect(log.entries == ["1 at 1", "4 at 1", "4 at 2", "2 at 2"])
    store.dispatch(.add(1))
    #expect(log.entries.suffix(3) == ["4 at 3", "2 at 3", "3 at 3"])
    withExtendedLifetime(last) {}
  }

  @Test("a dispatch inside a subscriber commits at once and is delivered after the current change")
  func nestedDispatch() {
    let store = makeStore()
    let log = Log<String>()
    let first = store.subscribe(to: \.count) { change in
      log.add("first begins \(change.new)")
      if change.new == 1 {
        store.dispatch(.add(10))
        #expect(store.state.count == 11)
      }
      log.add("first ends \(change.new)")
    }
    let second = store.subscribe(to: \.count) { log.add("second \($0.old) \($0.new)") }
    store.dispatch(.add(1))
    #expect(
      log.entries == [
        "first begins 1", "first ends 1", "second 0 1", "first begins 11", "first ends 11",
        "second 1 11",
      ])
    withExtendedLifetime((first, second)) {}
  }

  @Test("a subscriber added between a nested commit and its delivery starts with the state it read")
  func addedAfterNestedCommit() {
    let store = makeStore()
    let log = Log<Change<Int>>()
    let added = Slot<Subscription>()
    let first = store.subscribe(to: \.count) { change in
      guard change.new == 1 else { return }
      store.dispatch(.add(1))
      added.value = store.subscribe(to: \.count) { log.add($0) }
      store.dispatch(.add(1))
    }
    store.dispatch(.add(1))
    #expect(log.entries == [Change(old: 2, new: 3, version: 3)])
    withExtendedLifetime(first) {}
  }

  @Test("a change has been delivered when its dispatch returns")
  func deliveredOnReturn() {
    let store = makeStore()
    let seen = Slot<Int>()
    let token = store.subscribe(to: \.count) { seen.value = $0.new }
    for number in 1...100 {
      store.dispatch(.add(1))
      #expect(seen.value == number)
    }
    withExtendedLifetime(token) {}
  }

  @Test("many deliveries need no more stack than one")
  func manyDeliveries() {
    let store = makeStore()
    let seen = Slot<Int>()
    let token = store.subscribe(to: \.count) { seen.value = $0.new }
    let count = rounds(60_000, long: 200_000)
    for _ in 0..<count { store.dispatch(.add(1)) }
    #expect(seen.value == count)
    withExtendedLifetime(token) {}
  }

  @Test("after many of 2,000 subscriptions are cancelled, the remaining ones are called in order")
  func manySubscriptions() {
    let store = makeStore()
    let log = Log<Int>()
    var tokens = (0..<2000).map { number in store.subscribe { _ in log.add(number) } }
    tokens.removeAll { _ in false }
    for number in tokens.indices where number % 3 != 0 { tokens[number].cancel() }
    store.dispatch(.add(1))
    #expect(log.entries == Array(stride(from: 0, to: 2000, by: 3)))
  }
}
