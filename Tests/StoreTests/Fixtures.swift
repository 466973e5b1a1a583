import MillraceStore

struct Counter: Equatable, Sendable {
  var count = 0
  var name = ""
  var child = Child()

  struct Child: Equatable, Sendable {
    var value = 0
    var grandchild = 0
  }
}

enum CounterAction: Equatable, Sendable {
  case add(Int)
  case rename(String)
  case child(ChildAction)
}

enum ChildAction: Equatable, Sendable {
  case set(Int)
  case setGrandchild(Int)
}

let counter = Reducer<Counter, CounterAction> { state, action in
  switch action {
  case .add(let number): state.count += number
  case .rename(let name): state.name = name
  case .child(.set(let value)): state.child.value = value
  case .child(.setGrandchild(let value)): state.child.grandchild = value
  }
}

func makeStore(
  _ middleware: [Middleware<Counter, CounterAction>] = [],
  clock: any Clock<Duration> = ContinuousClock()
) -> Store<Counter, CounterAction> {
  Store(
    initial: Counter(), reducer: counter, middleware: middleware,
    dependencies: Dependencies(clock: clock))
}
