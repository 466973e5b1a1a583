/// What an editor looks for.
struct EditorFind {
  var query = ""
  /// Where the matches begin, in order; nil while they are looked for.
  var matches: [Int]?
  /// Where looking began: the first match from there on is shown as the query is typed.
  var origin: Int
  /// Whether a match is to be shown when they are known.
  var isWaiting = false

  /// More are not looked for.
  static let limit = 10_000

  /// The match that is selected, among all.
  func status(of selection: Range<Int>) -> String {
    guard !query.isEmpty else { return "" }
    guard let matches else { return "…" }
    if matches.isEmpty { return "none" }
    let count = matches.count == Self.limit ? "\(matches.count)+" : "\(matches.count)"
    let place = matches.partitioned { $0 >= selection.lowerBound }
    let isSelected = place < matches.count && matches[place] == selection.lowerBound
    return isSelected && !selection.isEmpty ? "\(place + 1) of \(count)" : count
  }

  /// The matches in a part of the text.
  func matches(in range: Range<Int>) -> [Range<Int>] {
    guard let matches, !query.isEmpty else { return [] }
    let length = query.utf8.count
    let first = matches.partitioned { $0 + length > range.lowerBound }
    return matches[first...].prefix { $0 < range.upperBound }.map { $0..<$0 + length }
  }

  /// The match to go to, which is none where there are none; after the last comes the first.
  func match(from place: Int, isForward: Bool) -> Range<Int>? {
    guard let matches, !matches.isEmpty, !query.isEmpty else { return nil }
    let next = matches.partitioned { $0 >= place }
    let number = isForward ? next % matches.count : (next + matches.count - 1) % matches.count
    return matches[number]..<matches[number] + query.utf8.count
  }

  /// Looks for a query in a text. Case matters where the query has a capital letter, and only in ASCII.
  /// - Complexity: O(*n*); cancelled with its task.
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
      // Windows overlap by less than a match, and begin where the one before had none any more.
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
      // A window begins where a scalar does, and no match begins in one.
      while start < text.count, text.root.byte(at: start) & 0xC0 == 0x80 { start += 1 }
    }
    return matches
  }
}

extension [Int] {
  /// The first place from which on a condition holds; it holds for all after one for which it does.
  fileprivate func partitioned(_ holds: (Int) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if holds(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
