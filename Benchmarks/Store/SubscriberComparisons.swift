import Millrace
import Synchronization

/// The cost of subscribers that a change does not affect.
@MainActor
func subscriberComparisons() -> [Comparison] {
  let alone = "subscribers: none"
  return [
    Comparison(
      notifying(alone) { _ in [] },
      notifying("subscribers: 1 to another field", against: alone) {
        [$0.subscribe(to: \.a.x0) { _ in }]
      },
      notifying("subscribers: 3,000 to fields of a scope, not concerned", against: alone) { store in
        let scope = store.scope(state: \.a, action: { $0 })
        return (0..<3_000).map { number in scope.subscribe(to: paths[number % 8]) { _ in } }
      },
      notifying("subscribers: 3,000 by key path, not concerned", against: alone) { store in
        (0..<3_000).map { number in store.subscribe(to: flat[number % 8]) { _ in } }
      },
      notifying("subscribers: 3,000 selectors with inputs, not concerned", against: alone) {
        store in
        (0..<3_000).map { number in
          let path = flat[number % 8]
          return store.subscribe(to: StateSelector(path, \.title) { $0 &+ $1.utf8.count }) { _ in }
        }
      },
      notifying("subscribers: 3,000 different key paths, not concerned", against: alone) { store in
        (0..<3_000).map { number in store.subscribe(to: \.row[number]) { _ in } }
      },
      notifying("subscribers: 3,000 closures, not concerned", against: alone) { store in
        (0..<3_000).map { number in store.subscribe(to: { $0.a.x0 &+ number }) { _ in } }
      })
  ]
}

let paths: [KeyPath<Wide.Eight, Int> & Sendable] = [
  \.x0, \.x1, \.x2, \.x3, \.x4, \.x5, \.x6, \.x7,
]
let flat: [KeyPath<Wide, Int> & Sendable] = [
  \.a.x0, \.a.x1, \.a.x2, \.a.x3, \.a.x4, \.a.x5, \.a.x6, \.a.x7,
]

struct Wide: Equatable, Sendable {
  struct Eight: Equatable, Sendable {
    var (x0, x1, x2, x3, x4, x5, x6, x7) = (0, 1, 2, 3, 4, 5, 6, 7)
  }
  var count = 0
  var title = "a title that is longer than what fits into a String itself"
  var a = Eight()
  var row = Array(0..<3_000)
  var rows = IdentifiedList((0..<1_000).map { NumberedRow(id: $0) })
}

let wide = opaque(Reducer<Wide, Int> { $0.count &+= $1 })

@MainActor
private func notifying(
  _ name: String, against baseline: String? = nil,
  _ subscribe: @escaping (Store<Wide, Int>) -> [Subscription]
) -> Benchmark {
  let dispatches = 10_000
  return Benchmark(
    name, n: dispatches, against: baseline, report: .time(.nanoseconds),
    repeating: .fixed(dispatches)
  ) {
    let store = opaque(Store(initial: Wide(), reducer: wide))
    let tokens = subscribe(store)
    return { iterations in
      let before = store.state.count
      let time = timed { add(iterations, to: store) }
      try check(store.state.count - before == iterations, "counted")
      _ = tokens
      return Sample(time: time)
    }
  }
}

@inline(never)
private func add(_ count: Int, to store: Store<Wide, Int>) {
  for _ in 0..<count { store.dispatch(1) }
}
