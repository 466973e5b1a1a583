import Millrace
import MillraceTesting
import TodoBench
import TodoExample

/// The time from the bytes of a key to the bytes of the frame on the screen of `todo`, compared
/// with fewer items. The time of a key after a pause is compared with consecutive keys.
@MainActor
func todoComparisons() -> [Comparison] {
  [
    comparison("todo: Down, the marker moves", .marker, atMost: 1_000),
    comparison("todo: Down, the list moves", .scroll, atMost: 900),
    comparison("todo: PgDn", .pgdn, atMost: 30),
    comparison("todo: a notch of the wheel", .wheel, atMost: 300),
    comparison("todo: Space", .space, atMost: 100),
    comparison("todo: a letter in the draft", .letter, atMost: 1_000),
    afterRest(), firstFrame(),
  ]
}

/// - Parameter limit: The number of keys that a list of 1,000 items allows.
@MainActor
private func comparison(_ name: String, _ work: TodoBench.Work, atMost limit: Int) -> Comparison {
  func benchmark(_ name: String, n count: Int, against baseline: String?) -> Benchmark {
    Benchmark(
      name, n: count, against: baseline, report: .time(.microseconds), .bytes,
      // An even number of presses of Space leaves the item unchanged.
      repeating: work == .space ? .fixed(limit) : .asNeeded(atMost: limit)
    ) {
      let bench = try TodoBench(work, items: count)
      return { iterations in
        bench.begin()
        let time = timed { bench.run(iterations) }
        try check(bench.failure(after: iterations))
        return Sample(time: time, bytes: bench.device.bytes)
      }
    }
  }
  let few = name + ", fewer items"
  return Comparison(
    benchmark(few, n: 1_000, against: nil), benchmark(name, n: 10_000, against: few))
}

@MainActor
private func afterRest() -> Comparison {
  let name = "todo: Down, the marker moves, after 50 ms"
  func benchmark(_ name: String, against baseline: String?, pause: Duration) -> Benchmark {
    Benchmark(
      name, n: 10_000, against: baseline, report: .time(.microseconds),
      // The first ten keys are Down, and only these are measured.
      repeating: .asNeeded(atMost: 8)
    ) {
      let bench = try TodoBench(.marker, items: 10_000)
      return { iterations in
        bench.begin()
        var time = Duration.zero
        for _ in 0..<iterations {
          idle(for: pause)
          time += timed { bench.run(1) }
        }
        try check(bench.failure(after: iterations))
        return Sample(time: time)
      }
    }
  }
  return Comparison(
    benchmark(name + ": at once", against: nil, pause: .zero),
    benchmark(name, against: name + ": at once", pause: .milliseconds(50)))
}

/// Makes the program, and draws its first frame.
@MainActor
private func firstFrame() -> Comparison {
  func benchmark(_ name: String, n count: Int, against baseline: String?) -> Benchmark {
    Benchmark(
      name, n: count, against: baseline, report: .time(.milliseconds), .bytes,
      repeating: .asNeeded(atMost: 10)
    ) {
      { iterations in
        var sample = Sample(time: .zero)
        for _ in 0..<iterations {
          let program = SampleProgram(
            items: count, dependencies: Dependencies(clock: ManualClock()))
          let device = CountingDevice()
          sample.time += try timed {
            blackHole(
              try program.start(
                on: [device], scheduler: ManualClock(), runOnMainActor: runSynchronously))
          }
          let screen = device.readScreen()
          try check(screen.contains { $0.contains("Call Ada") } ? nil : "no item is shown")
          sample.bytes += device.bytes
        }
        return sample
      }
    }
  }
  let few = "todo: first frame, fewer items"
  return Comparison(
    benchmark(few, n: 1_000, against: nil),
    benchmark("todo: first frame", n: 10_000, against: few))
}

private func check(_ failure: String?) throws(CheckFailure) {
  if let failure { throw CheckFailure(description: failure) }
}
