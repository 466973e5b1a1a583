import MillraceWidgets

extension TextLayout {
  /// Shortens a line that is too wide, with “…” at the cut.
  static func truncate(
    _ line: Substring, width: Int, wrap: TextWrap, _ rules: WidthRules, _ body: (TextLine) -> Void
  ) {
    let (end, columns) = prefix(of: line, width: width, rules)
    if end == line.endIndex { return body(TextLine(line, columns)) }
    let room = width - 1
    let head: Int
    switch wrap {
    case .truncateStart: head = 0
    case .truncateMiddle: head = (room + 1) / 2
    default: head = room
    }
    let first = prefix(of: line, width: head, rules)
    // If a wide cluster did not fit the head, its column goes to the tail, unless there is no tail.
    let tail = wrap == .truncateEnd ? 0 : room - first.columns
    let last = suffix(of: line, width: tail, rules)
    body(
      TextLine(
        line[..<first.end], ellipsisAnd: line[last.start...], first.columns + 1 + last.columns))
  }
}
