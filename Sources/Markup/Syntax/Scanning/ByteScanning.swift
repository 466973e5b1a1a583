/// Reads bytes from their start to their end.
protocol ByteScanning {
  var bytes: [UInt8] { get }
  var index: Int { get set }
}

extension ByteScanning {
  var isAtEnd: Bool { index >= bytes.count }

  /// The byte at the index, or 0 at the end. No text contains a byte 0.
  var byte: UInt8 { byte(at: index) }

  func byte(at index: Int) -> UInt8 { index < bytes.count ? bytes[index] : 0 }

  func starts(with text: StaticString) -> Bool {
    guard index + text.utf8CodeUnitCount <= bytes.count else { return false }
    for offset in 0..<text.utf8CodeUnitCount where bytes[index + offset] != text.utf8Start[offset] {
      return false
    }
    return true
  }

  /// Skips bytes, and returns whether there were any.
  @discardableResult
  mutating func skip(while isSkipped: (UInt8) -> Bool) -> Bool {
    let start = index
    while index < bytes.count, isSkipped(bytes[index]) { index += 1 }
    return index > start
  }

  /// Skips space, and returns whether there was any.
  @discardableResult
  mutating func skipSpace() -> Bool { skip(while: \.isSpace) }

  func string(_ range: Range<Int>) -> String {
    // Decoding a slice of the array is slower.
    bytes.withUnsafeBufferPointer {
      String(decoding: UnsafeBufferPointer(rebasing: $0[range]), as: UTF8.self)
    }
  }
}
