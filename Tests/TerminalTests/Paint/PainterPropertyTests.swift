import MillraceRender
import MillraceTerminal
import MillraceTesting
import MillraceWidgets
import Testing
import TestSupport

@Suite("Painter against a virtual screen")
struct PainterPropertyTests {
  /// The first difference between a screen and the grid, among the cells that `matters` accepts.
  private func difference(
    _ grid: CellGrid, _ screen: VirtualScreen, _ depth: ColorDepth,
    styledUnderlines: Bool = true,
    matters: (_ text: String, _ x: Int, _ y: Int) -> Bool = { _, _, _ in true }
  ) -> String? {
    for y in 0..<grid.height {
      for x in 0..<grid.width {
        let wanted = grid.text(x: x, y: y)
        var (text, style) = screen.cell(x: x, y: y)
        guard matters(wanted, x, y), !wanted.isEmpty || grid.widths != .scalars else { continue }
        var next = x + 1
        // A terminal that adds up scalars stores them in cells of their own.
        while wanted != text, next < grid.width, grid[x: next, y: y].glyph == .wideTail {
          text += screen.cell(x: next, y: y).text
          next += 1
        }
        let link = grid.link(x: x, y: y)
        if !wanted.isEmpty, link != screen.link(x: x, y: y) {
          return "\(x),\(y): a link to \(link ?? "-"), shown \(screen.link(x: x, y: y) ?? "-")"
        }
        let wantedStyle = shown(grid[x: x, y: y].style, wanted, link, depth, styledUnderlines)
        let seen = shown(style, text, link, .trueColor)
        if wanted != text || wantedStyle != seen {
          return "\(x),\(y): wanted '\(wanted)' \(wantedStyle), shown '\(text)' \(seen)"
        }
      }
    }
    return nil
  }

  /// The visible part of a style. On a linked blank, invisible parts can differ.
  private func shown(
    _ style: Style, _ text: String, _ link: String?, _ depth: ColorDepth,
    _ styledUnderlines: Bool = true
  ) -> Style {
    let style = style.reduced(to: depth, styledUnderlines: styledUnderlines)
    return text == " " ? style.onBlank : style
  }

  @Test(
    "each frame shows the grid, in no more bytes than a full frame takes",
    arguments: 1...rounds(6, long: 24) as ClosedRange<UInt64>)
  func everyFrame(seed: UInt64) {
    let depths = ColorDepth.allCases
    let depth = depths[Int(seed) % depths.count]
    var random = RandomScreen(seed: seed, width: 24, height: 9)
    var screen = VirtualScreen(width: 24, height: 9, fillsWithBackground: seed % 2 == 0)
    screen.feed("left over\u{1B}[3;5r\u{1B}[41m")
    var painter = Painter(traits: TerminalTraits(colorDepth: depth))
    for frame in 0..<rounds(40, long: 120) {
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
      func comment() -> Comment { "seed \(seed), frame \(frame)" }
      if let difference = difference(random.grid, screen, depth) {
        Issue.record("\(comment()): \(difference)")
        return
      }
      #expect(screen.isCursorVisible == (cursor != nil), comment())
      if let cursor {
        #expect((screen.cursorX, screen.cursorY) == cursor, comment())
      }
      #expect(screen.unknownSequences.isEmpty, "\(comment()): \(screen.unknownSequences)")

      var full: [UInt8] = []
      var other = Painter(traits: TerminalTraits(colorDepth: depth))
      var copy = random.grid
      copy.markDamaged()
      other.paint(&copy, cursor: cursor, into: &full)
      #expect(bytes.count <= full.count, comment())

      var again: [UInt8] = []
      random.grid.markDamaged()
      painter.paint(&random.grid, cursor: cursor, into: &again)
      #expect(again.isEmpty, comment())
    }
  }

  @Test(
    "on a terminal with other cluster widths, only a cluster's own cells can be wrong",
    arguments: 1...rounds(6, long: 16) as ClosedRange<UInt64>)
  func otherWidths(seed: UInt64) {
    var random = RandomScreen(seed: seed, width: 40, height: 6)
    var screen = VirtualScreen(width: 40, height: 6, widths: .scalars)
    if seed % 2 == 0 {
      screen.feed("\u{1B}[?7l")
    } else {
      // Keeps clusters away from the right edge by the width of the longest one, because this
      // terminal would wrap it.
      random.plainMargin = 12
    }
    var painter = Painter(traits: TerminalTraits(colorDepth: .trueColor))
    let certain = Set(RandomScreen.plain.joined())
    for frame in 0..<rounds(50, long: 100) {
      for _ in 0..<random.number(0..<5) { random.draw() }
      var bytes: [UInt8] = []
      painter.paint(&random.grid, cursor: (x: 0, y: 0), into: &bytes)
      screen.feed(bytes)
      let difference = difference(random.grid, screen, .trueColor) { text, x, y in
        guard let cluster = text.first else {
          // In the second half of a wide cluster, any text is right except that of an older frame.
          let shown = screen.cell(x: x, y: y).text
          return shown.first.map { $0 != " " && certain.contains($0) } ?? false
        }
        return certain.contains(cluster)
      }
      if let difference {
        Issue.record("seed \(seed), frame \(frame): \(difference)")
        return
      }
    }
  }

  /// The kinds of terminals that are painted on in turn.
  static let terminals: [TerminalTraits] = {
    var vt100 = TerminalTraits(colorDepth: .none, features: [])
    vt100.isUTF8 = false
    return [
      TerminalTraits(), TerminalTraits(widths: WidthRules()),
      TerminalTraits(widths: .scalars), vt100,
      TerminalTraits(
        colorDepth: .ansi16,
        features: [.columnAddressing, .eraseCharacters, .insertCharacters, .margins]),
      TerminalTraits(features: [.repeatCharacter, .scrollLines, .hyperlinks]),
      TerminalTraits(isUTF8: false),
    ]
  }()

  @Test(
    "on each kind of terminal, a frame equals a full one, and a repaint repairs the screen",
    arguments: 1...rounds(7, long: 42) as ClosedRange<UInt64>)
  func everyTerminal(seed: UInt64) {
    let traits = Self.terminals[Int(seed) % Self.terminals.count]
    let widths: VirtualScreen.Widths = traits.widths == .scalars ? .scalars : .clusters
    var random = RandomScreen(seed: seed, width: 40, height: 9)
    random.grid.widths = traits.widths
    func terminal() -> VirtualScreen {
      var screen = VirtualScreen(
        width: 40, height: 9, widths: widths, fillsWithBackground: seed % 2 == 0)
      screen.feed("\u{1B}[?7l")
      return screen
    }
    var screen = terminal()
    var painter = Painter(traits: traits)
    for frame in 0..<rounds(24, long: 150) {
      func comment() -> Comment { "seed \(seed), frame \(frame)" }
      let scribbles = random.number(0..<20) == 0
      if scribbles {
        screen.feed("scribble\u{1B}[2;4r\u{1B}[3;3H\u{1B}[1;4;44mon it\u{1B}[5@")
        painter.invalidate()
      }
      if random.number(0..<4) == 0 {
        let region = random.number(0..<4)..<random.number(5..<10)
        _ = random.grid.scroll(region, by: random.number(-3..<4))
      }
      for _ in 0..<random.number(0..<6) { random.draw() }
      var bytes: [UInt8] = []
      painter.paint(&random.grid, cursor: (x: 0, y: 0), into: &bytes)
      screen.feed(bytes)

      var full = terminal()
      var fresh = Painter(traits: traits)
      var copy = random.grid
      copy.markDamaged()
      var fullBytes: [UInt8] = []
      fresh.paint(&copy, cursor: (x: 0, y: 0), into: &fullBytes)
      full.feed(fullBytes)
      for y in 0..<9 {
        for x in 0..<40 {
          let (text, style) = screen.cell(x: x, y: y)
          let (wanted, wantedStyle) = full.cell(x: x, y: y)
          let link = full.link(x: x, y: y)
          guard
            text != wanted || screen.link(x: x, y: y) != link
              || style != wantedStyle
                && shown(style, text, link, .trueColor)
                  != shown(wantedStyle, text, link, .trueColor)
          else { continue }
          Issue.record(
            "\(comment()): \(x),\(y): wanted '\(wanted)' \(wantedStyle) \(link ?? ""), shown '\(text)' \(style)"
          )
          return
        }
      }
      if traits.isUTF8, traits.features.contains(.hyperlinks) {
        let difference = difference(
          random.grid, screen, traits.colorDepth,
          styledUnderlines: traits.features.contains(.styledUnderlines))
        if let difference {
          Issue.record("\(comment()): \(difference)")
          return
        }
      } else if !traits.isUTF8 {
        #expect(bytes.allSatisfy { $0 < 0x80 }, comment())
      }
      #expect(screen.unknownSequences.isEmpty, "\(comment()): \(screen.unknownSequences)")
      var again: [UInt8] = []
      random.grid.markDamaged()
      painter.paint(&random.grid, cursor: (x: 0, y: 0), into: &again)
      #expect(again.isEmpty, comment())
    }
  }

  @Test("clusters stay distinct after the grid has renumbered them")
  func renumbering() {
    var grid = CellGrid(width: 4, height: 1)
    var screen = VirtualScreen(width: 4, height: 1)
    var painter = Painter(traits: TerminalTraits(colorDepth: .trueColor))
    func cluster(_ number: Int) -> String {
      var text = "a"
      text.unicodeScalars.append(Unicode.Scalar(0x300 + UInt32(number % 64))!)
      text.unicodeScalars.append(Unicode.Scalar(0x300 + UInt32(number / 64))!)
      return text
    }
    for number in 0..<1200 {
      grid.write(cluster(number), x: 1, y: 0)
      // Cluster 1 stays on the terminal until the grid has reused its number.
      guard number == 1 || number >= 1024 else { continue }
      var bytes: [UInt8] = []
      painter.paint(&grid, cursor: nil, into: &bytes)
      screen.feed(bytes)
      #expect(screen.cell(x: 1, y: 0).text == cluster(number))
    }
  }
}
