/// The 64-bit FNV-1a hash of bytes (Fowler, Noll and Vo, RFC 9923). It detects damage, not attacks:
/// a change of one byte always changes the hash.
package struct Checksum: Equatable, Sendable {
  private var hash: UInt64 = 0xCBF2_9CE4_8422_2325

  package init(_ bytes: some Sequence<UInt8>) { add(bytes) }

  mutating func add(_ bytes: some Sequence<UInt8>) {
    // Contiguous bytes are hashed without an iterator.
    var hash = hash
    let isDone: Void? = bytes.withContiguousStorageIfAvailable { bytes in
      for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    }
    if isDone == nil {
      for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    }
    self.hash = hash
  }

  /// Sixteen hexadecimal digits.
  var digits: [UInt8] { (0..<16).map(digit) }

  /// - Parameter index: The position of the digit, from 0 for the first to 15 for the last.
  func digit(_ index: Int) -> UInt8 {
    let digit = UInt8(truncatingIfNeeded: hash >> (60 - 4 * UInt64(index))) & 15
    return digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
  }

  package var text: String { String(decoding: digits, as: UTF8.self) }
}
