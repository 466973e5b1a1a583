import MillraceWidgets

/// Breaks text into lines that fit a width. Widths are counted by cluster, and clusters are never
/// broken.
public enum TextLayout {
  /// The lines of a text.
  ///
  /// - Parameters:
  ///   - text: Any text; `\n` and `\r\n` end a line.
  ///   - width: The number of columns. With 0 or less there are no lines. A cluster that is wider
  ///     gets its own line, which is too wide, if `wrap` breaks lines.
  ///   - wrap: How to break or shorten a line that is too wide.
  ///   - rules: The width rules of the terminal.
  /// - Returns: At least one line, if the width is positive. Slices of `text`, except for truncated
  ///   lines.
  /// - Complexity: O(length of `text`).
  public static func lines(
    of text: String, width: Int, wrap: TextWrap, _ rules: WidthRules = .standard
  ) -> [Substring] {
    var lines: [Substring] = []
    forEachLine(of: text, width: width, wrap: wrap, rules) { lines.append($0.text) }
    return lines
  }

  /// The number of columns and lines of a text that is broken to fit a width.
  ///
  /// - Complexity: O(length of `text`). Does not store the lines.
  public static func measure(
    _ text: String, width: Int, wrap: TextWrap, _ rules: WidthRules = .standard
  ) -> TextExtent {
    var extent = TextExtent(columns: 0, lines: 0)
    forEachLine(of: text, width: width, wrap: wrap, rules) { line in
      extent.lines += 1
      extent.columns = max(extent.columns, line.columns)
    }
    return extent
  }

  /// Calls `body` with each line.
  static func forEachLine(
    of text: String, width: Int, wrap: TextWrap, _ rules: WidthRules, _ body: (TextLine) -> Void
  ) {
    guard width > 0 else { return }
    if !text.hasLineBreak { return layOut(text[...], width: width, wrap: wrap, rules, body) }
    var rest = text[...]
    while true {
      guard let end = rest.utf8.firstIndex(of: 0x0A) else {
        return layOut(rest, width: width, wrap: wrap, rules, body)
      }
      // "\r\n" is one cluster.
      let paragraph = rest.utf8[..<end]
      let line = paragraph.last == 0x0D ? paragraph.dropLast() : paragraph
      layOut(Substring(line), width: width, wrap: wrap, rules, body)
      rest = rest[rest.utf8.index(after: end)...]
    }
  }

  private static func layOut(
    _ paragraph: Substring, width: Int, wrap: TextWrap, _ rules: WidthRules,
    _ body: (TextLine) -> Void
  ) {
    // A cluster takes at most as many columns as it has bytes, so a line of at most `width` bytes
    // fits.
    if paragraph.utf8.count <= width {
      return body(TextLine(paragraph, displayWidth(of: paragraph, rules)))
    }
    switch wrap {
    case .word:
      var breaker = WordBreaker(paragraph, width: width, rules)
      breaker.run(body)
    case .character: breakAnywhere(paragraph, width: width, rules, body)
    case .clip:
      let (end, columns) = prefix(of: paragraph, width: width, rules)
      body(TextLine(paragraph[..<end], columns))
    case .truncateEnd, .truncateMiddle, .truncateStart:
      truncate(paragraph, width: width, wrap: wrap, rules, body)
    }
  }

  private static func breakAnywhere(
    _ paragraph: Substring, width: Int, _ rules: WidthRules, _ body: (TextLine) -> Void
  ) {
    var start = paragraph.startIndex
    var columns = 0
    for index in paragraph.indices {
      let more = GraphemeWidth.columns(of: paragraph[index], rules)
      if columns > 0, columns + more > width {
        body(TextLine(paragraph[start..<index], columns))
        (start, columns) = (index, 0)
      }
      columns += more
    }
    body(TextLine(paragraph[start...], columns))
  }

  /// The end of the longest prefix of a line that fits, and its columns.
  static func prefix(
    of line: Substring, width: Int, _ rules: WidthRules
  ) -> (end: Substring.Index, columns: Int) {
    var columns = 0
    for index in line.indices {
      let more = GraphemeWidth.columns(of: line[index], rules)
      if columns + more > width { return (index, columns) }
      columns += more
    }
    return (line.endIndex, columns)
  }

  /// The start of the longest suffix of a line that fits, and its columns.
  static func suffix(
    of line: Substring, width: Int, _ rules: WidthRules
  ) -> (start: Substring.Index, columns: Int) {
    var columns = 0
    for index in line.indices.reversed() {
      let more = GraphemeWidth.columns(of: line[index], rules)
      if columns + more > width { return (line.index(after: index), columns) }
      columns += more
    }
    return (line.startIndex, columns)
  }
}

/// A line of a text: one slice of it, or the two slices around the “…” of a shortened line.
struct TextLine {
  let head: Substring
  let tail: Substring?
  let columns: Int

  init(_ head: Substring, _ columns: Int) {
    self.head = head
    tail = nil
    self.columns = columns
  }

  init(_ head: Substring, ellipsisAnd tail: Substring, _ columns: Int) {
    self.head = head
    self.tail = tail
    self.columns = columns
  }

  /// The displayed text.
  var text: Substring { tail.map { "\(head)…\($0)" } ?? head }
}

/// The size of text.
public struct TextExtent: Hashable, Sendable {
  /// The number of columns of the widest line.
  public var columns: Int
  /// The number of lines.
  public var lines: Int

  /// Makes an extent in cells.
  /// - Parameters:
  ///   - columns: The number of columns of the widest line.
  ///   - lines: The number of lines.
  public init(columns: Int, lines: Int) {
    self.columns = columns
    self.lines = lines
  }
}
