import Millrace
import MillraceStoreTesting
import TodoBench

/// A component with many kinds of widgets and about 1,500 nodes. A tick changes all of them, so the
/// whole screen is rendered, laid out and painted. The baseline is 16 ms, the time of a frame on a
/// display with 60 frames a second.
@MainActor
func complexComparisons() -> [Comparison] {
  let budget = "the 16 ms of a frame at 60 Hz, a constant"
  return [
    Comparison(
      Benchmark(budget, n: 1, report: .time(.milliseconds), repeating: .fixed(1)) {
        { iterations in Sample(time: .milliseconds(16) * iterations) }
      },
      Benchmark(
        "a complex component, whole frame", n: 1, against: budget,
        report: .time(.milliseconds), .bytes, repeating: .asNeeded(atMost: 10)
      ) {
        let store = Store<Int, Int>(initial: 0, reducer: Reducer { $0 += $1 })
        let (clock, device) = (ManualClock(), CountingDevice(columns: 160, rows: 60))
        let app = TerminalApp(store) { tick, _ in Dashboard(tick: tick) }
        let session = try app.start(on: device, scheduler: clock, runOnMainActor: runSynchronously)
        return { iterations in
          device.resetCounts()
          var time = Duration.zero
          for _ in 0..<iterations {
            clock.advance(by: .seconds(1))
            time += timed { store.dispatch(1) }
          }
          try check(device.writes == iterations, "\(iterations) frames, \(device.writes) writes")
          let screen = device.readScreen().joined(separator: "\n")
          for card in 0..<12 {
            let text = "Card \(card), tick \(store.state)"
            try check(screen.contains(text), "there is no \(text) in\n\(screen)")
          }
          withExtendedLifetime(session) {}
          return Sample(time: time, bytes: device.bytes)
        }
      })
  ]
}

/// Twelve cards in rows.
private struct Dashboard: Component, Equatable {
  let tick: Int

  var body: Node {
    Column {
      for row in 0..<3 {
        Row(gap: 1) {
          for column in 0..<4 { Card(number: row * 4 + column, tick: tick).grow() }
        }.grow()
      }
    }
  }
}

private struct Card: Component, Equatable {
  let number: Int
  let tick: Int

  private struct Entry: Identifiable, Equatable {
    let id: Int
    let name: String
    let amount: Int
  }

  private var entries: [Entry] {
    (0..<20).map { Entry(id: $0, name: "Entry \($0)", amount: ($0 * 37 + tick * number) % 1_000) }
  }

  var body: Node {
    Box(border: .rounded, title: "Card \(number), tick \(tick)") {
      Row(gap: 1) {
        Text("Filter").dim()
        TextField("tick \(tick)", onChange: { _ in }).grow()
        Checkbox(tick.isMultiple(of: 2)) {}
      }
      Row(gap: 1) {
        for index in 0..<8 { Text("\((tick + index) % 10)").bold(index == tick % 8) }
        Spacer()
        Button("Go") {}
      }
      ProgressBar(Double(tick % 100) / 100)
      for index in 0..<20 {
        Row {
          Text("Line \(index)").width(8)
          Text("\(entries[index].amount)").foreground(index.isMultiple(of: 2) ? .green : .yellow)
        }
      }
      Millrace.Table(
        entries,
        columns: [
          TableColumn("Name", width: .share()) { $0.name },
          TableColumn("Amount", align: .trailing) { "\($0.amount)" },
        ]
      ).grow()
      Sparkline(ChartPoints((0..<30).map { Double(($0 * 7 + tick) % 11) }))
    }
  }
}
