import Millrace

/// The cost of changing one row of many while the previous state is retained.
@MainActor
func rowComparisons() -> [Comparison] {
  let hundredThousand = "rows: one of 100,000 changed, 1,000 subscribers"
  return [
    Comparison(
      changing(hundredThousand, rows: 100_000),
      changing(
        "rows: one of 1,000,000 changed, 1,000 subscribers", rows: 1_000_000,
        against: hundredThousand))
  ] + copyComparisons()
}

struct NumberedRow: Equatable, Identifiable, Sendable {
  let id: Int
  var count = 0
  var title = "a title that is longer than what fits into a String itself"
}

struct Rows: Equatable, Sendable {
  var rows: IdentifiedList<NumberedRow>

  init(count: Int) { rows = IdentifiedList((0..<count).map { NumberedRow(id: $0) }) }
}

let rowReducer = opaque(Reducer<Rows, Int> { $0.rows[id: $1]?.count += 1 })

@MainActor
private func changing(_ name: String, rows: Int, against baseline: String? = nil) -> Benchmark {
  let subscribers = 1_000
  return Benchmark(
    name, n: rows, against: baseline, report: .time(.microseconds), repeating: .fixed(subscribers)
  ) {
    let store = opaque(Store(initial: Rows(count: rows), reducer: rowReducer))
    let counter = CallCounter()
    let step = rows / subscribers
    let tokens = (0..<subscribers).map { number in
      store.subscribe(toElement: number * step, in: \.rows) { _ in
        counter.count.add(1, ordering: .relaxed)
      }
    }
    return { iterations in
      var held = store.snapshot
      let time = timed {
        for number in 0..<iterations {
          store.dispatch(number * step)
          held = store.snapshot
        }
      }
      blackHole(held)
      _ = tokens
      let calls = counter.count.exchange(0, ordering: .relaxed)
      try check(
        calls == iterations, "\(iterations) rows changed, \(calls) subscribers were notified")
      return Sample(time: time)
    }
  }
}

/// The cost of an action while the previous state is retained: the allocated bytes, and the entries
/// of tree nodes, including elements, that the two states do not share.
@MainActor
private func copyComparisons() -> [Comparison] {
  let count = 1_000_000
  let copied = Quantity(suffix: ", copied", unit: "entries") { Double($0.bytes) }
  let allocated = Quantity(suffix: ", allocated", unit: "bytes") { Double($0.bytes) }
  return [
    Comparison(
      Benchmark("rows: one of 1,000,000 changed", n: count, report: copied, repeating: .fixed(1)) {
        let store = opaque(Store(initial: Rows(count: count), reducer: rowReducer))
        return { _ in
          let held = store.state
          store.dispatch(5_000)
          let (now, before) = (store.state.rows, held.rows)
          try check(now[id: 5_000] != before[id: 5_000], "the state that is held stays as it was")
          return Sample(time: .zero, bytes: now.unsharedElements(with: before))
        }
      }),
    Comparison(
      Benchmark(
        "rows: one of 1,000,000 changed", n: count, report: allocated, repeating: .fixed(1)
      ) {
        let empty = heapBytes()
        let store = opaque(Store(initial: Rows(count: count), reducer: rowReducer))
        let whole = heapBytes() - empty
        return { _ in
          let changes = 100
          var held: [Rows] = []
          held.reserveCapacity(changes)
          let before = heapBytes()
          for number in 0..<changes {
            held.append(store.state)
            store.dispatch(number * 9_999)
          }
          let bytes = (heapBytes() - before) / changes
          blackHole(held)
          try check(bytes * 1_000 < whole, "\(bytes) bytes of \(whole) for one row")
          return Sample(time: .zero, bytes: bytes)
        }
      }),
  ]
}
