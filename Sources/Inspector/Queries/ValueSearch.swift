/// Returns true if the result of a query is no longer needed. The query calls it repeatedly.
typealias Cancellation = @Sendable () -> Bool

/// Searches the names and values of a state for a text. The search ignores the case of ASCII
/// letters.
struct ValueSearch {
  var hits: [SearchHit] = []
  private let needle: [UInt8]
  private let limit: Int
  private let reader: ValueReader
  private let isCancelled: Cancellation
  private var steps = 0
  private var wasCancelled = false

  init(_ query: String, limit: Int, _ reader: ValueReader, _ isCancelled: @escaping Cancellation) {
    needle = query.utf8.map(Self.lowercased)
    (self.limit, self.reader, self.isCancelled) = (limit, reader, isCancelled)
  }

  var isEnded: Bool { wasCancelled || hits.count >= limit }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    (65...90).contains(byte) ? byte + 32 : byte
  }

  func matches(_ text: String) -> Bool {
    if needle.isEmpty { return false }
    var text = text
    return text.withUTF8 { bytes in
      guard bytes.count >= needle.count else { return false }
      return (0...bytes.count - needle.count).contains { start in
        needle.indices.allSatisfy { Self.lowercased(bytes[start + $0]) == needle[$0] }
      }
    }
  }

  mutating func walk(
    _ value: Any, _ name: String, _ path: String, depth: Int
  ) {
    steps += 1
    if steps % 256 == 0, isCancelled() { wasCancelled = true }
    if isEnded || depth > 24 { return }
    let value = reader.unwrapped(value)
    let isHidden = reader.redactor?.hides(value, at: path) == true
    let isLeaf = isHidden || value is String || reader.parts(of: value, at: path, limit: 1).isEmpty
    let text = isLeaf ? value as? String ?? reader.text(of: value, at: path) : ""
    if matches(name) || !isHidden && matches(text) {
      hits.append(
        SearchHit(
          kind: .state, path: path, version: nil, text: reader.text(of: value, at: path)))
    }
    if isLeaf { return }
    reader.forEachPart(of: value, at: path) { part in
      walk(part.value, part.name, part.path, depth: depth + 1)
      return !isEnded
    }
  }
}
