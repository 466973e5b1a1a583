import MillraceRender

/// The local state of a ``Log``: the visible lines, the search, and the last line seen.
@MainActor
final class LogModel {
  let viewport = ViewportState()
  /// The lines that pass the filter, and those that also match the search.
  let rows = LogIndex()
  let hits = LogIndex()
  /// The current search.
  var find: LogFilter?
  /// The id of the line of the current match.
  private(set) var current: Int?
  /// Whether the search has not moved to a match yet.
  private var isSeeking = false
  /// The id after the last line that has been visible.
  private var seen = 0
  /// The number of new lines in the badge; nil while the log follows the end.
  private(set) var badge: Int?

  nonisolated init() {}

  func adopt(_ lines: LogLines, _ filter: LogFilter?, wraps: Bool, highlight: Style) {
    let filters = [filter].compactMap(\.self)
    rows.adopt(lines, filters)
    if let find { hits.adopt(lines, filters + [find]) }
    if isSeeking, find != nil, hits.pending == nil { seek() }
    viewport.followsEnd = true
    viewport.scrollsSideways = !wraps
    viewport.adopt(LogSource(self, wraps: wraps, highlight))
    noteSeen()
  }

  /// Identifies the pending filtering and searching; nil: none.
  var pending: [Int?]? {
    let pending = [rows.pending, find == nil ? nil : hits.pending]
    return pending == [nil, nil] ? nil : pending
  }

  /// - Returns: whether the badge has changed.
  @discardableResult
  func noteSeen() -> Bool {
    let old = badge
    if viewport.isAtEnd {
      seen = rows.lines.endIndex
    } else if let last = viewport.rows.last, last < rows.count {
      seen = max(min(seen, rows.lines.endIndex), rows.id(at: last) + 1)
    }
    badge = viewport.isAtEnd ? nil : rows.count - rows.place(of: seen)
    return old != badge
  }

  // MARK: - Finding

  func startSearch(for text: String) {
    (find, current, isSeeking) = (text.isEmpty ? nil : .text(text), nil, !text.isEmpty)
  }

  /// Moves to the last match before the end of the visible lines, or else to the first match.
  private func seek() {
    isSeeking = false
    let end = viewport.rows.last.map { $0 < rows.count ? rows.id(at: $0) + 1 : .max } ?? .max
    show(hit: max(0, hits.place(of: end) - 1))
  }

  func showNextHit(by step: Int) {
    guard find != nil, let current else { return }
    show(hit: hits.place(of: current) + step)
  }

  private func show(hit place: Int) {
    guard (0..<hits.count).contains(place) else { return }
    current = hits.id(at: place)
    viewport.reveal(row: rows.place(of: hits.id(at: place)))
  }

  /// The status of the search.
  var result: String {
    if hits.pending != nil { return "searching \(hits.percent) %" }
    guard let current, hits.count > 0 else { return "no match" }
    return "\(grouped(min(hits.place(of: current) + 1, hits.count))) of \(grouped(hits.count))"
  }
}

/// Formats a number with thousands separators.
func grouped(_ number: Int) -> String {
  number < 1000
    ? "\(number)" : grouped(number / 1000) + "," + String("\(1000 + number % 1000)".dropFirst())
}
