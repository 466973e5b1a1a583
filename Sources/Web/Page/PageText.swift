import MillraceRender

/// Writes operations as JSON.
struct PageText: Hashable {
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
  mutating func operation(_ name: StaticString, _ values: any PageValue...) {
    operation(name) { text in
      for value in values {
        text.raw(",")
        value.write(to: &text)
      }
    }
  }

  /// Writes an operation whose values `write` writes, each after a comma.
  mutating func operation(_ name: StaticString, _ write: (inout PageText) -> Void) {
    raw(isEmpty ? "[\"" : ",[\"")
    raw(name)
    raw("\"")
    write(&self)
    raw("]")
  }
}

/// What an operation can contain.
protocol PageValue {
  func write(to text: inout PageText)
}

extension Int: PageValue {
  func write(to text: inout PageText) { text.number(self) }
}

extension String: PageValue {
  func write(to text: inout PageText) { text.string(self) }
}

extension ElementID: PageValue {
  func write(to text: inout PageText) { text.number(value) }
}

extension PageText: PageValue {
  func write(to text: inout PageText) { text.bytes += bytes }
}

extension Array: PageValue where Element: PageValue {
  func write(to text: inout PageText) {
    text.raw("[")
    for (index, value) in enumerated() {
      if index > 0 { text.raw(",") }
      value.write(to: &text)
    }
    text.raw("]")
  }
}

/// Values by name; a value of nil removes one.
extension Dictionary: PageValue where Key == String, Value == String? {
  func write(to text: inout PageText) {
    text.raw("{")
    for (index, entry) in sorted(by: { $0.key < $1.key }).enumerated() {
      if index > 0 { text.raw(",") }
      text.string(entry.key)
      text.raw(":")
      if let value = entry.value { text.string(value) } else { text.raw("null") }
    }
    text.raw("}")
  }
}
