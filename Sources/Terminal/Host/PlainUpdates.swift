import MillraceRender

/// A screen told by lines, as what it shows changes: for a screen reader, and for a terminal that knows no escape sequences.
///
/// First all of it, then a line for what is gone, one for what is new or has changed, and one for what has the focus
/// now. A dialog is told whole when it opens; when it closes, what has changed below it. Rows that come into sight or
/// leave it by scrolling are not told: the current one is, as the focus.
package struct PlainUpdates {
  /// What was told last: of the screen, and of each dialog that was opened over it.
  private var told: [ScreenDescription] = []

  package init() {}

  /// The lines that tell what changed since the last call.
  package mutating func lines(for new: ScreenDescription) -> [String] {
    let focused = told.last?.focused
    let old = told.lastIndex { $0.dialog == new.dialog }
    var lines = old.map { Self.changes(from: told[$0], to: new) } ?? new.lines
    if let focus = new.focus, new.focused != focused { lines.append("focus: \(focus)") }
    told = told.prefix(old ?? told.count) + [new]
    return lines
  }

  private static func changes(from old: ScreenDescription, to new: ScreenDescription) -> [String] {
    let (before, after) = (texts(of: old), texts(of: new))
    let (rowsBefore, rowsAfter) = (rows(of: old), rows(of: new))
    /// Whether a list has fewer rows (-1) or more (1): all others have only been scrolled.
    func hasChanged(_ line: ScreenDescription.Line, by sign: Int) -> Bool {
      guard let list = line.list?.id else { return true }
      return (rowsAfter[list, default: 0] - rowsBefore[list, default: 0]).signum() == sign
    }
    let gone = old.all.filter {
      after[$0.place] == nil && !$0.passes && hasChanged($0, by: -1)
    }
    return gone.map { "gone: \($0.text)" }
      + new.all.compactMap { line in
        guard let text = before[line.place] else {
          return hasChanged(line, by: 1) ? "new: \(line.text)" : nil
        }
        return text == line.text ? nil : "now: \(line.text)"
      }
  }

  private static func texts(of screen: ScreenDescription) -> [ScreenDescription.Line.Place: String]
  {
    Dictionary(screen.all.map { ($0.place, $0.text) }) { first, _ in first }
  }

  private static func rows(of screen: ScreenDescription) -> [ElementID: Int] {
    Dictionary(screen.all.compactMap(\.list)) { first, _ in first }
  }
}
