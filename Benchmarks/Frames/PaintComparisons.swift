import Millrace
import MillraceTesting

/// The time of painting cells to bytes: small changes, compared with a full repaint.
@MainActor
func paintComparisons() -> [Comparison] {
  [
    comparison("paint: one row of 80×24", width: 80, height: 24) { $0.changeRow() },
    comparison("paint: 94 cells of 200×60", width: 200, height: 60) { $0.changeCells(94) },
    comparison("paint: nothing changed, 200×60", width: 200, height: 60) { _ in },
  ]
}

/// - Parameter change: Draws a change between two frames. It is not measured.
@MainActor
private func comparison(
  _ name: String, width: Int, height: Int, change: @escaping (inout PaintBench) -> Void
) -> Comparison {
  func benchmark(_ name: String, against baseline: String?, repaints: Bool) -> Benchmark {
    Benchmark(
      name, n: width * height, against: baseline, report: .time(.microseconds), .bytes,
      repeating: .asNeeded(atMost: 1_000)
    ) {
      var bench = PaintBench(width: width, height: height)
      return { iterations in
        // The first frames are not measured, because they make the buffers grow.
        for _ in 0..<50 {
          change(&bench)
          bench.paint()
          bench.keepBytes()
        }
        var time = Duration.zero
        var bytes = 0
        for _ in 0..<iterations {
          change(&bench)
          if repaints { bench.painter.invalidate() }
          time += timed { bench.paint() }
          bytes += bench.bytes.count
          bench.keepBytes()
        }
        try check(bench.isShown, "a terminal does not show what was painted")
        return Sample(time: time, bytes: bytes)
      }
    }
  }
  let baseline = name + ", all painted again"
  return Comparison(
    benchmark(baseline, against: nil, repaints: true),
    benchmark(name, against: baseline, repaints: false))
}

/// A painter, a screen full of text, and an emulator of its terminal.
struct PaintBench {
  var painter = Painter(traits: TerminalTraits())
  var grid: CellGrid
  private(set) var bytes: [UInt8] = []
  private var terminal: VirtualScreen
  private var unread: [UInt8] = []
  private var frames = 0
  private var random: UInt64 = 1

  init(width: Int, height: Int) {
    grid = CellGrid(width: width, height: height)
    terminal = VirtualScreen(width: width, height: height)
    unread.reserveCapacity(1 << 24)
    bytes.reserveCapacity(1 << 18)
    for y in 0..<height { draw(row: y, step: 7) }
    paint()
    keepBytes()
  }

  mutating func paint() {
    bytes.removeAll(keepingCapacity: true)
    painter.paint(&grid, cursor: nil, into: &bytes)
  }

  /// Stores the painted bytes for the check.
  mutating func keepBytes() {
    if unread.count + bytes.count > 1 << 24 { read() }
    unread += bytes
  }

  private mutating func read() {
    terminal.feed(unread)
    unread.removeAll(keepingCapacity: true)
  }

  var isShown: Bool {
    mutating get {
      read()
      return (0..<grid.height).allSatisfy { y in
        terminal.rowText(y) == grid.rowText(y)
      }
    }
  }

  /// - Parameter step: The distance between consecutive letters. Rows with the steps 7 and 9 have
  ///   different letters at each position, and no common part.
  private mutating func draw(row y: Int, step: Int) {
    let letters = (0..<grid.width).map { x in
      UInt8(ascii: step == 7 ? "a" : "A") + UInt8((y + x * step) % 26)
    }
    grid.write(String(decoding: letters, as: UTF8.self), x: 0, y: y)
  }

  mutating func changeRow() {
    frames += 1
    draw(row: 10, step: frames % 2 == 0 ? 7 : 9)
  }

  /// Changes cells at random positions of the screen.
  mutating func changeCells(_ count: Int) {
    for _ in 0..<count {
      // The generator is that of Knuth's MMIX.
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let index = Int(random >> 33) % (grid.width * grid.height)
      let (x, y) = (index % grid.width, index / grid.width)
      let letter = UInt8(ascii: "A") + UInt8(truncatingIfNeeded: random >> 20) % 26
      grid.write(
        grid[x: x, y: y].glyph == Glyph(ascii: letter) ? "#" : String(Unicode.Scalar(letter)),
        x: x, y: y)
    }
  }
}
