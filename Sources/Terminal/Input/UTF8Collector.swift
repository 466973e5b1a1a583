/// Decodes scalars from bytes that arrive one by one.
///
/// Ill-formed input gives one U+FFFD for each maximal part of a scalar, as Unicode recommends
/// (chapter 3, "U+FFFD Substitution of Maximal Subparts") and as `String(decoding:as:)` does.
package struct UTF8Collector: Sendable {
  private var value: UInt32 = 0
  private var missing = 0
  /// The valid range of the next byte, which some lead bytes narrow.
  private var next: ClosedRange<UInt8> = 0x80...0xBF

  package init() {}

  package enum Step: Equatable {
    /// More bytes are needed.
    case incomplete
    case scalar(Unicode.Scalar)
    /// The collected bytes are invalid. The byte is not part of them: feed it again.
    case brokenBefore
    /// The byte itself is invalid.
    case broken
  }

  package var isPending: Bool { missing > 0 }

  package mutating func reset() { missing = 0 }

  package mutating func feed(_ byte: UInt8) -> Step {
    if missing > 0 {
      guard next.contains(byte) else {
        missing = 0
        return .brokenBefore
      }
      value = value << 6 | UInt32(byte & 0x3F)
      missing -= 1
      next = 0x80...0xBF
      if missing > 0 { return .incomplete }
      return Unicode.Scalar(value).map { .scalar($0) } ?? .broken
    }
    next = 0x80...0xBF
    switch byte {
    case 0x00...0x7F: return .scalar(Unicode.Scalar(byte))
    case 0xC2...0xDF: (value, missing) = (UInt32(byte & 0x1F), 1)
    case 0xE0...0xEF:
      (value, missing) = (UInt32(byte & 0x0F), 2)
      if byte == 0xE0 { next = 0xA0...0xBF }
      if byte == 0xED { next = 0x80...0x9F }
    case 0xF0...0xF4:
      (value, missing) = (UInt32(byte & 0x07), 3)
      if byte == 0xF0 { next = 0x90...0xBF }
      if byte == 0xF4 { next = 0x80...0x8F }
    default: return .broken
    }
    return .incomplete
  }

  /// The number of bytes at the end of a text that begin an incomplete scalar.
  static func incompleteLength(of text: ArraySlice<UInt8>) -> Int {
    let tail = text.suffix(3)
    guard let lead = tail.lastIndex(where: { $0 & 0xC0 != 0x80 }) else { return 0 }
    var utf8 = UTF8Collector()
    for byte in tail[lead...] { _ = utf8.feed(byte) }
    return utf8.isPending ? tail.endIndex - lead : 0
  }
}
