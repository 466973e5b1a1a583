import MillraceIdentifiedList

/// The state of a search in an editor.
struct EditorFind {
  var query = ""
  /// The start offsets of the matches, in order; nil while the search runs.
  var matches: [Int]?
  /// Where the search started: typing the query shows the first match from here on.
  var startOffset: Int
  /// Whether to show a match when the search finishes.
  var showsMatchWhenDone = false

  /// The search stops after this many matches.
  static let limit = 10_000

  /// The position of the selected match among all matches.
  func status(of selection: Range<Int>) -> String {
    guard !query.isEmpty else { return "" }
    guard let matches else { return "…" }
    if matches.isEmpty { return "none" }
    let count = matches.count == Self.limit ? "\(matches.count)+" : "\(matches.count)"
    let place = matches.indices.lowerBound { matches[$0] >= selection.lowerBound }
    let isSelected = place < matches.count && matches[place] == selection.lowerBound
    return isSelected && !selection.isEmpty ? "\(place + 1) of \(count)" : count
  }

  /// The matches that overlap a range of the text.
  func matches(in range: Range<Int>) -> [Range<Int>] {
    guard let matches, !query.isEmpty else { return [] }
    let length = query.utf8.count
    let first = matches.indices.lowerBound { matches[$0] + length > range.lowerBound }
    return matches[first...].prefix { $0 < range.upperBound }.map { $0..<$0 + length }
  }

  /// The next or previous match, wrapping around; nil if there are none.
  func match(from place: Int, isForward: Bool) -> Range<Int>? {
    guard let matches, !matches.isEmpty, !query.isEmpty else { return nil }
    let next = matches.indices.lowerBound { matches[$0] >= place }
    let number = isForward ? next % matches.count : (next + matches.count - 1) % matches.count
    return matches[number]..<matches[number] + query.utf8.count
  }

  /// Searches a text for a query. Case matters only if the query contains an ASCII capital letter.
  /// - Complexity: O(*n*). Stops early if its task is cancelled.
  nonisolated static func matches(of query: String, in text: EditedText) -> [Int] {
    let ignoresCase = !query.utf8.contains { 0x41...0x5A ~= $0 }
    func folded(_ byte: UInt8) -> UInt8 {
      ignoresCase && 0x41...0x5A ~= byte ? byte | 0x20 : byte
    }
    let wanted = Array(query.utf8)
    guard let first = wanted.first else { return [] }
    var matches: [Int] = []
    var start = 0
    while start < text.count, matches.count < limit, !Task.isCancelled {
      // Searches in windows that overlap by less than the length of a match, so that each match is
      // found once.
      var window = text[start..<start + 65_536 + wanted.count]
      let reach = window.utf8.count - wanted.count
      if reach < 0 { break }
      var place = 0
      window.withUTF8 { bytes in
        while place <= reach, matches.count < limit {
          if folded(bytes[place]) == first,
            wanted.indices.allSatisfy({ folded(bytes[place + $0]) == wanted[$0] })
          {
            matches.append(start + place)
            place += wanted.count
          } else {
            place += 1
          }
        }
      }
      start += place
      // A window must start at a scalar boundary; no match begins inside a scalar.
      while start < text.count, text.root.byte(at: start) & 0xC0 == 0x80 { start += 1 }
    }
    return matches
  }
}
