import MillraceRender

/// What a ``Log`` keeps: which lines show, which are found, and up to which they have been seen.
@MainActor
final class LogModel {
  let viewport = ViewportState()
  /// The lines that pass the filter, and those of them that are found.
  let rows = LogIndex()
  let hits = LogIndex()
  /// What is looked for.
  var find: LogFilter?
  /// The id of the line that was found last.
  private(set) var current: Int?
  /// Whether the search has not led to a line yet.
  private var isSeeking = false
  /// The id after the last line that has been in sight.
  private var seen = 0
  /// What the badge showed last: lines that are new; nil: it follows the end.
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

  /// Whether lines are still to be filtered or searched.
  var pending: [Int?]? {
    let pending = [rows.pending, find == nil ? nil : hits.pending]
    return pending == [nil, nil] ? nil : pending
  }

  /// - Returns: whether the badge has to show something else.
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

  /// Goes to the last match up to the end of what shows, or else to the first.
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

  /// What the search has come to.
  var result: String {
    if hits.pending != nil { return "searching \(hits.percent) %" }
    guard let current, hits.count > 0 else { return "no match" }
    return "\(grouped(min(hits.place(of: current) + 1, hits.count))) of \(grouped(hits.count))"
  }
}

/// A number with a comma between thousands.
func grouped(_ number: Int) -> String {
  number < 1000
    ? "\(number)" : grouped(number / 1000) + "," + String("\(1000 + number % 1000)".dropFirst())
}
