import Millrace
import MillraceStoreTesting
import TodoBench

/// The median and the slowest frame of a second, from the dispatch to the bytes. 100,000 lines per
/// second (1,667 per frame at 60 frames per second) are appended to a log of 1,000,000 lines,
/// compared with a log of 1,000 lines.
@MainActor
func logComparisons() -> [Comparison] {
  let (few, many) = (1_000, 1_000_000)
  return [
    Comparison(
      logFrames("log: 1,667 lines a frame, few", n: few) { $0[30] },
      logFrames("log: 1,667 lines a frame", n: many, against: "log: 1,667 lines a frame, few") {
        $0[30]
      },
      logFrames(
        "log: 1,667 lines a frame, filtered", n: many, against: "log: 1,667 lines a frame, few",
        filter: .text("error")
      ) { $0[30] }),
    Comparison(
      logFrames("log: slowest of 60 frames, few", n: few) { $0[59] },
      logFrames("log: slowest of 60 frames", n: many, against: "log: slowest of 60 frames, few") {
        $0[59]
      },
      logFrames(
        "log: slowest of 60 frames, filtered", n: many, against: "log: slowest of 60 frames, few",
        filter: .text("error")
      ) { $0[59] }),
  ]
}

@MainActor
private func logFrames(
  _ name: String, n count: Int, against baseline: String? = nil, filter: LogFilter? = nil,
  _ pick: @escaping ([Duration]) -> Duration
) -> Benchmark {
  Benchmark(
    name, n: count, against: baseline, report: .time(.milliseconds), repeating: .fixed(1)
  ) {
    // Two alternating batches, so that consecutive frames differ.
    let batches = (0..<2).map { item in
      (0..<1667).map { number in
        let level = number % 20 == 0 ? "\u{1B}[31mERROR\u{1B}[0m" : "\u{1B}[32mINFO\u{1B}[0m"
        return "2026-01-01T00:00:00 \(level) request \(number) took \(number % 97) ms for /\(item)"
      }
    }
    var lines = LogLines(maximumCount: count)
    lines.append(contentsOf: batches[1].prefix(1_000))
    let store = Store<LogLines, [String]>(
      initial: lines, reducer: Reducer { $0.append(contentsOf: $1) })
    let (clock, device) = (ManualClock(), CountingDevice())
    let app = TerminalApp(store) { state, _ in Log(state, filter: filter) }
    let session = try app.start(on: device, scheduler: clock, runOnMainActor: runSynchronously)
    // Appends in batches, so that the filter runs synchronously. If many lines arrive at once, the
    // filter tests them in a task.
    while store.state.count < count {
      clock.advance(by: .seconds(1))
      store.dispatch(batches[1])
    }
    return { _ in
      var times: [Duration] = []
      for frame in 0..<60 {
        clock.advance(by: .seconds(1))
        let before = device.writes
        times.append(timed { store.dispatch(batches[frame % 2]) })
        try check(device.writes == before + 1, "\(device.writes - before) frames, not one")
      }
      let last = device.readScreen().last { $0.contains("request") } ?? ""
      try check(
        last.contains(filter == nil ? "request 1666 " : "request 1660 "), "\(last) is the last row")
      try check(store.state.count == count, "\(store.state.count) lines are kept")
      withExtendedLifetime(session) {}
      return Sample(time: pick(times.sorted()))
    }
  }
}
