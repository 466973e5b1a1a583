import MillraceRender
import MillraceStoreTesting
import MillraceTerminal

/// Random frames of everything that an application might draw, valid or not. They use the library's
/// own grid and painter.
package struct RandomFrames {
  /// The text to draw.
  package enum Alphabet: String {
    /// Any text.
    case all
    /// Text for which all terminals use the same number of columns.
    case agreed
  }

  package struct Frame {
    package var bytes: [UInt8] = []
    package var cursor: (x: Int, y: Int)?
    /// Whether the terminal was resized before this frame.
    package var isResized = false
  }

  package private(set) var grid: CellGrid
  package private(set) var painter: Painter
  private var random: SeededGenerator
  private let alphabet: Alphabet
  /// The maximum size; nil if the size does not change.
  private let largest: (width: Int, height: Int)?

  private static let agreed = [
    "a", "b", "z", " ", "  ", "hello", "x y", "─────", "é", "漢", "日本語", "한글", "the quick brown fox",
    "0123456789", "ααααα", "==========", "e\u{301}", "n\u{303}o", "┌──┐", "жук",
    "aaaaaaaaaaaaaaaaaaaa",
    "                    ", "\u{1B}[2J", "\u{7}\r\n", "\u{1B}]0;x\u{7}", "\u{9B}31m", "ｆｕｌｌ",
  ]
  private static let contested = [
    "😀", "❤️", "👨‍👩‍👧", "🇫🇷", "🇫", "👍🏽", "1️⃣", "\u{301}", "☀️", "⌚", "क्षि", "নমস্কার", "a\u{200B}b", "🏴‍☠️",
    "\u{202E}x",
    "각", "\u{1100}\u{1161}\u{11A8}", "\u{FE0F}", "☀\u{FE0E}", "\u{600}1", "𓀀", "\u{AD}", "\u{FEFF}",
    "\u{E0041}", "\u{10FFFF}", "\u{2028}", "🏴\u{E0067}\u{E0062}\u{E007F}", "👩🏽‍💻👩🏽‍💻",
    "z" + String(repeating: "\u{300}", count: 40),
  ]
  private static let colors: [Color] = [
    .default, .default, .default, .red, .brightBlue, .indexed(200), .rgb(10, 20, 30), .black,
  ]
  private static let attributes: [Attributes] = [
    [], [], [], .bold, .dim, [.bold, .dim], .italic, .underline, .strikethrough, .inverse,
    [.bold, .underline, .inverse],
  ]

  package init(
    seed: UInt64, width: Int, height: Int, alphabet: Alphabet = .all, resizes: Bool = true,
    features: TerminalFeatures = .modern
  ) {
    random = SeededGenerator(seed: seed)
    grid = CellGrid(width: width, height: height)
    self.alphabet = alphabet
    largest = resizes ? (width * 3 / 2, height * 3 / 2) : nil
    let depth = ColorDepth.allCases[Int(seed % UInt64(ColorDepth.allCases.count))]
    painter = Painter(traits: TerminalTraits(colorDepth: depth, features: features))
  }

  package mutating func number(_ range: Range<Int>) -> Int {
    Int.random(in: range, using: &random)
  }

  /// Draws and paints the next frame.
  package mutating func next() -> Frame {
    var frame = Frame()
    if let largest, number(0..<40) == 0 {
      grid.resize(width: number(1..<largest.width + 1), height: number(1..<largest.height + 1))
      frame.isResized = true
    }
    if number(0..<8) == 0 {
      let rows = number(0..<grid.height)..<grid.height
      let lines = number(1..<4) * (number(0..<2) == 0 ? 1 : -1)
      // Scrolls under the same condition as the library's terminal host.
      if rows.count >= 2 * abs(lines) { _ = grid.scroll(rows, by: lines) }
    }
    if number(0..<40) == 0 {
      // Simulates an answer of the terminal, or a change of its settings.
      painter.traits.colorDepth = ColorDepth.allCases[number(0..<ColorDepth.allCases.count)]
      painter.traits.widths.unknown = ClusterKinds(rawValue: UInt16(number(0..<1 << 12)))
      grid.markDamaged()
    }
    for _ in 0..<number(0..<6) { draw() }
    if number(0..<3) > 0 {
      // The cursor may be outside the screen.
      frame.cursor = (number(-1..<grid.width + 1), number(-1..<grid.height + 1))
    }
    frame.bytes = paint(cursor: frame.cursor)
    if let (x, y) = frame.cursor {
      frame.cursor = (min(max(x, 0), grid.width - 1), min(max(y, 0), grid.height - 1))
    }
    return frame
  }

  /// Paints again, with the whole screen marked as damaged.
  package mutating func paintAgain(cursor: (x: Int, y: Int)?, isForced: Bool) -> [UInt8] {
    if isForced { painter.invalidate() }
    grid.markDamaged()
    return paint(cursor: cursor)
  }

  private mutating func paint(cursor: (x: Int, y: Int)?) -> [UInt8] {
    var bytes: [UInt8] = []
    painter.paint(&grid, cursor: cursor, into: &bytes)
    return bytes
  }

  private mutating func style() -> Style {
    if number(0..<2) == 0 { return Style() }
    var style = Style(
      foreground: Self.colors.randomElement(using: &random) ?? .default,
      background: Self.colors.randomElement(using: &random) ?? .default,
      attributes: Self.attributes.randomElement(using: &random) ?? [])
    if style.attributes.contains(.underline) {
      style.underlineKind = UnderlineKind(rawValue: UInt8(number(0..<5))) ?? .single
      style.underlineColor = Self.colors.randomElement(using: &random) ?? .default
    }
    return style
  }

  private mutating func text() -> String {
    let isAgreed = alphabet == .agreed || number(0..<3) > 0
    return (isAgreed ? Self.agreed : Self.contested).randomElement(using: &random) ?? ""
  }

  /// Draws one random item.
  private mutating func draw() {
    let x = number(-3..<grid.width + 2)
    let y = number(-1..<grid.height + 1)
    switch number(0..<14) {
    case 0:
      grid.clear(x: x, y: y, width: number(0..<grid.width), height: number(0..<4), style: style())
    case 1: grid.clear(x: 0, y: y, width: grid.width, height: number(0..<grid.height))
    case 2: shiftRows(by: number(-3..<4))
    case 3: shiftColumns(row: y, from: x, by: number(-3..<4))
    case 4:
      let low = number(0..<grid.width)
      grid.write(
        Self.agreed.joined(), x: x, y: y, style: style(), clip: low..<number(low..<grid.width) + 1)
    default: grid.write(text(), x: x, y: y, style: style())
    }
  }

  /// Moves rows, as a scrolling list does.
  private mutating func shiftRows(by shift: Int) {
    let old = grid
    let region = number(0..<grid.height)..<grid.height
    for y in region where region.contains(y + shift) {
      grid.clear(x: 0, y: y, width: grid.width, height: 1)
      copy(old, row: y + shift, columns: 0..<grid.width, toX: 0, y: y)
    }
  }

  /// Shifts the end of a row, as typing in the middle of the row does.
  private mutating func shiftColumns(row y: Int, from x: Int, by shift: Int) {
    let columns = max(0, x)..<max(0, x, grid.width)
    guard (0..<grid.height).contains(y), !columns.isEmpty else { return }
    let old = grid
    grid.clear(x: columns.lowerBound, y: y, width: columns.count, height: 1)
    copy(old, row: y, columns: columns, toX: columns.lowerBound + shift, y: y)
  }

  private mutating func copy(
    _ old: CellGrid, row: Int, columns: Range<Int>, toX start: Int, y: Int
  ) {
    for x in columns {
      let cell = old[x: x, y: row]
      if let cluster = old.text(of: cell.glyph).first {
        grid.put(cluster, x: start + x - columns.lowerBound, y: y, style: cell.style)
      }
    }
  }
}
