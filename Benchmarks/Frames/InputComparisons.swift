import Millrace

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The time from the bytes of a key or of the wheel to the bytes of the resulting frame, compared
/// with the same input followed by Ctrl-L, which repaints everything.
@MainActor
func inputComparisons() -> [Comparison] {
  let down = Array("\u{1B}[B".utf8)
  let pageDown = Array("\u{1B}[6~".utf8)
  let wheelDown = Array("\u{1B}[<65;10;10M".utf8)
  return [
    comparison("input: Down, the marker moves", input: down, atMost: 25) { bench in
      Course(step: 1, position: { try bench.currentItem() })
    },
    comparison(
      "input: Down, the list moves", input: down, atMost: 1_000,
      looks: [("a bar", .bar), ("rows of five lines", .fiveLines)]
    ) { bench in
      // Moves to the last visible row, and then until that row is completely visible.
      bench.send(pageDown)
      bench.send(down)
      return Course(step: 1, position: { try bench.firstItem() })
    },
    comparison("input: PgDn", input: pageDown, atMost: 300) { bench in
      // After this one, each page is a full page.
      bench.send(pageDown)
      let start = try bench.currentItem()
      bench.send(pageDown)
      return Course(step: try bench.currentItem() - start, position: { try bench.currentItem() })
    },
    comparison("input: wheel", input: wheelDown, atMost: 1_000) { bench in
      Course(step: 3, position: { try bench.firstItem() })
    },
    afterIdleness(input: down),
  ]
}

/// The expected effect of an input.
private struct Course {
  /// The number of items that each input moves.
  let step: Int
  /// The position of the list.
  let position: () throws -> Int
}

/// - Parameters:
///   - looks: Other appearances of the list, by name, which are compared with the plain list.
///   - begin: Moves from the start of the list to the position at which the input is sent.
@MainActor
private func comparison(
  _ name: String, input: [UInt8], atMost limit: Int, looks: [(name: String, look: ListLook)] = [],
  begin: @escaping @MainActor (SessionBench) throws -> Course
) -> Comparison {
  let home = Array("\u{1B}[H".utf8)
  let repaint: [UInt8] = [0x0C]
  func benchmark(
    _ name: String, n count: Int = 10_000, look: ListLook = .plain, against baseline: String?,
    sending input: [UInt8]
  ) -> Benchmark {
    Benchmark(
      name, n: count, against: baseline, report: .time(.microseconds), .bytes,
      repeating: .asNeeded(atMost: min(limit, count / 40))
    ) {
      let bench = try SessionBench(count: count, look: look)
      return { iterations in
        bench.send(home)
        let course = try begin(bench)
        let start = try course.position()
        bench.device.resetCounts()
        let time = timed {
          for _ in 0..<iterations { bench.send(input) }
        }
        let writes = bench.device.writes
        try check(writes == iterations, "\(iterations) inputs, \(writes) writes")
        let moved = try course.position() - start
        let expected = course.step * iterations
        try check(moved == expected, "the list moved by \(moved) items, not by \(expected)")
        return Sample(time: time, bytes: bench.device.bytes)
      }
    }
  }
  let baseline = name + ", all painted again"
  return Comparison(
    benchmarks: [
      benchmark(baseline, against: nil, sending: input + repaint),
      benchmark(name, against: baseline, sending: input),
      benchmark(name + ", few items", n: 200, against: name, sending: input),
      benchmark(name + ", many items", n: 1_000_000, against: name, sending: input),
    ]
      + looks.map {
        benchmark("\(name), \($0.name)", look: $0.look, against: name, sending: input)
      })
}

/// The time of a single key after a pause, as a person experiences it: the caches are cold.
@MainActor
private func afterIdleness(input: [UInt8]) -> Comparison {
  let name = "input: Down, the marker moves, after 50 ms"
  func benchmark(_ name: String, against baseline: String?, pause: Duration) -> Benchmark {
    Benchmark(
      name, n: 10_000, against: baseline, report: .time(.microseconds),
      repeating: .asNeeded(atMost: 20)
    ) {
      let bench = try SessionBench(count: 10_000)
      return { iterations in
        bench.send(Array("\u{1B}[H".utf8))
        let start = try bench.currentItem()
        var time = Duration.zero
        for _ in 0..<iterations {
          idle(for: pause)
          time += timed { bench.send(input) }
        }
        let moved = try bench.currentItem() - start
        try check(moved == iterations, "the marker moved by \(moved) rows, not by \(iterations)")
        return Sample(time: time)
      }
    }
  }
  return Comparison(
    benchmark(name + ": at once", against: nil, pause: .zero),
    benchmark(name, against: name + ": at once", pause: .milliseconds(50)))
}

/// Waits without using the processor.
func idle(for pause: Duration) {
  let end = ContinuousClock.now + pause
  while ContinuousClock.now < end { usleep(10_000) }
}
