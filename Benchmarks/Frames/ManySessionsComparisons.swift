import TodoBench

/// The time until a change of a list of 10,000 items is in all sessions of `todo` on one log, and
/// the memory of a session.
@MainActor
func manySessionsComparisons() -> [Comparison] {
  [
    comparison("sessions: a change in all stores", areShown: false),
    comparison("sessions: a change drawn by all", areShown: true),
  ]
}

@MainActor
private func comparison(_ name: String, areShown: Bool) -> Comparison {
  let memory = Quantity(suffix: ", a session's memory", unit: "bytes") { Double($0.bytes) }
  func benchmark(_ name: String, sessions count: Int, against baseline: String?) -> Benchmark {
    Benchmark(
      name, n: count, against: baseline, report: .time(.milliseconds), memory,
      repeating: .fixed(1)
    ) {
      let empty = heapBytes()
      let alone = try SessionsBench(0, items: 10_000, areShown: areShown)
      let one = heapBytes()
      let bench = try SessionsBench(count, items: 10_000, areShown: areShown)
      let bytes = (heapBytes() - one - (one - empty)) / count
      blackHole(alone)
      return { iterations in
        let time = timed { for _ in 0..<iterations { bench.change() } }
        if let failure = bench.failure() { throw CheckFailure(description: failure) }
        return Sample(time: time, bytes: bytes * iterations)
      }
    }
  }
  let few = "\(name), 10 sessions"
  return Comparison(
    benchmark(few, sessions: 10, against: nil),
    benchmark("\(name), 1,000 sessions", sessions: 1_000, against: few))
}
