import Millrace
import Synchronization

/// The cost of the depth of a scope. A leaf of the same state is changed through its own store,
/// which is scoped in one step or in ten.
@MainActor
func scopeComparisons() -> [Comparison] {
  [
    comparison("scope: 1 deep", "scope: 10 deep", isNotified: true),
    comparison(
      "scope: 1 deep, without subscribers", "scope: 10 deep, without subscribers", isNotified: false
    ),
  ]
}

/// A state that wraps another one.
struct Level<Inner: Equatable & Sendable>: Equatable, Sendable {
  var number = 0
  var inner: Inner
}

private struct Leaf: Equatable, Sendable { var count = 0 }

private typealias Level5<Inner: Equatable & Sendable> = Level<Level<Level<Level<Level<Inner>>>>>
private typealias Level10<Inner: Equatable & Sendable> = Level5<Level5<Inner>>

@MainActor
private func comparison(_ one: String, _ ten: String, isNotified: Bool) -> Comparison {
  Comparison(
    leaving(one, isNotified: isNotified) {
      $0.scope(
        state: \.inner.inner.inner.inner.inner.inner.inner.inner.inner.inner, action: { $0 })
    },
    leaving(ten, against: one, isNotified: isNotified) {
      $0.inner().inner().inner().inner().inner().inner().inner().inner().inner().inner()
    })
}

extension Store {
  fileprivate func inner<Inner>() -> Store<Inner, Action> where State == Level<Inner> {
    scope(state: \.inner, action: { $0 })
  }
}

private let leafReducer = opaque(
  Reducer<Level10<Leaf>, Int> { state, amount in
    state.inner.inner.inner.inner.inner.inner.inner.inner.inner.inner.count &+= amount
  })

@MainActor
private func leaving(
  _ name: String, against baseline: String? = nil, isNotified: Bool,
  _ makeLeaf: @escaping (Store<Level10<Leaf>, Int>) -> Store<Leaf, Int>
) -> Benchmark {
  let dispatches = 10_000
  return Benchmark(
    name, n: dispatches, against: baseline, report: .time(.nanoseconds),
    repeating: .fixed(dispatches)
  ) {
    let initial = raised(
      raised(raised(raised(raised(raised(raised(raised(raised(raised(Leaf()))))))))))
    let leaf = opaque(makeLeaf(Store(initial: initial, reducer: leafReducer)))
    let counter = CallCounter()
    let token =
      isNotified
      ? leaf.subscribe(to: \.count) { _ in counter.count.add(1, ordering: .relaxed) } : nil
    return { iterations in
      let before = leaf.state.count
      let time = timed { add(iterations, to: leaf) }
      _ = token
      try check(leaf.state.count - before == iterations, "\(iterations) were dispatched")
      let calls = counter.count.exchange(0, ordering: .relaxed)
      try check(
        calls == (isNotified ? iterations : 0), "the subscriber was notified \(calls) times")
      return Sample(time: time)
    }
  }
}

private func raised<Inner>(_ inner: Inner) -> Level<Inner> { Level(inner: inner) }

@inline(never)
private func add(_ count: Int, to leaf: Store<Leaf, Int>) {
  for _ in 0..<count { leaf.dispatch(1) }
}

final class CallCounter: Sendable {
  let count = Atomic(0)
}
