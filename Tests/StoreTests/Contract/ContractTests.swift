import MillraceStore
import MillraceStoreTesting
import Testing
import TestSupport

// The samples of the page "The store's contract". `ContractPageTests` checks that the page has the
// same code.

struct Shop: Equatable, Sendable {
  var title = "Shop"
  var items = IdentifiedList<Item>()
  var selected: Item?
  var isOpen = false
}

struct Item: Equatable, Identifiable, Sendable {
  let id: Int
  var count = 0
}

enum ShopAction: Equatable, Sendable {
  case rename(String)
  case add(Item)
  case item(Int, ItemAction)
  case open
  case close
  case loaded(String)
}

enum ItemAction: Equatable, Sendable { case increment }

let itemActions = CasePath(ShopAction.item) {
  if case .item(let id, let action) = $0 { (id, action) } else { nil }
}

let shop = Reducer<Shop, ShopAction>.combine(
  Reducer { state, action in
    switch action {
    case .rename(let title), .loaded(let title): state.title = title
    case .add(let item): state.items.append(item)
    case .item: break
    case .open: state.isOpen = true
    case .close: state.isOpen = false
    }
  },
  .scope(elements: \.items, action: itemActions, Reducer { item, _ in item.count += 1 }))

@Suite("The store's contract")
struct ContractTests {
  @Test("1: any thread may dispatch and read")
  func anyThread() async {
    let store = Store(initial: 0, reducer: Reducer<Int, Int> { $0 += $1 })
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 { group.addTask { for _ in 0..<100 { store.dispatch(1) } } }
    }
    #expect(store.state == 800)
  }

  @Test("2: when dispatch returns, its action is in the state")
  func readsItsOwnWrite() {
    let store = Store(
      initial: Shop(), reducer: shop,
      middleware: [
        Middleware { _, action, next in next(action == .open ? .rename("Open") : action) }
      ])
    store.dispatch(.open)
    #expect(store.snapshot == Snapshot(state: Shop(title: "Open"), version: 1))
  }

  @Test("3: a reducer that dispatches stops the program")
  func pureReducers() async {
    await #expect(processExitsWith: .failure) {
      let store = Slot<Store<Int, Int>>()
      store.value = Store(initial: 0, reducer: Reducer { _, _ in store.value?.dispatch(1) })
      store.value?.dispatch(1)
    }
  }

  @Test("4: observers of commits see every action once, in version order")
  func commits() {
    let store = Store(initial: Shop(), reducer: shop)
    let journal = Log<String>()
    let token = store.observeCommits(keepingStates: true) { commit in
      journal.add("\(commit.version): \(commit.cause), \(commit.states?.before.title ?? "")")
    }
    store.dispatch(.rename("A"))
    store.dispatch(.rename("B"))
    #expect(journal.entries == ["1: rename(\"A\"), Shop", "2: rename(\"B\"), A"])
    withExtendedLifetime(token) {}
  }

  @Test("5: subscribers see consistent pairs of values, in version order")
  func pairs() {
    let store = Store(initial: Shop(), reducer: shop)
    let seen = Log<Change<String>>()
    let first = store.subscribe(to: \.title) { change in
      if change.new == "A" { store.dispatch(.rename("B")) }
    }
    let second = store.subscribe(to: \.title) { seen.add($0) }
    store.dispatch(.rename("A"))
    store.dispatch(.open)
    #expect(
      seen.entries == [
        Change(old: "Shop", new: "A", version: 1), Change(old: "A", new: "B", version: 2),
      ])
    withExtendedLifetime((first, second)) {}
  }

  @Test("6: a change calls only the subscribers that it concerns")
  func cost() {
    let store = Store(initial: Shop(), reducer: shop)
    for id in 0..<1_000 { store.dispatch(.add(Item(id: id))) }
    let received = Log<Int>()
    let rows = (0..<1_000).map { id in
      store.subscribe(toElement: id, in: \.items) { _ in received.add(id) }
    }
    store.dispatch(.item(7, .increment))
    #expect(received.entries == [7])
    withExtendedLifetime(rows) {}
  }

  @Test("7: a reducer starts and cancels effects by commands, and a state declares its sources")
  func effects() {
    let clock = ManualClock()
    let store = Store(
      initial: Shop(),
      reducer: .combine(
        shop,
        Reducer { _, action in
          switch action {
          case .open: .action(.loaded("Loaded")).delay(for: .seconds(1)).cancellable(id: "load")
          case .close: .cancel(id: "load")
          default: .none
          }
        }
      ).sources { state in
        state.isOpen ? [.timer(id: "tick", every: .seconds(10)) { .rename("Tick") }] : []
      },
      dependencies: Dependencies(clock: clock))
    store.dispatch(.open)
    store.dispatch(.close)
    clock.advance(by: .seconds(60))
    #expect(store.state.title == "Shop")
    store.dispatch(.open)
    clock.advance(by: .seconds(1))
    #expect(store.state.title == "Loaded")
    clock.advance(by: .seconds(10))
    #expect(store.state.title == "Tick")
  }

  @Test("8: a scoped store reads, dispatches, and reports an action for a missing child once")
  func scopes() {
    let store = Store(initial: Shop(), reducer: shop)
    store.dispatch(.add(Item(id: 1)))
    let item = store.scope(element: 1, in: \.items, action: itemActions)
    item?.dispatch(.increment)
    #expect(item?.state.count == 1)
    store.dispatch(.item(2, .increment))
    store.dispatch(.item(2, .increment))
    #expect(store.issues.recorded.count == 1)
  }

  @Test("9: a subscription ends with its token")
  func tokens() {
    let store = Store(initial: Shop(), reducer: shop)
    let calls = Log<String>()
    var token: Subscription? = store.subscribe(to: \.title) { calls.add($0.new) }
    store.dispatch(.rename("A"))
    #expect(token != nil)
    token = nil
    store.dispatch(.rename("B"))
    #expect(calls.entries == ["A"])
  }

  @Test("10: observers have seen every commit of four threads when the store has finished")
  func waiting() async {
    let store = Store(initial: 0, reducer: Reducer<Int, Int> { $0 += $1 })
    let seen = Log<Int>()
    let journal = store.observeCommits { seen.add($0.action ?? 0) }
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 { group.addTask { for _ in 0..<500 { store.dispatch(1) } } }
    }
    store.finish()
    #expect(seen.entries.count == 2_000)
    journal.cancel()
  }

  @Test("11: an action that is dispatched after finish() is dropped and reported")
  func ending() {
    let dropped = Log<String>()
    let store = Store(
      initial: 0, reducer: Reducer<Int, Int> { $0 += $1 }, onIssue: { dropped.add("\($0)") })
    store.finish()
    store.dispatch(1)
    #expect(store.state == 0)
    #expect(dropped.entries.count == 1)
  }

  @Test("12: an action for a missing child is reported")
  func issues() {
    let store = Store(initial: Shop(), reducer: shop)
    let received = Log<StoreIssue>()
    let reader = store.issues.observe { received.add($0) }
    store.dispatch(.item(7, .increment))
    #expect(received.entries.count == 1)
    reader.cancel()
  }
}
