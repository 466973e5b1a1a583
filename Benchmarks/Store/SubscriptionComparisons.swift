import Millrace

/// The cost of adding and removing a subscription, beside a given number of other subscriptions.
@MainActor
func subscriptionComparisons() -> [Comparison] {
  let counts = [0, 1_000, 100_000]
  return [
    Comparison(
      benchmarks: counts.map { count in
        subscribing("subscribe and cancel: by key path", others: count) { store, _ in
          store.subscribe(to: \.a.x0) { _ in }
        }
      }),
    Comparison(
      benchmarks: counts.map { count in
        subscribing("subscribe and cancel: by closure", others: count) { store, _ in
          store.subscribe(to: { $0.a.x0 }) { _ in }
        }
      }),
    Comparison(
      benchmarks: counts.map { count in
        subscribing("subscribe and cancel: to an element", others: count) { store, number in
          store.subscribe(toElement: number, in: \.rows) { _ in }
        }
      }),
    Comparison(
      benchmarks: [10, 10_000].map { count in
        subscribing(
          "subscribe, dispatch, cancel, dispatch: by key path", others: count, dispatching: true
        ) { store, _ in
          store.subscribe(to: \.a.x0) { _ in }
        }
      }),
  ]
}

@MainActor
private func subscribing(
  _ name: String, others count: Int, dispatching: Bool = false,
  _ subscribe: @escaping (Store<Wide, Int>, Int) -> Subscription
) -> Benchmark {
  let rounds = 1_000
  return Benchmark(
    "\(name), \(count) others", n: count, report: .time(.nanoseconds), repeating: .fixed(rounds)
  ) {
    let store = opaque(Store(initial: Wide(), reducer: wide))
    let others = (0..<count).map { subscribe(store, $0) }
    // The dispatch makes the store complete the deferred work of the subscriptions.
    store.dispatch(1)
    return { iterations in
      let time = timed {
        for number in 0..<iterations {
          let token = subscribe(store, number)
          if dispatching { store.dispatch(1) }
          token.cancel()
          if dispatching { store.dispatch(1) }
        }
      }
      blackHole(others)
      return Sample(time: time)
    }
  }
}
