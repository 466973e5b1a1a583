import Millrace

/// A bar whose length is the level, with a line at the highest level shown so far.
///
/// This custom widget measures itself, draws itself, and keeps state between draws. Because it is
/// `Equatable`, it is drawn again only when its level changes.
struct Meter: TerminalContent {
  /// The level, from 0 to 100.
  let level: Int

  /// The requested size; the layout may assign more or less.
  func measure(_ widths: WidthRules) -> MeasureFunction? {
    MeasureFunction { _, _ in LayoutSize(width: 20, height: 1) }
  }

  // Another level does not change the size, so nothing has to be laid out again.
  func measuresDifferently(from old: Meter) -> Bool { false }

  /// The state is the highest level drawn. It is created and removed with the element. Nothing else
  /// needs it, so it is not in the store.
  func makeState() -> Int { 0 }

  func draw(in brush: Brush, state highest: inout Int) {
    // Drawing may be repeated at any time, so drawing twice must have the same result as once.
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

  /// Places the cursor at the end of the bar, where a screen reader follows it.
  func cursor(in size: CellSize, state: inout Int) -> CellPoint? {
    CellPoint(x: min(columns(level, of: size.width), size.width - 1), y: 0)
  }

  private func columns(_ level: Int, of width: Int) -> Int { level * width / 100 }
}
