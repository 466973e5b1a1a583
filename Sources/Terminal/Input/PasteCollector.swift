/// Collects pasted text, with line breaks as `\n`: terminals send them like the Enter key, as `\r`.
struct PasteCollector: Sendable {
  /// The number of bytes after which a piece is delivered, so that a paste that never ends uses
  /// bounded memory.
  private let pieceSize: Int
  private(set) var bytes: [UInt8] = []

  static let endSequence: [UInt8] = Array("\u{1B}[201~".utf8)

  init(pieceSize: Int) { self.pieceSize = max(16, pieceSize) }

  /// The position of the end sequence, or of the bytes that must wait for more: a part of the end
  /// sequence, or a `\r`, which may be half of a line break.
  static func endSequence(in input: ArraySlice<UInt8>) -> (index: Int, isFound: Bool) {
    let end = endSequence
    var rest = input
    while let start = rest.firstIndex(of: InputDecoder.escape) {
      var match = 1
      while start + match < input.endIndex, match < end.count, input[start + match] == end[match] {
        match += 1
      }
      if match == end.count { return (start, true) }
      if start + match == input.endIndex { return (start, false) }
      rest = input[(start + match)...]
    }
    return (input.last == 0x0D ? input.endIndex - 1 : input.endIndex, false)
  }

  /// Adds bytes of a paste.
  /// - Returns: The complete pieces. No scalar is split.
  mutating func add(_ input: ArraySlice<UInt8>) -> [String] {
    Self.append(input, to: &bytes)
    var pieces: [String] = []
    var start = 0
    while bytes.count - start >= pieceSize {
      var end = start + pieceSize
      let lead = (end - 3...end).last { $0 < bytes.count && bytes[$0] & 0xC0 != 0x80 }
      if end < bytes.count {
        end = lead ?? end
      } else {
        end -= UTF8Collector.incompleteLength(of: bytes[start...])
      }
      pieces.append(String(decoding: bytes[start..<end], as: UTF8.self))
      start = end
    }
    bytes.removeFirst(start)
    return pieces
  }

  /// Returns the remaining text, when no more follows.
  mutating func finish() -> String {
    defer { bytes = [] }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends text, with its line breaks converted to `\n`.
  static func append(_ text: ArraySlice<UInt8>, to bytes: inout [UInt8]) {
    var rest = text
    while let end = rest.firstIndex(of: 0x0D) {
      bytes += rest[..<end]
      bytes.append(0x0A)
      rest = rest[(end + 1)...]
      if rest.first == 0x0A { rest = rest.dropFirst() }
    }
    bytes += rest
  }
}
