/// Breaks one paragraph at words.
///
/// The break opportunities are a subset of UAX #14: after spaces, after a hyphen inside a word, and
/// around East Asian characters except before closing and after opening punctuation.
struct WordBreaker {
  private let paragraph: Substring
  private let width: Int
  private let rules: WidthRules

  private var lineStart: Substring.Index
  /// The columns from `lineStart` to the current cluster. Spaces may exceed the width, and are
  /// dropped at a break.
  private var column = 0
  /// The last break opportunity: the line ends at `contentEnd`, and the next one starts at
  /// `resume`.
  private var lastBreak: BreakOpportunity?

  private struct BreakOpportunity {
    var contentEnd: Substring.Index
    var contentColumns: Int
    var resume: Substring.Index
    var resumeColumn: Int
  }

  init(_ paragraph: Substring, width: Int, _ rules: WidthRules) {
    self.paragraph = paragraph
    self.width = width
    self.rules = rules
    lineStart = paragraph.startIndex
  }

  mutating func run(_ body: (TextLine) -> Void) {
    var (beforePrevious, previous): (Character?, Character?) = (nil, nil)
    var index = lineStart
    while index < paragraph.endIndex {
      let cluster = paragraph[index]
      let next = paragraph.index(after: index)
      if cluster == " " {
        takeSpace(at: index, next: next, isFirst: previous != " ")
      } else {
        let columns = GraphemeWidth.columns(of: cluster, rules)
        if let previous, previous != " ",
          Self.mayBreak(beforePrevious, previous, cluster)
        {
          lastBreak = BreakOpportunity(
            contentEnd: index, contentColumns: column, resume: index, resumeColumn: column)
        }
        while column > 0, column + columns > width { breakLine(before: index, body) }
        column += columns
      }
      (beforePrevious, previous) = (previous, cluster)
      index = next
    }
    emitLastLine(endsInSpace: previous == " ", body)
  }

  private mutating func takeSpace(
    at index: Substring.Index, next: Substring.Index, isFirst: Bool
  ) {
    var next = BreakOpportunity(
      contentEnd: index, contentColumns: column, resume: next, resumeColumn: column + 1)
    if !isFirst, let lastBreak {
      (next.contentEnd, next.contentColumns) = (lastBreak.contentEnd, lastBreak.contentColumns)
    }
    column += 1
    lastBreak = next
  }

  private mutating func breakLine(
    before index: Substring.Index, _ body: (TextLine) -> Void
  ) {
    if let lastBreak {
      body(TextLine(paragraph[lineStart..<lastBreak.contentEnd], lastBreak.contentColumns))
      lineStart = lastBreak.resume
      column -= lastBreak.resumeColumn
    } else {
      body(TextLine(paragraph[lineStart..<index], column))
      lineStart = index
      column = 0
    }
    lastBreak = nil
  }

  /// The last line keeps the trailing spaces that fit.
  private func emitLastLine(endsInSpace: Bool, _ body: (TextLine) -> Void) {
    guard endsInSpace, column > width, let lastBreak else {
      return body(TextLine(paragraph[lineStart...], column))
    }
    let room = max(0, width - lastBreak.contentColumns)
    let end = paragraph.index(lastBreak.contentEnd, offsetBy: room)
    body(TextLine(paragraph[lineStart..<end], lastBreak.contentColumns + room))
  }

  private static func mayBreak(
    _ beforePrevious: Character?, _ previous: Character, _ cluster: Character
  ) -> Bool {
    if previous == "-" {
      guard let beforePrevious else { return false }
      return beforePrevious.isLetter && cluster.isLetter
        || beforePrevious.isNumber && cluster.isLetter
    }
    if previous.isASCII, cluster.isASCII { return false }
    guard previous.columns == 2 || cluster.columns == 2 else { return false }
    return !closing.contains(cluster) && !opening.contains(previous)
  }

  private static let closing: Set<Character> = [
    "、", "。", "，", "．", "！", "？", "：", "；", "）", "」", "』", "】", "〉", "》", "〕", "］", "｝", "ー", "々",
    "…", "”", "’", ",", ".", "!", "?", ":", ";", ")", "]", "}", "%",
  ]

  private static let opening: Set<Character> = [
    "（", "「", "『", "【", "〈", "《", "〔", "［", "｛", "“", "‘", "(", "[", "{", "$",
  ]
}
