/// Writes operations as JSON.
struct PageText {
  private(set) var bytes: [UInt8] = []

  var isEmpty: Bool { bytes.isEmpty }
  var text: String { String(decoding: bytes, as: UTF8.self) }

  mutating func raw(_ text: StaticString) {
    text.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  mutating func raw(_ text: String) { bytes.append(contentsOf: text.utf8) }

  mutating func number(_ number: Int) {
    if 0..<10 ~= number { bytes.append(UInt8(48 + number)) } else { raw(String(number)) }
  }

  /// Writes numbers, each after a comma.
  mutating func numbers(_ numbers: Int...) {
    for number in numbers {
      raw(",")
      self.number(number)
    }
  }

  mutating func string(_ text: some StringProtocol) {
    raw("\"")
    for byte in text.utf8 {
      switch byte {
      case 0x22: raw("\\\"")
      case 0x5C: raw("\\\\")
      case 0..<0x20:
        raw(byte < 16 ? "\\u000" : "\\u00")
        raw(String(byte, radix: 16))
      default: bytes.append(byte)
      }
    }
    raw("\"")
  }

  /// Writes an operation, with a comma if another one is before it.
  mutating func operation(_ name: StaticString, _ write: (inout PageText) -> Void) {
    raw(isEmpty ? "[\"" : ",[\"")
    raw(name)
    raw("\"")
    write(&self)
    raw("]")
  }
}
