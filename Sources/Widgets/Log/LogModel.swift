import MillraceRender

/// The local state of a ``Log``: the visible lines, the search, and the last line seen.
@MainActor
final class LogModel {
  let viewport = ViewportState()
  /// The lines that pass the filter, and those that also match the search.
  let rows = LogIndex()
  let matches = LogIndex()
  /// The current search.
  var find: LogFilter?
  /// The id of the line of the current match.
  private(set) var current: Int?
  /// Whether the search has not moved to a match yet.
  private var needsInitialMatch = false
  /// The id after the last line that has been visible.
  private var firstUnseenID = 0
  /// The number of new lines in the badge; nil while the log follows the newest lines.
  private(set) var badge: Int?

  nonisolated init() {}

  func update(_ lines: LogLines, _ filter: LogFilter?, wraps: Bool, highlight: Style) {
    let filters = [filter].compactMap(\.self)
    rows.update(lines, filters)
    if let find { matches.update(lines, filters + [find]) }
    if needsInitialMatch, find != nil, matches.pending == nil { showInitialMatch() }
    viewport.followsEnd = true
    viewport.scrollsSideways = !wraps
    viewport.update(LogSource(self, wraps: wraps, highlight))
    noteSeen()
  }

  /// Identifies the pending filtering and searching; nil: none.
  var pending: [Int?]? {
    let pending = [rows.pending, find == nil ? nil : matches.pending]
    return pending == [nil, nil] ? nil : pending
  }

  /// - Returns: whether the badge has changed.
  @discardableResult
  func noteSeen() -> Bool {
    let old = badge
    if viewport.isAtEnd {
      firstUnseenID = rows.lines.endIndex
    } else if let last = viewport.rows.last, last < rows.count {
      firstUnseenID = max(min(firstUnseenID, rows.lines.endIndex), rows.id(at: last) + 1)
    }
    badge = viewport.isAtEnd ? nil : rows.count - rows.position(of: firstUnseenID)
    return old != badge
  }

  // MARK: - Finding

  func startSearch(for text: String) {
    (find, current, needsInitialMatch) = (text.isEmpty ? nil : .text(text), nil, !text.isEmpty)
  }

  /// Moves to the last match before the end of the visible lines, or else to the first match.
  private func showInitialMatch() {
    needsInitialMatch = false
    let end = viewport.rows.last.map { $0 < rows.count ? rows.id(at: $0) + 1 : .max } ?? .max
    show(hit: max(0, matches.position(of: end) - 1))
  }

  func showNextHit(by step: Int) {
    guard find != nil, let current else { return }
    show(hit: matches.position(of: current) + step)
  }

  private func show(hit position: Int) {
    guard (0..<matches.count).contains(position) else { return }
    current = matches.id(at: position)
    viewport.reveal(row: rows.position(of: matches.id(at: position)))
  }

  /// The status of the search.
  var result: String {
    if matches.pending != nil { return "searching \(matches.percent) %" }
    guard let current, matches.count > 0 else { return "no match" }
    return
      "\(grouped(min(matches.position(of: current) + 1, matches.count))) of \(grouped(matches.count))"
  }
}

/// Formats a number with thousands separators.
func grouped(_ number: Int) -> String {
  number < 1000
    ? "\(number)" : grouped(number / 1000) + "," + String("\(1000 + number % 1000)".dropFirst())
}
