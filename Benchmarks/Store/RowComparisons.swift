import Millrace

#if canImport(Glibc)
  import Glibc
#endif

/// What it costs to change one row of many, while somebody holds the state as it was.
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
    let told = Told()
    let step = rows / subscribers
    let tokens = (0..<subscribers).map { number in
      store.subscribe(toElement: number * step, in: \.rows) { _ in
        told.count.add(1, ordering: .relaxed)
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
      let calls = told.count.exchange(0, ordering: .relaxed)
      try check(calls == iterations, "\(iterations) rows changed, \(calls) subscribers were told")
      return Sample(time: time)
    }
  }
}

/// How many bytes of memory an action takes when every state before it is held: what it copied.
@MainActor
private func copyComparisons() -> [Comparison] {
  #if canImport(Glibc)
    return [
      Comparison(
        Benchmark(
          "rows: one of 1,000,000 changed, all states held", n: 1_000_000, report: .bytes,
          repeating: .fixed(5_000)
        ) {
          let store = opaque(Store(initial: Rows(count: 1_000_000), reducer: rowReducer))
          return { iterations in
            var held: [Rows] = []
            held.reserveCapacity(iterations)
            let before = residentBytes()
            for number in 0..<iterations {
              held.append(store.state)
              store.dispatch(number * 199)
            }
            let bytes = residentBytes() - before
            let last = store.state.rows[id: (iterations - 1) * 199]?.count ?? 0
            let seen = held[iterations - 1].rows[id: (iterations - 1) * 199]?.count ?? 0
            try check(last == seen + 1, "the last state held is the one before the last action")
            return Sample(time: .zero, bytes: bytes)
          }
        })
    ]
  #else
    return []
  #endif
}

#if canImport(Glibc)
  /// What the system says that this process has in memory; in whole pages.
  private func residentBytes() -> Int {
    guard let file = fopen("/proc/self/statm", "r") else { return 0 }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    guard fgets(&line, 256, file) != nil else { return 0 }
    let fields = String(
      decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self
    )
    .split(separator: " ")
    return (fields.count > 1 ? Int(fields[1]) ?? 0 : 0) * Int(getpagesize())
  }
#endif
