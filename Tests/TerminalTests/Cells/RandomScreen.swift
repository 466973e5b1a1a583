import MillraceRender
import MillraceTerminal
import MillraceTesting
import MillraceWidgets

/// Draws at random on a grid, as a program can do in a frame, also with invalid positions.
struct RandomScreen {
  var random: SeededGenerator
  var grid: CellGrid
  /// Columns at the right edge that get plain text only.
  var plainMargin = 0

  static let plain = [
    "a", "b", "z", " ", "  ", "hello", "x y", "─────", "é", "漢", "日本語", "한글", "the quick brown fox",
    "0123456789",
  ]
  static let contested = [
    "e\u{301}", "😀", "❤️", "👨‍👩‍👧", "🇫🇷", "🇫", "👍🏽", "1️⃣", "\u{301}", "☀️", "⌚", "क्षि", "a\u{200B}b", "🏴‍☠️",
    "\u{1B}[2J", "\u{202E}x", "각", "👍", "🏽", "🇷", "ा", "क्", "ᄒ", "ᅡ", "👨‍",
  ]
  static let links = [
    "https://example.org", "a\u{1B}\\b ü", "", String(repeating: "x", count: 2001),
  ]
  static let colors: [Color] = [
    .default, .default, .default, .red, .brightBlue, .indexed(200), .rgb(10, 20, 30),
  ]
  static let attributes: [Attributes] = [
    [], [], [], .bold, .dim, [.bold, .dim], .italic, .underline, .strikethrough, .inverse,
    [.bold, .underline, .inverse],
  ]

  init(seed: UInt64, width: Int, height: Int) {
    random = SeededGenerator(seed: seed)
    grid = CellGrid(width: width, height: height)
  }

  mutating func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &random) }

  mutating func style() -> Style {
    if number(0..<2) == 0 { return Style() }
    var style = Style(
      foreground: Self.colors.randomElement(using: &random) ?? .default,
      background: Self.colors.randomElement(using: &random) ?? .default,
      attributes: Self.attributes.randomElement(using: &random) ?? [])
    if number(0..<3) == 0 {
      style.underlineKind = UnderlineKind(rawValue: UInt8(number(0..<5))) ?? .single
      style.underlineColor = Self.colors.randomElement(using: &random) ?? .default
    }
    return style
  }

  mutating func text(at x: Int) -> String {
    let isPlain = x > grid.width - plainMargin - 4 || number(0..<3) > 0
    return (isPlain ? Self.plain : Self.contested).randomElement(using: &random) ?? ""
  }

  /// Draws one random item.
  mutating func draw() {
    let x = number(-3..<grid.width + 2)
    let y = number(-1..<grid.height + 1)
    switch number(0..<15) {
    case 0:
      grid.clear(x: x, y: y, width: number(0..<grid.width), height: number(0..<4), style: style())
    case 1: grid.clear(x: 0, y: y, width: grid.width, height: number(0..<grid.height))
    case 2: shiftRows(by: number(-3..<4))
    case 3:
      let low = number(0..<grid.width)
      grid.write(
        Self.plain.joined(), x: x, y: y, style: style(), clip: low..<number(low..<grid.width) + 1)
    case 4: shiftColumns(row: min(max(y, 0), grid.height - 1), from: max(x, 0), by: number(-3..<4))
    case 5:
      grid.write(
        text(at: x), x: x, y: y, style: style(), link: Self.links.randomElement(using: &random))
    case 6:
      grid.write(
        String(repeating: text(at: x), count: number(1..<12)), x: x, y: y, style: style(),
        clip: 0..<max(0, grid.width - plainMargin))
    default: grid.write(text(at: x), x: x, y: y, style: style())
    }
  }

  /// Draws rows instead of others, as a scrolled list does.
  mutating func shiftRows(by shift: Int) {
    let old = grid
    let region = number(0..<grid.height / 2)..<number(grid.height / 2..<grid.height) + 1
    for y in region where region.contains(y + shift) {
      grid.clear(x: 0, y: y, width: grid.width, height: 1)
      for x in 0..<grid.width {
        let cell = old[x: x, y: y + shift]
        if let cluster = old.text(of: cell.glyph).first {
          grid.put(cluster, x: x, y: y, style: cell.style)
        }
      }
    }
  }

  /// Draws a part of a row a few columns further, as a field does when text is typed in its middle.
  mutating func shiftColumns(row y: Int, from first: Int, by shift: Int) {
    let old = grid
    let end = number(0..<2) == 0 ? grid.width : min(grid.width, first + number(8..<20))
    guard first < end else { return }
    grid.clear(x: first, y: y, width: end - first, height: 1)
    for x in first..<end where x + shift >= first && x + shift < end - plainMargin {
      if let cluster = old.text(x: x, y: y).first {
        grid.put(cluster, x: x + shift, y: y, style: old[x: x, y: y].style, clip: first..<end)
      }
    }
  }
}

extension WidthRules {
  /// The width rules of a terminal for which a cluster is as wide as its scalars together.
  static let scalars = WidthRules(
    split: [.joined, .emojiStyle, .textStyle, .skinTone, .conjunct, .spacingMark, .other])
}
