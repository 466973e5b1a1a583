/// Searches the names and values of a state for a text. The search ignores the case of ASCII
/// letters.
struct ValueSearch {
  private(set) var answer: SearchAnswer
  private let needle: [UInt8]
  private let limit: Int
  private let reader: ValueReader
  private var steps = 0

  init(_ query: String, limit: Int, _ reader: ValueReader) {
    answer = SearchAnswer(query: query, hits: [], isComplete: true)
    needle = query.utf8.map(Self.lowercased)
    (self.limit, self.reader) = (max(1, limit), reader)
  }

  /// Whether the search has reached its limit of hits or of time.
  private(set) var isEnded = false

  /// Adds a hit if one of the texts contains the query.
  mutating func examine(_ texts: [String], _ hit: @autoclosure () -> SearchHit) {
    steps += 1
    if texts.contains(where: matches) { answer.hits.append(hit()) }
    if answer.hits.count >= limit || steps % 256 == 0 && QueryLimit.isExceeded {
      (isEnded, answer.isComplete) = (true, false)
    }
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    (65...90).contains(byte) ? byte + 32 : byte
  }

  private func matches(_ text: String) -> Bool {
    if needle.isEmpty { return false }
    var text = text
    return text.withUTF8 { bytes in
      guard bytes.count >= needle.count else { return false }
      return (0...bytes.count - needle.count).contains { start in
        needle.indices.allSatisfy { Self.lowercased(bytes[start + $0]) == needle[$0] }
      }
    }
  }

  mutating func walk(_ value: Any, _ name: String, _ path: String, depth: Int) {
    if isEnded { return }
    // The search continues beside a value that is too deep.
    if depth > 24 { return answer.isComplete = false }
    let (value, reader) = (reader.unwrapped(value), reader)
    let isHidden = reader.redactor?.hides(value, at: path) == true
    let isLeaf = isHidden || value is String || reader.parts(of: value, at: path, limit: 1).isEmpty
    let text = isLeaf && !isHidden ? value as? String ?? reader.text(of: value, at: path) : ""
    examine(
      [name, text], SearchHit(kind: .state, path: path, text: reader.text(of: value, at: path)))
    if isLeaf { return }
    // Reads the parts of a list in groups, so that the search can end before the last group.
    let window = value is any RandomAccessCollection ? 256 : Int.max
    var (offset, parts) = (0, reader.parts(of: value, at: path, limit: window))
    while !parts.isEmpty, !isEnded {
      for part in parts { walk(part.value, part.name, part.path, depth: depth + 1) }
      offset += parts.count
      parts =
        parts.count < window ? [] : reader.parts(of: value, at: path, offset: offset, limit: window)
    }
  }
}
