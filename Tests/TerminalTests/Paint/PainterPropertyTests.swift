import MillraceTerminal
import MillraceWidgets
import MillraceTesting
import Testing

@Suite("The painter against a virtual screen")
struct PainterPropertyTests {
  /// Where a screen differs from the wanted one, in places that `matters` says yes to.
  private func difference(
    _ grid: CellGrid, _ screen: VirtualScreen, _ depth: ColorDepth,
    matters: (_ text: String, _ x: Int, _ y: Int) -> Bool = { _, _, _ in true }
  ) -> String? {
    for y in 0..<grid.height {
      for x in 0..<grid.width {
        let wanted = grid.text(x: x, y: y)
        let (text, style) = screen.cell(x: x, y: y)
        guard matters(wanted, x, y) else { continue }
        let wantedStyle = grid[x: x, y: y].style.reduced(to: depth)
        let seen = text == " " ? style.onBlank : style
        if wanted != text || wantedStyle != seen {
          return "\(x),\(y): wanted '\(wanted)' \(wantedStyle), shown '\(text)' \(seen)"
        }
      }
    }
    return nil
  }

  @Test(
    "frame after frame, the terminal shows what is wanted, in no more bytes than a full frame takes",
    arguments: 1...24 as ClosedRange<UInt64>)
  func everyFrame(seed: UInt64) {
    let depths = ColorDepth.allCases
    let depth = depths[Int(seed) % depths.count]
    var random = RandomScreen(seed: seed, width: 24, height: 9)
    var screen = VirtualScreen(width: 24, height: 9, fillsWithBackground: seed % 2 == 0)
    screen.feed("left over\u{1B}[3;5r\u{1B}[41m")
    var painter = Painter(colorDepth: depth)
    for frame in 0..<120 {
      if random.number(0..<40) == 0 {
        let (width, height) = (random.number(1..<40), random.number(1..<12))
        random.grid.resize(width: width, height: height)
        screen.resize(width: width, height: height)
      }
      if random.number(0..<40) == 0 {
        painter.invalidate()
        screen.feed("spoilt\u{1B}[1;44m")
      }
      for _ in 0..<random.number(0..<6) where random.grid.width > 3 && random.grid.height > 2 {
        random.draw()
      }
      let cursor =
        random.number(0..<3) == 0
        ? nil : (x: random.number(0..<random.grid.width), y: random.number(0..<random.grid.height))
      var bytes: [UInt8] = []
      painter.paint(&random.grid, cursor: cursor, into: &bytes)
      screen.feed(bytes)
      let place: Comment = "seed \(seed), frame \(frame)"
      if let difference = difference(random.grid, screen, depth) {
        Issue.record("\(place): \(difference)")
        return
      }
      #expect(screen.isCursorVisible == (cursor != nil), place)
      if let cursor {
        #expect((screen.cursorX, screen.cursorY) == cursor, place)
      }
      #expect(screen.unknownSequences.isEmpty, "\(place): \(screen.unknownSequences)")

      var full: [UInt8] = []
      var other = Painter(colorDepth: depth)
      var copy = random.grid
      copy.markDamaged()
      other.paint(&copy, cursor: cursor, into: &full)
      #expect(bytes.count <= full.count, place)

      var again: [UInt8] = []
      random.grid.markDamaged()
      painter.paint(&random.grid, cursor: cursor, into: &again)
      #expect(again.isEmpty, place)
    }
  }

  @Test(
    "where a terminal counts clusters differently, the error stays in the cluster's own place",
    arguments: 1...16 as ClosedRange<UInt64>)
  func otherWidths(seed: UInt64) {
    var random = RandomScreen(seed: seed, width: 40, height: 6)
    var screen = VirtualScreen(width: 40, height: 6, widths: .scalars)
    if seed % 2 == 0 {
      screen.feed("\u{1B}[?7l")
    } else {
      // As many columns as the longest of the clusters takes there: a terminal that wraps would
      // wrap it.
      random.plainMargin = 12
    }
    var painter = Painter(colorDepth: .trueColor)
    let sure = Set(RandomScreen.plain.joined())
    for frame in 0..<100 {
      for _ in 0..<random.number(0..<5) { random.draw() }
      var bytes: [UInt8] = []
      painter.paint(&random.grid, cursor: (x: 0, y: 0), into: &bytes)
      screen.feed(bytes)
      let difference = difference(random.grid, screen, .trueColor) { text, x, y in
        guard let cluster = text.first else {
          // The second half of a wide cluster: whatever is there, it is not what stood there
          // before.
          let shown = screen.cell(x: x, y: y).text
          return shown.first.map { $0 != " " && sure.contains($0) } ?? false
        }
        return sure.contains(cluster)
      }
      if let difference {
        Issue.record("seed \(seed), frame \(frame): \(difference)")
        return
      }
    }
  }

  @Test("clusters are told apart after the grid has numbered them anew")
  func renumbering() {
    var grid = CellGrid(width: 4, height: 1)
    var screen = VirtualScreen(width: 4, height: 1)
    var painter = Painter(colorDepth: .trueColor)
    func cluster(_ number: Int) -> String {
      var text = "a"
      text.unicodeScalars.append(Unicode.Scalar(0x300 + UInt32(number % 64))!)
      text.unicodeScalars.append(Unicode.Scalar(0x300 + UInt32(number / 64))!)
      return text
    }
    for number in 0..<1200 {
      grid.write(cluster(number), x: 1, y: 0)
      // This one stays on the terminal until the grid has given its number to another.
      guard number == 1 || number >= 1024 else { continue }
      var bytes: [UInt8] = []
      painter.paint(&grid, cursor: nil, into: &bytes)
      screen.feed(bytes)
      #expect(screen.cell(x: 1, y: 0).text == cluster(number))
    }
  }
}
