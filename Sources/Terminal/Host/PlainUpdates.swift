import MillraceRender

/// Describes a screen and its changes in lines of text, for a screen reader or a terminal without
/// escape sequences.
///
/// The first update describes the whole screen. Each later update has a line for each removed part,
/// each new or changed part, and the new focus. When a dialog opens, an update describes the whole
/// dialog; when it closes, the changes below it. Updates leave out rows that scrolling shows or
/// hides, and the removal of parts that disappear by themselves, such as messages. They report the
/// current row of a list as the focus.
package struct PlainUpdates {
  /// The last description of the screen, and of each dialog that is open over it.
  private var lastDescriptions: [ScreenDescription] = []

  package init() {}

  /// Returns lines that describe the changes since the last call.
  package mutating func lines(for new: ScreenDescription) -> [String] {
    let focused = lastDescriptions.last?.focused
    let old = lastDescriptions.lastIndex { $0.dialog == new.dialog }
    var lines = old.map { Self.changes(from: lastDescriptions[$0], to: new) } ?? new.lines
    if let focus = new.focus, new.focused != focused { lines.append("focus: \(focus)") }
    lastDescriptions = lastDescriptions.prefix(old ?? lastDescriptions.count) + [new]
    return lines
  }

  private static func changes(from old: ScreenDescription, to new: ScreenDescription) -> [String] {
    let (before, after) = (texts(of: old), texts(of: new))
    let (rowsBefore, rowsAfter) = (rows(of: old), rows(of: new))
    /// Whether the list that contains a line has lost rows (`sign` -1) or gained rows (1). Other
    /// lists only scrolled.
    func hasChanged(_ line: ScreenDescription.Line, by sign: Int) -> Bool {
      guard let list = line.list?.id else { return true }
      return (rowsAfter[list, default: 0] - rowsBefore[list, default: 0]).signum() == sign
    }
    let removed = old.all.filter {
      after[$0.id] == nil && !$0.isTransient && hasChanged($0, by: -1)
    }
    return removed.map { "removed: \($0.text)" }
      + new.all.compactMap { line in
        guard let text = before[line.id] else {
          return hasChanged(line, by: 1) ? "new: \(line.text)" : nil
        }
        return text == line.text ? nil : "changed: \(line.text)"
      }
  }

  private static func texts(of screen: ScreenDescription) -> [ScreenDescription.Line.ID: String] {
    Dictionary(screen.all.map { ($0.id, $0.text) }) { first, _ in first }
  }

  private static func rows(of screen: ScreenDescription) -> [ElementID: Int] {
    Dictionary(screen.all.compactMap(\.list)) { first, _ in first }
  }
}
