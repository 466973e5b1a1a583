import MillraceIdentifiedList

/// The state of a search in an editor.
struct EditorFind {
  var query = ""
  /// The matches, in order; nil while the search runs.
  var matches: [Range<Int>]?
  /// The offset at which the search started. Typing the query shows the first match at or after it.
  var startOffset: Int
  /// Whether to show a match as soon as the matches are known.
  var showsMatchWhenDone = false
  /// The direction in which that match is searched; nil for the first match at or after the start.
  var isForward: Bool?

  /// The search stops after this many matches.
  static let limit = 10_000

  /// The position of the selected match as text, such as `2 of 7`; if no match is selected, the
  /// number of matches.
  func status(of selection: Range<Int>) -> String {
    guard !query.isEmpty else { return "" }
    guard let matches else { return "…" }
    if matches.isEmpty { return "none" }
    let count = matches.count == Self.limit ? "\(matches.count)+" : "\(matches.count)"
    let index = matches.indices.lowerBound { matches[$0].lowerBound >= selection.lowerBound }
    let isSelected =
      index < matches.count && matches[index].lowerBound == selection.lowerBound
    return isSelected && !selection.isEmpty ? "\(index + 1) of \(count)" : count
  }

  /// The matches that overlap a range of the text.
  func matches(in range: Range<Int>) -> [Range<Int>] {
    guard let matches, !query.isEmpty else { return [] }
    let first = matches.indices.lowerBound { matches[$0].upperBound > range.lowerBound }
    return Array(matches[first...].prefix { $0.lowerBound < range.upperBound })
  }

  /// The next or previous match, wrapping around; nil if there are none.
  func match(from offset: Int, isForward: Bool) -> Range<Int>? {
    guard let matches, !matches.isEmpty, !query.isEmpty else { return nil }
    let next = matches.indices.lowerBound { matches[$0].lowerBound >= offset }
    let number = isForward ? next % matches.count : (next + matches.count - 1) % matches.count
    return matches[number]
  }

  /// Searches a text for a query, without regard to case and diacritics.
  /// - Complexity: O(*n*). Stops early if its task is cancelled.
  nonisolated static func matches(of query: String, in text: EditedText) -> [Range<Int>] {
    let pattern = TextPattern(query)
    guard !pattern.isEmpty else { return [] }
    var matches: [Range<Int>] = []
    // Searches in windows that overlap by more than the length of a match, so that each match is
    // found as a whole.
    let (window, overlap) = (65_536, 8 * query.utf8.count + 256)
    var start = 0
    while start < text.count, matches.count < limit, !Task.isCancelled {
      var part = text[start..<min(start + window + overlap, text.count)]
      var offset = 0
      part.withUTF8 { bytes in
        while offset < window, matches.count < limit,
          let range = pattern.range(in: bytes, from: offset), range.lowerBound < window
        {
          matches.append(start + range.lowerBound..<start + range.upperBound)
          offset = range.upperBound
        }
      }
      start += max(offset, window)
      // A window must start at a scalar boundary; no match begins inside a scalar.
      while start < text.count, text.root.byte(at: start) & 0xC0 == 0x80 { start += 1 }
    }
    return matches
  }
}
