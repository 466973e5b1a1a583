/// Counts a terminal's answers to DA1 (`CSI ? … c`) in its input, byte by byte, so that no byte
/// after the last answer is read.
package struct AnswerCounter {
  /// The number of answers that have not arrived yet.
  package private(set) var remaining: Int
  private var seen = 0

  private static let start: [UInt8] = [0x1B, 0x5B, 0x3F]

  package init(remaining: Int) { self.remaining = remaining }

  package mutating func take(_ byte: UInt8) {
    if byte == Self.start[0] {
      seen = 1
    } else if seen < Self.start.count {
      seen = seen > 0 && byte == Self.start[seen] ? seen + 1 : 0
    } else if byte != UInt8(ascii: ";"), !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
      if byte == UInt8(ascii: "c") { remaining -= 1 }
      seen = 0
    }
  }
}
