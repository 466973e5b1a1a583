import Millrace
import MillraceStoreTesting
import TodoBench

/// Frames with a small change, compared with a full repaint.
@MainActor
func frameComparisons() -> [Comparison] {
  [oneRowChanged(), hiddenRowChanged(), oneConnectChanged(), nothingChanged(), firstFrame()]
}

private let count = 10_000
private let repainted = ", all painted again"

/// A dispatch changes one visible row, which is rendered, laid out, drawn and painted. The
/// comparison with a list that just fills the screen shows costs that depend on the length of the
/// list.
@MainActor
private func oneRowChanged() -> Comparison {
  let name = "frame: one row changed"
  func benchmark(
    _ name: String, n: Int = count, against baseline: String?, repaints: Bool = false
  ) -> Benchmark {
    Benchmark(
      name, n: n, against: baseline, report: .time(.microseconds), .bytes,
      repeating: .asNeeded(atMost: 1_000)
    ) {
      let bench = FrameBench(count: n)
      let id = 10
      return { iterations in
        let sample = try bench.toggle(id, times: iterations, repaints: repaints)
        let writes = bench.device.writes
        try check(writes == iterations, "\(iterations) frames, \(writes) writes")
        let isDone = bench.store.state.items[id: id]?.isDone ?? false
        let text = isDone ? ItemRow.done : ItemRow.open
        try check(bench.device.lastWriteContains(text), "'\(text)' was not written")
        let row = try bench.row(of: id)
        try check(row.hasSuffix(text), "the row does not end in '\(text)': \(row)")
        return sample
      }
    }
  }
  return Comparison(
    benchmark(name + repainted, against: nil, repaints: true),
    benchmark(name, against: name + repainted),
    benchmark(name + ", few items", n: 30, against: name))
}

/// A dispatch changes a row that is not visible. The steps up to the painter are the same, and
/// there is no output.
@MainActor
private func hiddenRowChanged() -> Comparison {
  let name = "frame: a hidden row changed"
  func benchmark(_ name: String, against baseline: String?, repaints: Bool) -> Benchmark {
    Benchmark(
      name, n: count, against: baseline, report: .time(.microseconds), .bytes,
      repeating: .asNeeded(atMost: 1_000)
    ) {
      let bench = FrameBench(count: count)
      return { iterations in
        let bodies = bench.screen.renderer.statistics.bodies
        let sample = try bench.toggle(count / 2, times: iterations, repaints: repaints)
        let rendered = bench.screen.renderer.statistics.bodies - bodies
        try check(rendered >= iterations, "\(iterations) changes, \(rendered) bodies evaluated")
        let expected = repaints ? iterations : 0
        let writes = bench.device.writes
        try check(writes == expected, "\(writes) writes, not \(expected)")
        return sample
      }
    }
  }
  return Comparison(
    benchmark(name + repainted, against: nil, repaints: true),
    benchmark(name, against: name + repainted, repaints: false))
}

/// A dispatch changes one connected text in a tree of many mounted nodes.
@MainActor
private func oneConnectChanged() -> Comparison {
  func benchmark(_ name: String, rows: Int, against baseline: String?) -> Benchmark {
    Benchmark(
      name, n: rows * 100, against: baseline, report: .time(.microseconds), .bytes,
      repeating: .asNeeded(atMost: 1_000)
    ) {
      let store = itemStore(count: 1)
      let device = CountingDevice()
      let screen = TerminalScreen(device: device)
      screen.show(
        Column {
          for row in 0..<rows {
            Row {
              if row == 0 {
                Connect(store, \.items[id: 0]?.isDone) { isDone, _ in
                  Text(isDone == true ? ItemRow.done : ItemRow.open)
                }
              }
              for column in 1..<99 { Text("\(column % 10)").key(column) }
            }.key(row)
          }
        }.node)
      screen.drawFrame()
      return { iterations in
        device.resetCounts()
        let bodies = screen.renderer.statistics.bodies
        let time = timed {
          for _ in 0..<iterations {
            store.dispatch(.toggle(0))
            screen.drawFrame()
          }
        }
        try check(device.writes == iterations, "\(device.writes) writes, not \(iterations)")
        let rendered = screen.renderer.statistics.bodies - bodies
        try check(rendered == iterations, "\(rendered) bodies, not \(iterations)")
        return Sample(time: time, bytes: device.bytes)
      }
    }
  }
  let few = "frame: one Connect changed, few nodes"
  return Comparison(
    benchmark(few, rows: 1, against: nil),
    benchmark("frame: one Connect changed", rows: 100, against: few))
}

/// A frame without changes. The baseline compares all cells of two screens, as a library without
/// damage tracking must.
@MainActor
private func nothingChanged() -> Comparison {
  let baseline = "frame: two grids compared"
  let size = CountingDevice().size
  let cells = size.columns * size.rows
  return Comparison(
    Benchmark(baseline, n: cells, report: .time(.microseconds)) {
      let old = (0..<cells).map { index in
        Cell(Glyph(ascii: UInt8(ascii: "a") + UInt8(index % 26)), Style())
      }
      var new = old
      new[new.count / 2] = .empty
      return { iterations in
        var differences = 0
        let time = timed {
          for _ in 0..<iterations {
            let (first, second) = (opaque(old), opaque(new))
            for index in first.indices where first[index] != second[index] { differences += 1 }
          }
        }
        try check(differences == iterations, "\(differences) differences in \(iterations) rounds")
        return Sample(time: time)
      }
    },
    Benchmark(
      "frame: nothing changed", n: count, against: baseline, report: .time(.microseconds), .bytes
    ) {
      let bench = FrameBench(count: count)
      return { iterations in
        bench.device.resetCounts()
        let frames = bench.screen.frames
        let time = timed {
          for _ in 0..<iterations { bench.screen.drawFrame() }
        }
        try check(bench.screen.frames - frames == iterations, "frames were skipped")
        try check(bench.device.writes == 0, "\(bench.device.bytes) bytes were written")
        return Sample(time: time, bytes: bench.device.bytes)
      }
    })
}

/// The time from the creation of a store to the first screen, compared with fewer items.
@MainActor
private func firstFrame() -> Comparison {
  func benchmark(_ name: String, n: Int, against baseline: String?) -> Benchmark {
    Benchmark(
      name, n: n, against: baseline, report: .time(.microseconds), .bytes,
      repeating: .asNeeded(atMost: 100)
    ) {
      let app = TerminalApp(itemStore(count: n), view: itemView)
      return { iterations in
        var sample = Sample(time: .zero)
        for _ in 0..<iterations {
          let device = CountingDevice()
          var session: TerminalSession?
          sample.time += try timed {
            session = try app.start(
              on: device, scheduler: ManualClock(), runOnMainActor: runSynchronously)
          }
          sample.bytes += device.bytes
          session?.end()
          try check(device.writes == 1, "\(device.writes) writes, not one")
          let shown = device.readScreen().count { $0.contains("#") }
          try check(shown == device.size.rows - 2, "\(shown) rows show")
        }
        return sample
      }
    }
  }
  let few = "frame: the first, few items"
  return Comparison(
    benchmark(few, n: 100, against: nil), benchmark("frame: the first", n: count, against: few))
}
