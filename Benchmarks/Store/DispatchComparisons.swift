import Dispatch
import Millrace
import Synchronization

/// The cost of a dispatch, compared with a lock around the same reducer.
@MainActor
func dispatchComparisons() -> [Comparison] {
  let alone = "dispatch: bare mutex"
  let shared = "dispatch: bare mutex, two threads"
  return [
    Comparison(
      dispatching(alone) {
        let bare = opaque(BareMutex())
        return Target(add: { add($0, to: bare) }, count: { bare.state.count })
      },
      dispatching("dispatch: no subscriber", against: alone) { target(tallyStore()) },
      dispatching("dispatch: a middleware that forwards", against: alone) {
        target(tallyStore(middleware: [Middleware { _, action, next in next(action) }]))
      },
      dispatching("dispatch: subscriber to the changed field", against: alone) {
        listened(tallyStore(), to: { $0.count }, isNotified: true)
      },
      dispatching("dispatch: subscriber to another field", against: alone) {
        listened(tallyStore(), to: { $0.title }, isNotified: false)
      }),
    Comparison(
      dispatching(shared) {
        let bare = opaque(BareMutex())
        return Target(
          add: { count in onTwoThreads { add(count / 2, to: bare) } },
          count: { bare.state.count })
      },
      dispatching("dispatch: no subscriber, two threads", against: shared) {
        let store = opaque(tallyStore())
        return Target(
          add: { count in onTwoThreads { add(count / 2, to: store) } },
          count: { store.state.count })
      }),
  ]
}

/// A store or a mutex that counts.
private struct Target {
  /// Dispatches the given number of actions, each of which adds one.
  var add: (Int) -> Void
  var count: () -> Int
  /// Checks the notifications of subscribers after the given number of actions.
  var checkCalls: (Int) throws -> Void = { _ in }
}

@MainActor
private func dispatching(
  _ name: String, against baseline: String? = nil, _ makeTarget: @escaping () -> Target
) -> Benchmark {
  let dispatches = 100_000
  return Benchmark(
    name, n: dispatches, against: baseline, report: .time(.nanoseconds),
    repeating: .fixed(dispatches)
  ) {
    let target = makeTarget()
    return { iterations in
      let before = target.count()
      let time = timed { target.add(iterations) }
      let counted = target.count() - before
      try check(counted == iterations, "\(iterations) actions were dispatched, \(counted) counted")
      try target.checkCalls(iterations)
      return Sample(time: time)
    }
  }
}

// A store and a bare mutex have separate loops. Each loop is compiled for its concrete type, as a
// program's own code is.

@inline(never)
private func add(_ count: Int, to bare: BareMutex) {
  for _ in 0..<count { bare.dispatch(.add(1)) }
}

@inline(never)
private func add(_ count: Int, to store: Store<Tally, TallyAction>) {
  for _ in 0..<count { store.dispatch(.add(1)) }
}

private func tallyStore(
  middleware: [Middleware<Tally, TallyAction>] = []
) -> Store<Tally, TallyAction> {
  Store(initial: Tally(), reducer: tallyReducer, middleware: middleware)
}

private func target(_ store: Store<Tally, TallyAction>) -> Target {
  let store = opaque(store)
  return Target(add: { add($0, to: store) }, count: { store.state.count })
}

/// A store with one subscriber.
/// - Parameter isNotified: Whether every action changes the selected value. If false, no action
///   does.
private func listened<Value: Equatable & Sendable>(
  _ store: Store<Tally, TallyAction>, to select: @escaping @Sendable (Tally) -> Value,
  isNotified: Bool
) -> Target {
  let calls = Calls()
  let token = store.subscribe(to: select) { _ in calls.count.add(1, ordering: .relaxed) }
  var target = target(store)
  target.checkCalls = { dispatches in
    _ = token
    let number = calls.count.exchange(0, ordering: .relaxed)
    let expected = isNotified ? dispatches : 0
    try check(number == expected, "the subscriber was notified \(number) times, not \(expected)")
  }
  return target
}

private final class Calls: Sendable {
  let count = Atomic(0)
}

/// Runs a closure twice, concurrently if there are two processors.
private func onTwoThreads(_ body: @Sendable () -> Void) {
  DispatchQueue.concurrentPerform(iterations: 2) { _ in body() }
}
