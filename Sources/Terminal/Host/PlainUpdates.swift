/// A screen told by lines, as what it shows changes: for a screen reader, and for a terminal that knows no escape sequences.
///
/// First all of it, then a line for what is new, one for what is gone, and one for what has the focus now.
package struct PlainUpdates {
  private var shown: ScreenDescription?

  package init() {}

  /// The lines that tell what changed since the last call.
  package mutating func lines(for new: ScreenDescription) -> [String] {
    defer { shown = new }
    var lines: [String]
    if let shown {
      lines = shown.lines == new.lines ? [] : Self.changes(from: shown.lines, to: new.lines)
    } else {
      lines = new.lines
    }
    if let focus = new.focus, focus != shown?.focus { lines.append("focus: \(focus)") }
    return lines
  }

  private static func changes(from old: [String], to new: [String]) -> [String] {
    var (removed, inserted): ([(Int, String)], [(Int, String)]) = ([], [])
    for change in new.difference(from: old) {
      switch change {
      case .remove(let offset, let line, _): removed.append((offset, line))
      case .insert(let offset, let line, _): inserted.append((offset, line))
      }
    }
    // A line for a line in the same place is that line, changed.
    if removed.map(\.0) == inserted.map(\.0) { return inserted.map { "now: \($0.1)" } }
    return removed.map { "gone: \($0.1)" } + inserted.map { "new: \($0.1)" }
  }
}
