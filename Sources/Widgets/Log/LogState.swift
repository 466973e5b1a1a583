/// The local state of a ``Log``: the lines that pass the filter, the search, and the last line
/// seen.
struct LogState {
  /// The lines that pass the filter, and those that also match the search.
  private(set) var rows = LogIndex()
  private(set) var matches = LogIndex()
  /// The filter of the search; nil if there is no search.
  private(set) var find: LogFilter?
  /// The id of the line of the current match. While there is one, the log does not follow its end.
  private(set) var current: Int?
  /// Whether the search has not moved to a match yet.
  private var needsInitialMatch = false
  /// The id after the last line that has been visible; nil while the log follows the newest lines.
  private var firstUnseenID: Int?

  /// The number of new lines in the badge; nil while the log follows the newest lines.
  var badge: Int? { firstUnseenID.map { rows.count - rows.position(of: $0) } }

  /// The index whose lines have to be tested off the main actor; nil if there is none.
  var pending: LogIndex? { rows.isPending ? rows : matches.isPending ? matches : nil }

  /// Sets the log and its filters. A second call with the same arguments changes nothing.
  mutating func update(_ lines: LogLines, _ filters: [LogFilter]) {
    if current != nil, !lines.continues(rows.lines) { current = nil }
    rows.update(lines, filters)
    matches.update(lines, find.map { filters + [$0] } ?? [])
    firstUnseenID = firstUnseenID.map { min($0, lines.endIndex) }
  }

  /// Records which lines have been visible, after a scroll or a layout.
  /// - Returns: whether the badge has changed.
  @MainActor mutating func recordSeen(_ viewport: ViewportState) -> Bool {
    let old = badge
    let end = idsInSight(viewport).map { $0.upperBound + 1 } ?? 0
    let follows = viewport.isAtEnd && current == nil
    firstUnseenID = follows ? nil : max(firstUnseenID ?? rows.lines.endIndex, end)
    return old != badge
  }

  /// Leaves the current match, so that the log can follow the newest lines again.
  /// - Returns: whether there was a current match.
  mutating func leaveMatch() -> Bool {
    defer { current = nil }
    return current != nil
  }

  /// The ids of the first and the last visible line.
  @MainActor private func idsInSight(_ viewport: ViewportState) -> ClosedRange<Int>? {
    let visible = viewport.rows.clamped(to: 0..<rows.count)
    guard let first = visible.first, let last = visible.last else { return nil }
    return rows.id(at: first)...rows.id(at: last)
  }

  // MARK: - Finding

  // Each function returns whether the viewport has to be rendered.

  /// Starts a search; ends the search if the text is empty.
  @MainActor mutating func startSearch(for text: String, _ viewport: inout ViewportState) -> Bool {
    (find, current, needsInitialMatch) = (text.isEmpty ? nil : .text(text), nil, !text.isEmpty)
    update(rows.lines, rows.filters)
    return moveToInitialMatch(&viewport)
  }

  /// Applies the result of the test of one slice. When all lines have been searched, moves to the
  /// initial match.
  @MainActor mutating func apply(
    _ slice: LogIndex.Slice, _ viewport: inout ViewportState
  ) -> Bool {
    rows.apply(slice)
    matches.apply(slice)
    return moveToInitialMatch(&viewport)
  }

  /// When all lines have been searched, moves to the first match from the first visible line on. If
  /// there is none, or the log is at its end, moves to the last match in or above the visible
  /// lines.
  @MainActor private mutating func moveToInitialMatch(_ viewport: inout ViewportState) -> Bool {
    guard needsInitialMatch, !matches.isPending else { return false }
    needsInitialMatch = false
    let ids = idsInSight(viewport)
    let next = matches.position(of: ids?.lowerBound ?? 0)
    if !viewport.isAtEnd, next < matches.count { return move(to: next, &viewport) }
    let end = ids.map { $0.upperBound + 1 } ?? .max
    return move(to: max(0, matches.position(of: end) - 1), &viewport)
  }

  /// Moves to the match after (1) or before (-1) the current one. If no current match is in sight,
  /// starts at the first visible line, or for -1 at the last.
  @MainActor mutating func moveToMatch(by step: Int, _ viewport: inout ViewportState) -> Bool {
    guard let ids = idsInSight(viewport) else { return false }
    let shown = current.flatMap { ids.contains($0) ? $0 : nil }
    let start = shown ?? (step > 0 ? ids.lowerBound - 1 : ids.upperBound + 1)
    let index = step > 0 ? matches.position(of: start + 1) : matches.position(of: start) - 1
    return move(to: index, &viewport)
  }

  @MainActor private mutating func move(to index: Int, _ viewport: inout ViewportState) -> Bool {
    guard (0..<matches.count).contains(index) else { return false }
    current = matches.id(at: index)
    firstUnseenID = firstUnseenID ?? rows.lines.endIndex
    return viewport.reveal(row: rows.position(of: matches.id(at: index)))
  }

  /// The status of the search as text, such as `2 of 7`.
  var result: String {
    if matches.isPending { return "searching \(matches.percent) %" }
    if matches.count == 0 { return "no match" }
    let total = grouped(matches.count)
    guard let current else { return matches.count == 1 ? "1 match" : "\(total) matches" }
    return "\(grouped(min(matches.position(of: current) + 1, matches.count))) of \(total)"
  }
}
