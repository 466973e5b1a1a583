import Millrace
import MillraceStoreTesting
import TodoBench

private struct Tile: Identifiable, Sendable {
  let id: Int
}

/// The time of a key in a grid of many cells, compared with few cells, and of a new point in a
/// chart.
@MainActor
func chartComparisons() -> [Comparison] {
  [
    Comparison(
      gridKey("grid: Down, 100 cells", n: 100, against: nil),
      gridKey("grid: Down, many cells", n: 1_000_000, against: "grid: Down, 100 cells")),
    Comparison(newPoint("chart: a point more, 1,000 points", n: 1_000)),
  ]
}

@MainActor
private func gridKey(_ name: String, n count: Int, against baseline: String?) -> Benchmark {
  Benchmark(
    name, n: count, against: baseline, report: .time(.microseconds),
    repeating: .asNeeded(atMost: 30)
  ) {
    let tiles = (0..<count).map { Tile(id: $0) }
    let (clock, device) = (ManualClock(), CountingDevice())
    let app = TerminalApp(Store<Int, Int>(initial: 0, reducer: Reducer { $0 += $1 })) {
      // Three columns, so that 100 cells have enough rows for all keys.
      LazyGrid(tiles, cellWidth: 30) { Text("#\($0.id) ") }
    }
    let session = try app.start(on: device, scheduler: clock, runOnMainActor: runSynchronously)
    let (down, home) = (Array("\u{1B}[B".utf8), Array("\u{1B}[H".utf8))
    return { iterations in
      @MainActor func send(_ input: [UInt8]) {
        clock.advance(by: .seconds(1))
        device.type(input)
      }
      send(home)
      let columns = device.readScreen()[0].split(separator: "#").count - 1
      let time = timed { for _ in 0..<iterations { send(down) } }
      let target = iterations * columns
      try check(
        device.readScreen().contains { $0.contains("› #\(target) ") }, "not at item \(target)")
      withExtendedLifetime(session) {}
      return Sample(time: time)
    }
  }
}

@MainActor
private func newPoint(_ name: String, n count: Int) -> Benchmark {
  Benchmark(name, n: count, report: .time(.microseconds)) {
    func height(_ index: Int) -> Double { Double(index &* 7_919 % 1_000) / 10 }
    // The limit keeps the number of points constant while points are appended.
    var points = ChartPoints((0..<count).map(height), limit: count)
    var next = count
    let device = CountingDevice()
    let screen = TerminalScreen(device: device)
    @MainActor func show() {
      screen.show(LineChart([ChartSeries("load", points)]).grow())
      screen.drawFrame()
    }
    show()
    return { iterations in
      let time = timed {
        for _ in 0..<iterations {
          points.append(height(next))
          next += 1
          show()
        }
      }
      let rows = device.readScreen()
      let isDrawn = rows.joined().unicodeScalars.contains { (0x2801...0x28FF).contains($0.value) }
      try check(isDrawn && rows.contains { $0.contains("┤") }, "the chart is missing")
      return Sample(time: time)
    }
  }
}
