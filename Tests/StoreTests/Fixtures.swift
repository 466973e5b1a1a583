import MillraceStore
import Synchronization

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

/// What happened, in order, from any thread.
final class Log<Entry: Sendable>: Sendable {
  private let storage = Guarded<[Entry]>([])

  var entries: [Entry] { storage.withLock { $0 } }

  func add(_ entry: Entry) { storage.withLock { $0.append(entry) } }
}

/// A place for a value that a closure sets later, such as its own token.
final class Slot<Value: Sendable>: Sendable {
  private struct Box: Sendable { var value: Value? }
  private let storage = Guarded(Box())

  var value: Value? {
    get { storage.withLock { $0.value } }
    set { storage.withLock { $0.value = newValue } }
  }
}

/// Counts, from any thread.
final class Tally: Sendable {
  private let count = Atomic(0)

  var value: Int { count.load(ordering: .acquiring) }

  @discardableResult
  func add(_ number: Int) -> Int { count.add(number, ordering: .acquiringAndReleasing).newValue }

  func raise(to number: Int) { count.max(number, ordering: .acquiringAndReleasing) }

  func reset() { count.store(0, ordering: .releasing) }
}
