import MillraceRender
import MillraceTerminal

/// The SVG elements of one row. Adjacent cells with the same look are one element.
///
/// A cell is 9 by 19 pixels, as in most monospaced fonts of 15 pixels. Both numbers are odd, so
/// that a line through the middle falls on whole pixels.
struct PictureRow {
  let screen: VirtualScreen
  let palette: PicturePalette
  let y: Int
  private var top: Int { y * 19 }

  /// Backgrounds, shapes, text, underlines and strikethroughs.
  var elements: [String] {
    let backgrounds = runs { [colors($0).background].first { $0 != palette.background } }
    let underlines = runs { style($0).attributes.contains(.underline) ? style($0) : nil }
    let strikes = runs { style($0).attributes.contains(.strikethrough) ? colors($0).text : nil }
    return backgrounds.map { x, count, color in
      """
      <rect x='\(x * 9)' y='\(top)' width='\(count * 9)' height='19' fill='\(color)'\(Self.crisp)/>
      """
    } + shapes() + shapes(inside: true) + runs(textStyle).compactMap(text)
      + underlines.map(underline)
      + strikes.map { "<path d='M\($0 * 9) \(top + 9).5h\($1 * 9)' stroke='\($2)'/>" }
  }

  private static let crisp = " shape-rendering='crispEdges'"

  private func style(_ x: Int) -> Style { screen.cell(x: x, y: y).style }

  /// The column where the cluster that covers a cell begins.
  private func start(_ x: Int) -> Int { x > 0 && screen.cell(x: x, y: y).text.isEmpty ? x - 1 : x }

  private func colors(_ x: Int) -> (text: String, background: String) {
    let style = style(x)
    let isCursor =
      screen.isCursorVisible && start(screen.cursorX) == start(x) && screen.cursorY == y
    let text = palette.value(of: style.foreground) ?? palette.text
    let background = palette.value(of: style.background) ?? palette.background
    let isInverse = style.attributes.contains(.inverse) != isCursor
    return isInverse ? (background, text) : (text, background)
  }

  // MARK: - Shapes

  private func glyph(_ x: Int) -> PictureGlyph? {
    PictureGlyph(screen.cell(x: x, y: y).text, x: Double(x * 9), y: Double(top))
  }

  /// - Parameter inside: Whether to draw only the middle of double lines.
  private func shapes(inside: Bool = false) -> [String] {
    runs { x -> String? in
      guard let glyph = glyph(x), !inside || glyph.stroke == PictureGlyph.double else { return nil }
      let (text, background) = colors(x)
      if inside { return "fill='none' stroke='\(background)' stroke-width='1.5'" }
      let look = glyph.stroke.map { "fill='none' stroke='\(text)' stroke-width='\($0)'" }
      return (look ?? "fill='\(text)' fill-opacity='\(glyph.opacity)'\(Self.crisp)") + dim(x)
    }.map { start, count, look in
      let path = (start..<start + count).compactMap { glyph($0)?.path }.joined()
      return "<path d='\(path.replacing(/\.0(?![0-9])/, with: ""))' \(look)/>"
    }
  }

  private func dim(_ x: Int) -> String {
    style(x).attributes.contains(.dim) ? " opacity='0.6'" : ""
  }

  // MARK: - Text

  /// The look and the link of a cell's text. Adjacent cells with equal results share an element. A
  /// cluster that may come from another font, with another width, gets its own element. Several
  /// blanks end an element, because some SVG viewers collapse them.
  private func textStyle(_ x: Int) -> [String]? {
    if glyph(x) != nil || isBlank(x) && (isBlank(x - 1) || isBlank(x + 1)) { return nil }
    var look = "fill='\(colors(x).text)'" + dim(x)
    if style(x).attributes.contains(.bold) { look += " font-weight='bold'" }
    if style(x).attributes.contains(.italic) { look += " font-style='italic'" }
    let isPlain = screen.cell(x: start(x), y: y).text.unicodeScalars.allSatisfy { $0.value < 0x250 }
    if !isPlain { look += " lengthAdjust='spacingAndGlyphs'" }
    return [look, screen.link(x: x, y: y) ?? "", isPlain ? "" : "\(start(x))"]
  }

  private func isBlank(_ x: Int) -> Bool {
    (0..<screen.width).contains(x) && screen.cell(x: x, y: y).text == " "
  }

  private func text(start: Int, count: Int, textStyle: [String]) -> String? {
    let cells = (start..<start + count).map { screen.cell(x: $0, y: y).text }
    guard let first = cells.firstIndex(where: { $0 != " " }),
      let last = cells.lastIndex(where: { $0 != " " })
    else { return nil }
    let text = """
      <text x='\((start + first) * 9)' y='\(top + 14)' textLength='\((last + 1 - first) * 9)' \
      \(textStyle[0])>\(Self.escaped(cells[first...last].joined()))</text>
      """
    // Writes only web links, because the content of the screen may be untrusted and must not run
    // scripts.
    return textStyle[1].hasPrefix("http")
      ? "<a href='\(Self.escaped(textStyle[1]))'>\(text)</a>" : text
  }

  /// Escapes text for an element or an attribute. Control characters below U+0020, and characters
  /// that XML does not allow, become U+FFFD.
  static func escaped(_ text: String) -> String {
    let names: [Unicode.Scalar: String] = ["&": "&amp;", "<": "&lt;", ">": "&gt;", "'": "&apos;"]
    return text.unicodeScalars.map { scalar in
      let isKnown = scalar.value >= 32 && scalar.value != 0xFFFE && scalar.value != 0xFFFF
      return names[scalar] ?? (isKnown ? String(scalar) : "\u{FFFD}")
    }.joined()
  }

  private func underline(start: Int, count: Int, style: Style) -> String {
    let line = "M\(start * 9) \(top + 16).5h\(count * 9)"
    let color = palette.value(of: style.underlineColor) ?? colors(start).text
    let shape =
      switch style.underlineKind {
      case .single: "\(line)'"
      case .double: "\(line)M\(start * 9) \(top + 18).5h\(count * 9)'"
      case .curly:
        "M\(start * 9) \(top + 16)\(String(repeating: "q2.25 4 4.5 0t4.5 0", count: count))'"
      case .dotted: "\(line)' stroke-dasharray='1 2'"
      case .dashed: "\(line)' stroke-dasharray='6 3'"
      }
    return "<path fill='none' stroke='\(color)' d='\(shape)/>"
  }

  /// Runs of adjacent cells with the same key; cells without a key are left out.
  private func runs<Key: Equatable>(_ key: (Int) -> Key?) -> [(start: Int, count: Int, key: Key)] {
    (0..<screen.width).reduce(into: []) { runs, x in
      guard let key = key(x) else { return }
      if let last = runs.last, last.start + last.count == x, last.key == key {
        runs[runs.count - 1].count += 1
      } else {
        runs.append((x, 1, key))
      }
    }
  }
}
