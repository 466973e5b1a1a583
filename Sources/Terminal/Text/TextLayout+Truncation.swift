import MillraceWidgets

extension TextLayout {
  /// Shortens a line that is too wide, and leaves “…” where it was cut.
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
    // A wide cluster that did not fit the head leaves its column to the tail, except where no tail
    // is wanted.
    let tail = wrap == .truncateEnd ? 0 : room - first.columns
    let last = suffix(of: line, width: tail, rules)
    body(
      TextLine(
        line[..<first.end], ellipsisAnd: line[last.start...], first.columns + 1 + last.columns))
  }
}
