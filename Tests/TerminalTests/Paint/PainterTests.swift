import MillraceRender
import MillraceTerminal
import MillraceWidgets
import Testing

@Suite("Painter")
struct PainterTests {
  /// Paints one frame after another, and returns the bytes of each as text with `ESC` as `^`.
  private struct Session {
    var painter: Painter
    var grid: CellGrid

    init(width: Int = 20, height: Int = 4, depth: ColorDepth = .trueColor) {
      self.init(width: width, height: height, TerminalTraits(colorDepth: depth))
    }

    init(width: Int = 20, height: Int = 4, _ traits: TerminalTraits) {
      painter = Painter(traits: traits)
      grid = CellGrid(width: width, height: height, widths: traits.widths)
      _ = frame()
    }

    mutating func frame(cursor: (x: Int, y: Int)? = nil) -> String {
      var bytes: [UInt8] = []
      painter.paint(&grid, cursor: cursor, into: &bytes)
      return String(decoding: bytes, as: UTF8.self).replacing("\u{1B}", with: "^")
    }
  }

  @Test("the first frame clears the screen and hides the cursor")
  func firstFrame() {
    var painter = Painter(traits: TerminalTraits(colorDepth: .trueColor))
    var grid = CellGrid(width: 5, height: 2)
    grid.write("hi", x: 1, y: 1)
    var bytes: [UInt8] = []
    painter.paint(&grid, cursor: nil, into: &bytes)
    #expect(
      String(decoding: bytes, as: UTF8.self)
        == "\u{1B}[?25l\u{1B}(B\u{F}\u{1B}[4l\u{1B}[?6l\u{1B}[r\u{1B}]8;;\u{1B}\\\u{1B}[m\u{1B}[H\u{1B}[2J\r\n hi"
    )
  }

  @Test("an unchanged frame writes nothing")
  func nothing() {
    var session = Session()
    session.grid.write("abc", x: 0, y: 0)
    _ = session.frame()
    #expect(session.frame() == "")
    session.grid.clear(x: 0, y: 0, width: 20, height: 1)
    session.grid.write("abc", x: 0, y: 0)
    #expect(session.frame() == "")
    #expect(session.frame(cursor: (1, 0)) == "\u{8}\u{8}^[?25h")
    #expect(session.frame(cursor: (1, 0)) == "")
  }

  @Test("only changed cells are written")
  func changedCells() {
    var session = Session()
    session.grid.write("0123456789abcdef", x: 0, y: 1)
    _ = session.frame()
    session.grid.write("0X23456789abcdYf", x: 0, y: 1)
    #expect(session.frame() == "\r0X^[12CY")
    session.grid.write("0Z2W", x: 0, y: 1)
    #expect(session.frame() == "\r0Z2W")
  }

  @Test("a style change writes only the difference, or a reset if that is shorter")
  func styles() {
    var session = Session()
    session.grid.write("a", x: 0, y: 0, style: Style(foreground: .red, attributes: .bold))
    session.grid.write("b", x: 1, y: 0, style: Style(foreground: .red, attributes: .dim))
    session.grid.write("c", x: 2, y: 0, style: Style(foreground: .brightBlue, attributes: .dim))
    session.grid.write("d", x: 3, y: 0)
    #expect(session.frame() == "^[1;31ma^[22;2mb^[94mc^[md")
  }

  @Test("text that is bold and dim stays dim when it is not bold any more")
  func boldAndDim() {
    var session = Session()
    let both: Attributes = [.bold, .dim]
    session.grid.write("a", x: 0, y: 0, style: Style(foreground: .red, attributes: both))
    session.grid.write("b", x: 1, y: 0, style: Style(foreground: .red, attributes: .dim))
    #expect(session.frame() == "^[1;2;31ma^[22;2mb")
  }

  @Test("blanks do not change styles that are invisible on them")
  func blanks() {
    var session = Session()
    session.grid.write("xxxxx", x: 0, y: 0)
    _ = session.frame()
    session.grid.write("a b", x: 0, y: 0, style: Style(foreground: .red, attributes: .bold))
    #expect(session.frame() == "\r^[1;31ma b")
  }

  @Test("colours are reduced to the terminal's depth")
  func depth() {
    for (depth, expected) in [
      (ColorDepth.none, "a"), (.ansi16, "^[91ma"), (.ansi256, "^[38;5;196ma"),
      (.trueColor, "^[38;2;255;0;0ma"),
    ] {
      var session = Session(depth: depth)
      session.grid.write("a", x: 0, y: 0, style: Style(foreground: .rgb(255, 0, 0)))
      #expect(session.frame() == expected)
    }
  }

  @Test("the end of a row and the end of the screen are erased")
  func erasing() {
    var session = Session()
    for y in 0..<4 { session.grid.write("abcdefghijklmnop", x: 0, y: y) }
    _ = session.frame()
    session.grid.clear(x: 4, y: 1, width: 16, height: 1)
    #expect(session.frame() == "^[2;5H^[K")
    session.grid.clear(x: 2, y: 1, width: 18, height: 1)
    session.grid.clear(x: 0, y: 2, width: 20, height: 2)
    #expect(session.frame() == "\u{8}\u{8}^[J")
  }

  @Test("a long gap in a row is erased")
  func gap() {
    var session = Session(width: 40)
    session.grid.write(String(repeating: "x", count: 39), x: 0, y: 0)
    _ = session.frame()
    session.grid.clear(x: 5, y: 0, width: 30, height: 1)
    #expect(session.frame() == "^[6G^[30X")
  }

  @Test("cells with a background colour are written, not erased")
  func backgroundColor() {
    var session = Session(width: 6, height: 1)
    session.grid.clear(x: 0, y: 0, width: 6, height: 1, style: Style(background: .blue))
    #expect(session.frame() == "^[44m ^[5b")
  }

  @Test(
    "the cursor is positioned again after the last column and after a cluster of uncertain width")
  func doubt() {
    var session = Session(width: 6, height: 2)
    session.grid.write("abcdef", x: 0, y: 0)
    session.grid.write("g", x: 0, y: 1)
    #expect(session.frame() == "abcdef\r\ng")
    session.grid.write("👍🏽b", x: 1, y: 1)
    #expect(session.frame() == "👍🏽^[4Gb ")
    session.grid.write("漢字", x: 0, y: 0)
    #expect(session.frame() == "^[H漢字")
  }

  @Test("moved rows are scrolled by the terminal")
  func scrolling() {
    var session = Session(width: 20, height: 8)
    let rows = (0..<10).map { "row number \($0)" }
    session.grid.write("title", x: 0, y: 0)
    for y in 0..<6 { session.grid.write(rows[y], x: 0, y: y + 1) }
    _ = session.frame()
    session.grid.clear(x: 0, y: 1, width: 20, height: 6)
    for y in 0..<6 { session.grid.write(rows[y + 1], x: 0, y: y + 1) }
    #expect(session.frame() == "^[2;7r^[S^[r^[7Hrow number 6")
    session.grid.clear(x: 0, y: 1, width: 20, height: 6)
    for y in 0..<6 { session.grid.write(rows[y], x: 0, y: y + 1) }
    #expect(session.frame() == "^[2;7r^[T^[r\r\nrow number 0")
    #expect(session.painter.counters.scrolls == 2)
  }

  @Test("equal cells are repeated if the terminal can do so and it is shorter")
  func repeating() {
    for (features, expected) in [
      (TerminalFeatures.modern, "─────────── =^[11b"), ([], "─────────── ============"),
    ] {
      var session = Session(width: 40, TerminalTraits(features: features))
      // Only ASCII is repeated, because some terminals cannot repeat other characters.
      session.grid.write("─────────── ============", x: 0, y: 0)
      #expect(session.frame() == expected)
    }
    var certain = Session(TerminalTraits(widths: WidthRules(unknown: [])))
    certain.grid.write("eeeeee", x: 0, y: 0)
    #expect(certain.frame() == "e^[5b")
  }

  @Test("for inserted and deleted text, the terminal moves the rest of the line")
  func shifting() {
    var session = Session(width: 60, height: 2)
    session.grid.write("a line of which most stays as it was", x: 0, y: 0)
    _ = session.frame()
    session.grid.write("a long line of which most stays as it was", x: 0, y: 0)
    #expect(session.frame() == "^[4G^[5@ong l")
    session.grid.clear(x: 0, y: 0, width: 60, height: 1)
    session.grid.write("a line of which most stays as it was", x: 0, y: 0)
    #expect(session.frame() == "^[5D^[5P")
    var old = Session(width: 60, TerminalTraits(features: []))
    old.grid.write("a line of which most stays as it was", x: 0, y: 0)
    _ = old.frame()
    old.grid.write("a long line of which most stays as it was", x: 0, y: 0)
    #expect(old.frame() == "\ra long line of which most stays as it was")
  }

  @Test("a terminal without scroll commands moves rows by line feeds between margins")
  func feeding() {
    var session = Session(width: 20, height: 8)
    session.painter.traits.features = .margins
    for y in 0..<7 { session.grid.write("row number \(y)", x: 0, y: y) }
    _ = session.frame()
    session.grid.clear(x: 0, y: 0, width: 20, height: 7)
    for y in 0..<7 { session.grid.write("row number \(y + 1)", x: 0, y: y) }
    #expect(session.frame() == "^[;7r^[7H\n^[r^[7Hrow number 7")
    session.grid.clear(x: 0, y: 0, width: 20, height: 7)
    for y in 0..<7 { session.grid.write("row number \(y)", x: 0, y: y) }
    #expect(session.frame() == "^[;7r^M^[rrow number 0")
  }

  @Test("kinds and colours of underlines are written if the terminal has them")
  func underlines() {
    var style = Style(attributes: .underline)
    style.underlineKind = .curly
    style.underlineColor = .rgb(255, 0, 10)
    var session = Session()
    session.grid.write("a", x: 0, y: 0, style: style)
    style.underlineColor = .indexed(9)
    style.underlineKind = .dashed
    session.grid.write("b", x: 1, y: 0, style: style)
    session.grid.write("c", x: 2, y: 0, style: Style(attributes: .underline))
    style.attributes = []
    session.grid.write("d", x: 3, y: 0, style: style)
    #expect(session.frame() == "^[4:3;58:2::255:0:10ma^[4:5;58:5:9mb^[0;4mc^[md")
    var plain = Session(TerminalTraits(features: []))
    style.attributes = .underline
    plain.grid.write("a", x: 0, y: 0, style: style)
    #expect(plain.frame() == "^[4ma")
  }

  @Test("a link starts and ends where it changes, and at the end of the frame")
  func links() {
    var session = Session()
    session.grid.write("ab", x: 0, y: 0, link: "https://x.org/a b\u{1B}\\ü")
    session.grid.write("c", x: 2, y: 0)
    session.grid.write(" d", x: 3, y: 0, link: "y:")
    let first = "^]8;;https://x.org/a%20b%1B\\%C3%BC^\\"
    #expect(session.frame() == "\(first)ab^]8;;^\\c^]8;;y:^\\ d^]8;;^\\")
    session.grid.write(" d", x: 3, y: 0)
    #expect(session.frame() == "\u{8}\u{8} d")
    session.grid.write("e", x: 0, y: 1, link: String(repeating: "x", count: 2001))
    session.grid.write("f", x: 1, y: 1, link: "")
    #expect(session.frame() == "\r\nef")
    var plain = Session(TerminalTraits(features: []))
    plain.grid.write("ab", x: 0, y: 0, link: "https://x.org")
    #expect(plain.frame() == "ab")
  }

  @Test("a terminal without UTF-8 gets similar ASCII in as many columns")
  func ascii() {
    var session = Session(width: 40, TerminalTraits(isUTF8: false))
    session.grid.write("┌─┐│┄┆═║╌╎╴╵█▒•…→✓✗“’–éØßñ", x: 0, y: 0)
    session.grid.write("漢e\u{301}👍🏽ж.", x: 0, y: 1)
    #expect(session.frame() == "+-+|-|-|-|-|##*.>vx\"'-eO?n\r\n??e???.")
  }

  @Test("if all widths are known, the cursor is not positioned again")
  func certainty() {
    var session = Session(TerminalTraits(widths: WidthRules(unknown: [])))
    session.grid.write("👍🏽b❤️c", x: 0, y: 0)
    #expect(session.frame() == "👍🏽b❤️c")
    // The exception is a cluster that would join the one before it.
    session.grid.put("🇫", x: 0, y: 1)
    session.grid.put("🇷", x: 1, y: 1)
    #expect(session.frame() == "\r\n🇫^[2G \u{8}🇷^[3G ")
  }

  @Test("the cost of comparing depends on the damaged cells, not on the screen")
  func work() {
    var session = Session(width: 100, height: 50)
    let before = session.painter.counters.cellsCompared
    session.grid.write("x", x: 40, y: 20)
    _ = session.frame()
    #expect(session.painter.counters.cellsCompared - before == 1)
  }

  @Test("an invalidated screen is painted again")
  func invalidation() {
    var session = Session(width: 6, height: 1)
    session.grid.write("ab", x: 0, y: 0)
    _ = session.frame(cursor: (2, 0))
    session.painter.invalidate()
    let reset = "^(B\u{F}^[4l^[?6l^[r^]8;;^\\"
    #expect(session.frame(cursor: (2, 0)) == reset + "^[m^[H^[2Jab^[?25h")
  }

  @Test("a cursor outside the screen is shown at its edge")
  func cursorOutside() {
    var session = Session(width: 6, height: 2)
    #expect(
      session.frame(cursor: (99, 99)) == "\n^[6G^[?25h" || session.frame(cursor: (99, 99)) == "")
  }
}
