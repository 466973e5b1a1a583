import MillraceStore
import Testing

// The behaviours in Redux's specification of `combineReducers` and `compose`.
@Suite("Redux's specification of combineReducers")
struct ReduxReducerTests {
  struct State: Equatable, Sendable {
    var counter = 0
    var stack: [String] = []
    var queue: [String] = ["first"]
  }

  enum Action: Sendable {
    case increment
    case push(String)
    case unknown
  }

  static let combined = Reducer<State, Action>.combine(
    .scope(
      state: \.counter, action: .itself,
      Reducer { counter, action in if case .increment = action { counter += 1 } }),
    .scope(
      state: \.stack, action: .itself,
      Reducer { stack, action in if case .push(let value) = action { stack.append(value) } }),
    .scope(state: \.queue, action: .itself, Reducer { _, _ in }))

  private func buffer(_ array: [String]) -> UInt {
    array.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
  }

  @Test("returns a composite reducer that maps the state keys to given reducers")
  func mapsKeys() {
    var state = State()
    _ = Self.combined.reduce(&state, .increment)
    #expect(state == State(counter: 1))
    _ = Self.combined.reduce(&state, .push("a"))
    #expect(state == State(counter: 1, stack: ["a"]))
  }

  @Test("allows a symbol to be used as an action type")
  func symbols() {
    final class Symbol: Sendable {}
    let (increment, other) = (Symbol(), Symbol())
    let store = Store(
      initial: 0,
      reducer: Reducer<Int, Symbol> { state, action in if action === increment { state += 1 } })
    store.dispatch(increment)
    store.dispatch(other)
    #expect(store.state == 1)
  }

  // The same object in JavaScript corresponds to the same buffer here.
  @Test("maintains referential equality if the reducers it is combining do")
  func maintainsReferences() {
    let store = Store(initial: State(stack: ["a"]), reducer: Self.combined)
    let before = store.state
    store.dispatch(.unknown)
    #expect(buffer(store.state.stack) == buffer(before.stack))
    #expect(buffer(store.state.queue) == buffer(before.queue))
  }

  @Test("does not have referential equality if one of the reducers changes something")
  func changesReferences() {
    let store = Store(initial: State(stack: ["a"]), reducer: Self.combined)
    let before = store.state
    store.dispatch(.push("b"))
    #expect(buffer(store.state.stack) != buffer(before.stack))
    #expect(buffer(store.state.queue) == buffer(before.queue), "unchanged parts are shared")
    #expect(before.stack == ["a"])
  }

  @Test("composes from right to left")
  func order() {
    // Redux composes functions of values. Reducers change one value, in the order of the list.
    let double = Reducer<Int, Void> { number, _ in number *= 2 }
    let square = Reducer<Int, Void> { number, _ in number *= number }
    func result(_ reducer: Reducer<Int, Void>) -> Int {
      var number = 5
      _ = reducer.reduce(&number, ())
      return number
    }
    #expect(result(.combine(square)) == 25, "returns the first function if given only one")
    #expect(result(.combine(double, square)) == 100)
    #expect(result(.combine(double, square, double)) == 200)
  }

  @Test("the commands of combined reducers are dispatched in the order of the reducers")
  func orderOfCommands() {
    func asking(for name: String) -> Reducer<[String], String> {
      Reducer { _, action -> Command<String> in action == "go" ? .action(name) : .none }
    }
    let store = Store(
      initial: [String](),
      reducer: .combine(
        Reducer { log, action in log.append(action) }, asking(for: "a"), asking(for: "b"),
        asking(for: "c")))
    store.dispatch("go")
    #expect(store.state == ["go", "a", "b", "c"])
  }

  @Test("returns the first given argument if given no functions")
  func none() {
    var state = State(counter: 3)
    _ = Reducer<State, Action>.combine().reduce(&state, .increment)
    #expect(state == State(counter: 3))
  }

  @Test("a reducer that wraps another one changes its state and forwards its command")
  func higherOrder() {
    struct Shelf: Equatable, Sendable {
      var books = 0
      var actions = 0
    }
    enum ShelfAction: Equatable, Sendable { case add, added }
    func counted(_ reducer: Reducer<Shelf, ShelfAction>) -> Reducer<Shelf, ShelfAction> {
      Reducer { state, action -> Command<ShelfAction> in
        state.actions += 1
        return reducer.reduce(&state, action)
      }
    }
    let shelf = Reducer<Shelf, ShelfAction> { state, action -> Command<ShelfAction> in
      guard action == .add else { return .none }
      state.books += 1
      return .action(.added)
    }
    let store = Store(initial: Shelf(), reducer: counted(shelf))
    store.dispatch(.add)
    #expect(store.state == Shelf(books: 1, actions: 2))
  }
}
