import MillraceRender

/// The style in which the terminal writes, and the bytes that change it (SGR, ECMA-48 8.3.117).
struct Pen {
  /// The terminal's current style, reduced to the colours that the terminal has; nil if unknown.
  private(set) var style: Style?
  /// The current link target (OSC 8).
  private(set) var link: String?
  private let depth: ColorDepth
  private let features: TerminalFeatures

  /// The last reduced style and its result, cached because runs of one style are long.
  private var lastWanted = Style()
  private var lastReduced = Style()

  init(_ traits: TerminalTraits) {
    depth = traits.colorDepth
    features = traits.features
  }

  /// Begins, changes or ends a link, if the terminal supports links.
  mutating func change(link wanted: String?, into out: inout [UInt8]) {
    guard features.contains(.hyperlinks), link != wanted else { return }
    link = wanted
    out.append(contentsOf: "\u{1B}]8;;".utf8)
    if let wanted { out.append(contentsOf: wanted.utf8) }
    out.append(contentsOf: "\u{1B}\\".utf8)
  }

  /// Ends a link that another program may have begun.
  mutating func closeLink(into out: inout [UInt8]) {
    if features.contains(.hyperlinks) { link = "" }
    change(link: nil, into: &out)
  }

  /// The style in the terminal's colours.
  private mutating func reduced(_ style: Style) -> Style {
    if style == lastWanted { return lastReduced }
    lastWanted = style
    lastReduced = style.reduced(
      to: depth, styledUnderlines: features.contains(.styledUnderlines))
    return lastReduced
  }

  /// Whether a cell can be written without changing the pen.
  mutating func matches(_ cell: Cell) -> Bool {
    guard let style else { return false }
    let wanted = reduced(cell.style)
    if style == wanted { return true }
    return cell.glyph == .blank && wanted.attributes.isDisjoint(with: .visibleOnBlank)
      && style.attributes.isDisjoint(with: .visibleOnBlank) && style.background == wanted.background
  }

  /// Changes the pen to suit a cell, with the fewest bytes for this cell.
  mutating func change(for cell: Cell, into out: inout [UInt8]) {
    if matches(cell) { return }
    let wanted = reduced(cell.style)
    let start = out.count
    write(from: style, to: wanted, into: &out)
    guard cell.glyph == .blank, wanted.attributes.isDisjoint(with: .visibleOnBlank), let style
    else {
      self.style = wanted
      return
    }
    // A blank does not show the text colour. Keeping the pen's text colour may take fewer bytes
    // now, and the next text may use it.
    var kept = style
    kept.background = wanted.background
    kept.attributes.subtract(.visibleOnBlank)
    kept.underlineKind = .single
    let plain = out.count
    write(from: style, to: kept, into: &out)
    if out.count - plain <= plain - start {
      out.removeSubrange(start..<plain)
      self.style = kept
    } else {
      out.removeSubrange(plain...)
      self.style = wanted
    }
  }

  /// Appends the shorter of two sequences: the differences, or a reset and all properties.
  private func write(from old: Style?, to new: Style, into out: inout [UInt8]) {
    if old == new { return }
    let start = out.count
    var reset = SGRParameters(into: &out)
    if new != Style() {
      reset.add(0, into: &out)
      reset.set(from: Style(), to: new, into: &out)
    }
    reset.end(into: &out)
    guard let old,
      features.contains(.attributeOff) || old.attributes.isSubset(of: new.attributes)
    else { return }
    let middle = out.count
    var delta = SGRParameters(into: &out)
    delta.set(from: old, to: new, into: &out)
    delta.end(into: &out)
    if out.count - middle < middle - start {
      out.removeSubrange(start..<middle)
    } else {
      out.removeSubrange(middle...)
    }
  }
}

/// Writes the parameters of one SGR sequence.
private struct SGRParameters {
  private var isFirst = true

  init(into out: inout [UInt8]) { out.appendControl("") }

  func end(into out: inout [UInt8]) { out.append(UInt8(ascii: "m")) }

  mutating func add(_ number: Int, into out: inout [UInt8]) {
    if !isFirst { out.append(UInt8(ascii: ";")) }
    isFirst = false
    out.appendDecimal(number)
  }

  /// Adds the parameters that change one style to another.
  mutating func set(from old: Style, to new: Style, into out: inout [UInt8]) {
    var lost = old.attributes.subtracting(new.attributes)
    var gained = new.attributes.subtracting(old.attributes)
    if !lost.isDisjoint(with: [.bold, .dim]) {
      // One code ends both bold and dim, so the remaining one must be set again.
      add(22, into: &out)
      gained.formUnion(new.attributes.intersection([.bold, .dim]))
      lost.subtract([.bold, .dim])
    }
    let line = new.underlineKind
    if lost.contains(.underline) {
      add(24, into: &out)
    } else if gained.contains(.underline) || line != old.underlineKind {
      add(4, into: &out)
      if line != .single { part(Int(line.rawValue) + 1, into: &out) }
    }
    for (attribute, on, off) in Self.codes {
      if lost.contains(attribute) { add(off, into: &out) }
      if gained.contains(attribute) { add(on, into: &out) }
    }
    if old.foreground != new.foreground { color(new.foreground, base: 30, into: &out) }
    if old.background != new.background { color(new.background, base: 40, into: &out) }
    if old.underlineColor != new.underlineColor { lineColor(new.underlineColor, into: &out) }
  }

  private static let codes: [(Attributes, Int, Int)] = [
    (.bold, 1, 22), (.dim, 2, 22), (.italic, 3, 23), (.inverse, 7, 27), (.strikethrough, 9, 29),
  ]

  private mutating func color(_ color: Color, base: Int, into out: inout [UInt8]) {
    switch color.kind {
    case .default: add(base + 9, into: &out)
    case .indexed(let index) where index < 8: add(base + Int(index), into: &out)
    case .indexed(let index) where index < 16: add(base + 52 + Int(index), into: &out)
    case .indexed(let index):
      add(base + 8, into: &out)
      add(5, into: &out)
      add(Int(index), into: &out)
    case .rgb(let red, let green, let blue):
      add(base + 8, into: &out)
      add(2, into: &out)
      add(Int(red), into: &out)
      add(Int(green), into: &out)
      add(Int(blue), into: &out)
    }
  }

  /// Uses colons, the form of ITU-T T.416: no terminal mistakes its parts for separate parameters.
  private mutating func lineColor(_ color: Color, into out: inout [UInt8]) {
    add(color == .default ? 59 : 58, into: &out)
    switch color.kind {
    case .default: break
    case .indexed(let index):
      part(5, into: &out)
      part(Int(index), into: &out)
    case .rgb(let red, let green, let blue):
      part(2, into: &out)
      part(nil, into: &out)
      for level in [red, green, blue] { part(Int(level), into: &out) }
    }
  }

  private func part(_ number: Int?, into out: inout [UInt8]) {
    out.append(UInt8(ascii: ":"))
    if let number { out.appendDecimal(number) }
  }
}
