import Millrace
import MillraceStoreTesting
import TodoBench

/// A row of thirty columns.
struct TableRow: Identifiable, Sendable {
  let id: Int
  /// A pseudorandom number (Steele, Lea and Flood, "Fast splittable pseudorandom number
  /// generators", 2014).
  var rank: Int {
    var bits = UInt64(id) &* 0x9E37_79B9_7F4A_7C15
    bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
    return Int(truncatingIfNeeded: bits ^ bits >> 31)
  }
}

private let columns = (0..<30).map { column in
  TableColumn<TableRow>("C\(column)", width: .cells(8), sortedBy: \.rank) {
    column == 0 ? "#\($0.id)" : "\($0.id &+ column)"
  }
}

/// A table of thirty columns. A key with many rows is compared with few rows, and sorting is
/// compared with the standard library's sort of the same keys.
@MainActor
func tableComparisons() -> [Comparison] {
  func key(_ name: String, n count: Int, against baseline: String?) -> Benchmark {
    Benchmark(
      name, n: count, against: baseline, report: .time(.microseconds),
      repeating: .asNeeded(atMost: 80)
    ) {
      let rows = (0..<count).map { TableRow(id: $0) }
      let (clock, device) = (ManualClock(), CountingDevice())
      let app = TerminalApp(Store<Int, Int>(initial: 0, reducer: Reducer { $0 += $1 })) {
        Millrace.Table(rows, columns: columns)
      }
      let session = try app.start(on: device, scheduler: clock, runOnMainActor: runSynchronously)
      let (down, home) = (Array("\u{1B}[B".utf8), Array("\u{1B}[H".utf8))
      return { iterations in
        @MainActor func send(_ input: [UInt8]) {
          clock.advance(by: .seconds(1))
          device.type(input)
        }
        send(home)
        let time = timed { for _ in 0..<iterations { send(down) } }
        let current = device.readScreen().first { $0.hasPrefix("›") } ?? ""
        try check(current.contains("#\(iterations) "), "\(current), not row \(iterations)")
        withExtendedLifetime(session) {}
        return Sample(time: time)
      }
    }
  }
  return [
    Comparison(
      key("table: Down, 100 rows", n: 100, against: nil),
      key("table: Down, many rows", n: 1_000_000, against: "table: Down, 100 rows")),
    sorting(),
  ]
}

@MainActor
private func sorting() -> Comparison {
  let count = 1_000_000
  let rows = (0..<count).map { TableRow(id: $0) }
  return Comparison(
    Benchmark("table: Array.sort of the keys", n: count, report: .time(.milliseconds)) {
      { iterations in
        var time = Duration.zero
        for _ in 0..<iterations {
          var keys = rows.map(\.rank)
          time += timed { keys.sort() }
          try check(keys[0] <= keys[1], "the keys are sorted")
        }
        return Sample(time: time)
      }
    },
    Benchmark(
      "table: sorted by a column", n: count, against: "table: Array.sort of the keys",
      report: .time(.milliseconds)
    ) {
      { iterations in
        var time = Duration.zero
        for _ in 0..<iterations {
          var order: [Int32] = []
          time += timed { order = columns[1].order(of: rows) ?? [] }
          try check(rows[Int(order[0])].rank <= rows[Int(order[1])].rank, "the rows are sorted")
        }
        return Sample(time: time)
      }
    })
}
