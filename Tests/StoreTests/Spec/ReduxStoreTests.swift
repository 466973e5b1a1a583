import MillraceStore
import Testing
import TestSupport

// The behaviours in Redux's specification of `createStore`, under the same names. The list at the
// end of this file names the behaviours that are missing here.
@Suite("Redux's specification of createStore")
struct ReduxStoreTests {
  struct Todo: Equatable, Sendable {
    let id: Int
    let text: String
  }

  enum Action: Sendable {
    case add(String)
    case unknown
  }

  static let todos = Reducer<[Todo], Action> { todos, action in
    if case .add(let text) = action { todos.append(Todo(id: todos.count + 1, text: text)) }
  }

  private func makeStore(_ initial: [Todo] = []) -> Store<[Todo], Action> {
    Store(initial: initial, reducer: Self.todos)
  }

  @Test("applies the reducer to the initial state")
  func appliesToInitialState() {
    let store = makeStore([Todo(id: 1, text: "Hello")])
    store.dispatch(.unknown)
    #expect(store.state == [Todo(id: 1, text: "Hello")])
    store.dispatch(.add("World"))
    #expect(store.state == [Todo(id: 1, text: "Hello"), Todo(id: 2, text: "World")])
  }

  // In the following tests, Redux dispatches an unknown action. A change instead: here a subscriber
  // is not called for an action that leaves an `Equatable` state equal.
  @Test("supports multiple subscriptions")
  func multipleSubscriptions() {
    let store = makeStore()
    let log = Log<String>()
    func calls(_ body: () -> Void) -> [String] {
      let before = log.entries.count
      body()
      return Array(log.entries.dropFirst(before))
    }
    let first = store.subscribe { _ in log.add("a") }
    #expect(calls { store.dispatch(.add("Hello")) } == ["a"])
    let second = store.subscribe { _ in log.add("b") }
    #expect(calls { store.dispatch(.add("Hello")) } == ["a", "b"])
    first.cancel()
    #expect(calls { store.dispatch(.add("Hello")) } == ["b"])
    second.cancel()
    #expect(calls { store.dispatch(.add("Hello")) } == [])
    let third = store.subscribe { _ in log.add("a") }
    #expect(calls { store.dispatch(.add("Hello")) } == ["a"])
    withExtendedLifetime(third) {}
  }

  @Test("only removes listener once when unsubscribe is called")
  func removesOnce() {
    let store = makeStore()
    let log = Log<String>()
    let first = store.subscribe { _ in log.add("a") }
    first.cancel()
    // The second subscriber replaces the first.
    let second = store.subscribe { _ in log.add("b") }
    first.cancel()
    store.dispatch(.add("Hello"))
    #expect(log.entries == ["b"])
    withExtendedLifetime(second) {}
  }

  @Test("only removes relevant listener when unsubscribe is called")
  func removesRelevant() {
    let store = makeStore()
    let log = Log<UInt64>()
    let listener: @Sendable (Change<[Todo]>) -> Void = { log.add($0.version) }
    let first = store.subscribe(listener)
    let second = store.subscribe(listener)
    second.cancel()
    second.cancel()
    store.dispatch(.add("Hello"))
    #expect(log.entries == [1])
    withExtendedLifetime(first) {}
  }

  // A deliberate difference: in Redux, cancelled subscribers still get the current dispatch. Here a
  // cancelled subscription is never called again, and all others are.
  @Test(
    """
    notifies all subscribers about current dispatch regardless if any of them gets unsubscribed in \
    the process
    """)
  func unsubscribedInTheProcess() {
    let store = makeStore()
    let log = Log<Int>()
    let tokens = Log<Subscription>()
    let canceller = Slot<Int>()
    for number in 1...5 {
      tokens.add(
        store.subscribe { _ in
          log.add(number)
          guard canceller.value == number else { return }
          for index in [0, 1, 3] { tokens.entries[index].cancel() }
        })
    }
    canceller.value = 2
    store.dispatch(.add("Hello"))
    #expect(log.entries == [1, 2, 3, 5], "the fourth was cancelled before its turn")
    store.dispatch(.add("Hello"))
    #expect(log.entries == [1, 2, 3, 5, 3, 5])
  }

  @Test("provides an up-to-date state when a subscriber is notified")
  func upToDate() {
    let store = makeStore()
    let log = Log<[Todo]>()
    let token = store.subscribe { change in
      #expect(store.state == change.new)
      log.add(store.state)
    }
    store.dispatch(.add("Hello"))
    #expect(log.entries == [[Todo(id: 1, text: "Hello")]])
    withExtendedLifetime(token) {}
  }

  @Test("does not leak private listeners array")
  func privateListeners() {
    let store = makeStore()
    let log = Log<[String]>()
    let token = store.subscribe { change in
      log.add(Mirror(reflecting: change).children.compactMap(\.label))
    }
    store.dispatch(.add("Hello"))
    #expect(log.entries == [["old", "new", "version"]])
    // The token does not have the subscribers either.
    #expect(Mirror(reflecting: token).children.allSatisfy { !($0.value is [Subscription]) })
  }
}

// Elsewhere:
// - "passes the initial state", "applies the reducer to the previous state": DispatchTests.
// - "notifies only subscribers active at the moment of current dispatch", "supports removing a
//   subscription within a subscription", "uses the last snapshot of subscribers during nested
//   dispatch", "handles nested dispatches gracefully": DeliveryTests.
// - "does not allow dispatch()", "getState()" and "subscribe() from within a reducer": MisuseTests.
//
// Different here:
// - "does not allow unsubscribe from subscribe() from within a reducer": it is allowed. A token may
//   be released anywhere, so it takes no lock of the store: see DispatchTests, "a reducer may
//   cancel a subscription".
// - "should pass an integration test with no unsubscribe" and the other tests of
//   `Symbol.observable`: a store has AsyncSequences instead, with their own tests.
//
// Not applicable here:
// - "throws if reducer is not a function", "throws if listener is not a function", "throws if
//   enhancer is neither undefined nor a function", "only accepts plain object actions", "throws if
//   action type is missing", "throws if action type is undefined", "does not throw if action type
//   is falsy": the compiler checks types.
// - "exposes the public API": the compiler checks names.
// - "recovers from an error within a reducer": a reducer cannot throw.
// - "preserves the state when replacing a reducer", "throws if nextReducer is not a function",
//   "does not log an error if parts of the current state will be ignored by a nextReducer using
//   combineReducers": a store's reducer cannot be replaced.
// - "accepts enhancer as the third argument", "accepts enhancer as the second argument if initial
//   state is missing", "throws if passing several enhancer functions with(out) preloaded state":
//   there are no enhancers; a store takes a list of middleware.
