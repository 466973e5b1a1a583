import MillraceRender
import MillraceStoreTesting
import MillraceTerminal
import MillraceTesting

/// Checks random frames on the project's emulator. Incremental painting must show the same as a
/// full repaint. Painting again must write nothing. A forced redraw must repair a screen that
/// another program has written to.
package struct SoundnessCheck {
  package private(set) var frames: RandomFrames
  package private(set) var bytes = 0
  private var screen: VirtualScreen
  private var random: SeededGenerator
  private let fillsWithBackground: Bool
  private let name: String
  private var number = 0
  /// The number of unknown sequences that other programs have written.
  private var foreignUnknownCount = 0

  /// - Parameter seed: Determines the drawings and the kind of terminal.
  package init(seed: UInt64) {
    random = SeededGenerator(seed: ~seed)
    let hasAll = seed % 3 != 0
    // If features are missing, the combination is random.
    let features =
      hasAll
      ? .modern
      : TerminalFeatures.modern.intersection(
        .init(rawValue: UInt32(truncatingIfNeeded: random.next())))
    frames = RandomFrames(seed: seed, width: 32, height: 12, features: features)
    fillsWithBackground = seed % 2 == 0
    screen = VirtualScreen(width: 32, height: 12, fillsWithBackground: fillsWithBackground)
    screen.feed("\u{1B}[?7lleft over\u{1B}[3;5r\u{1B}[41m")
    name = "seed \(seed)"
  }

  /// Paints a frame.
  ///
  /// - Returns: A description of the error; nil if there is none.
  package mutating func step() -> String? {
    number += 1
    let frame = frames.next()
    bytes += frame.bytes.count
    let (width, height) = (frames.grid.width, frames.grid.height)
    if frame.isResized { screen.resize(width: width, height: height) }
    screen.feed(frame.bytes)
    var full = VirtualScreen(
      width: width, height: height, fillsWithBackground: fillsWithBackground)
    var grid = frames.grid
    var painter = Painter(traits: frames.painter.traits)
    var repaint: [UInt8] = []
    grid.markDamaged()
    painter.paint(&grid, cursor: frame.cursor, into: &repaint)
    full.feed("\u{1B}[?7l")
    full.feed(repaint)
    if let wrong = difference(frame, full) { return located("full repaint: " + wrong) }
    if let wrong = difference(frame, screen) { return located(wrong) }
    let unknown = full.unknownSequences + screen.unknownSequences.dropFirst(foreignUnknownCount)
    if !unknown.isEmpty { return located("unknown sequences: \(unknown)") }
    if let wrong = difference(screen, full) {
      return located("differs from a full repaint: " + wrong)
    }
    let again = frames.paintAgain(cursor: frame.cursor, isForced: false)
    if !again.isEmpty {
      return located(
        "painting again wrote \(String(decoding: again, as: UTF8.self).debugDescription)")
    }
    guard Int.random(in: 0..<10, using: &random) == 0 else { return nil }
    for _ in 0..<Int.random(in: 1..<8, using: &random) {
      // The foreign output opens a link only if the terminal has hyperlinks.
      let hasLinks = frames.painter.traits.features.contains(.hyperlinks)
      screen.feed(
        (Self.foreignOutput + (hasLinks ? [Self.link] : [])).randomElement(using: &random) ?? "")
    }
    foreignUnknownCount = screen.unknownSequences.count
    screen.feed(frames.paintAgain(cursor: frame.cursor, isForced: true))
    let wrong = difference(frame, screen) ?? difference(screen, full)
    return wrong.map { located("after scribbling: " + $0) }
  }

  /// Output that other programs leave on the screen.
  private static let foreignOutput = [
    "spoilt", "\u{1B}[1;44m", "\u{1B}[2;3r", "\u{1B}[H\u{1B}[2J", "\u{1B}[3;3H漢字",
    "\r\n\n\n\n\n\n\n\n\n",
    "\u{1B}[4:3;58:5:1;7mx", "\u{1B}[5M", "\u{1B}[2L", "\u{1B}[4P", "\u{1B}[2@", "\u{1B}M\u{1B}M",
    "\u{1B}[?25h", "\u{1B}[?25l", "\u{1B}#8", "\u{1B}[3g", "\u{1B}7", "Broadcast message\r\n",
    "\u{1B}[2S", "\u{1B}[4h", "\u{1B}(0", "\u{1B}[2;4r\u{1B}[?6h",
  ]
  private static let link = "\u{1B}]8;;https://example.org\u{1B}\\"

  private func located(_ text: String) -> String { "\(name), frame \(number): \(text)" }

  /// The first difference between a screen and the expected frame.
  private func difference(_ frame: RandomFrames.Frame, _ screen: VirtualScreen) -> String? {
    let grid = frames.grid
    for y in 0..<grid.height {
      for x in 0..<grid.width {
        let wanted = grid.text(x: x, y: y)
        let style = shownStyle(grid[x: x, y: y].style)
        let (text, seen) = Self.seen(screen, x, y)
        if (wanted, style) != (text, seen) {
          return "\(x),\(y): wanted '\(wanted)' \(style), shown '\(text)' \(seen)"
        }
      }
    }
    if screen.isCursorVisible != (frame.cursor != nil) { return "wrong cursor visibility" }
    if let (x, y) = frame.cursor, (x, y) != (screen.cursorX, screen.cursorY) {
      return "cursor wanted at \(x),\(y), shown at \(screen.cursorX),\(screen.cursorY)"
    }
    return nil
  }

  private func difference(_ one: VirtualScreen, _ other: VirtualScreen) -> String? {
    for y in 0..<one.height {
      for x in 0..<one.width
      where Self.seen(one, x, y) != Self.seen(other, x, y)
        || one.link(x: x, y: y) != other.link(x: x, y: y)
      {
        return "\(x),\(y): \(Self.seen(other, x, y)), shown \(Self.seen(one, x, y))"
      }
    }
    return nil
  }

  /// The style as this terminal shows it.
  private func shownStyle(_ style: Style) -> Style {
    let traits = frames.painter.traits
    var style = style.reduced(to: traits.colorDepth)
    if !traits.features.contains(.styledUnderlines) {
      (style.underlineKind, style.underlineColor) = (.single, .default)
    }
    style.underlineColor = style.underlineColor.reduced(to: traits.colorDepth)
    return Self.visible(style)
  }

  /// Removes the kind and colour of underlines from a style without an underline.
  private static func visible(_ style: Style) -> Style {
    var style = style
    if !style.attributes.contains(.underline) {
      (style.underlineKind, style.underlineColor) = (.single, .default)
    }
    return style
  }

  private static func seen(_ screen: VirtualScreen, _ x: Int, _ y: Int) -> (String, Style) {
    let (text, style) = screen.cell(x: x, y: y)
    return (text, visible(text == " " ? style.onBlank : style))
  }
}
