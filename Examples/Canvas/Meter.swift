import Millrace

/// A bar as long as a level is high, and a mark at the highest level that it has shown.
///
/// A widget of one's own: it says how large it wants to be, draws itself, and keeps a state between
/// two drawings. Being `Equatable`, it is drawn again only when it has another level.
struct Meter: TerminalContent {
  /// From 0 to 100.
  let level: Int

  /// As much as it asks for; the layout may give it more or less.
  func measure(_ widths: WidthRules) -> MeasureFunction? {
    MeasureFunction { _, _ in LayoutSize(width: 20, height: 1) }
  }

  // Another level leaves the size as it is, so nothing around has to be laid out again.
  func measuresDifferently(from old: Meter) -> Bool { false }

  /// The state is the highest level that was drawn. It begins with the element and ends with it; nobody
  /// else needs it, so it is not in the store.
  func makeState() -> Int { 0 }

  func draw(in brush: Brush, state highest: inout Int) {
    // Drawing may be repeated at any time, so it must make no difference how often it is.
    highest = max(highest, level)
    let width = brush.size.width
    brush.write(String(repeating: "─", count: width), x: 0, y: 0)
    let color = brush.isFocused ? Color.green : .default
    brush.write(
      String(repeating: "█", count: columns(level, of: width)), x: 0, y: 0,
      style: Style(foreground: color))
    if highest > level {
      brush.write(
        "┃", x: columns(highest, of: width) - 1, y: 0, style: Style(foreground: .red))
    }
  }

  /// The cursor stands where the bar ends: a screen reader follows it.
  func cursor(in size: CellSize, state: inout Int) -> CellPoint? {
    CellPoint(x: min(columns(level, of: size.width), size.width - 1), y: 0)
  }

  private func columns(_ level: Int, of width: Int) -> Int { level * width / 100 }
}
