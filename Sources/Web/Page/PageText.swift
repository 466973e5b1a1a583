import MillraceRender

/// Writes operations as JSON.
struct PageText: Hashable {
  fileprivate(set) var bytes: [UInt8] = []

  var isEmpty: Bool { bytes.isEmpty }
  var text: String { String(decoding: bytes, as: UTF8.self) }

  init() {}

  /// Writes values as an array.
  init(_ values: [any PageValue]) {
    raw("[")
    for (index, value) in values.enumerated() {
      if index > 0 { raw(",") }
      value.write(to: &self)
    }
    raw("]")
  }

  /// Writes an operation, after a comma if it is not the first.
  mutating func operation(_ code: PageProtocol.Operation, _ values: any PageValue...) {
    if !isEmpty { raw(",") }
    PageText([code.rawValue] + values).write(to: &self)
  }

  mutating func raw(_ text: String) { bytes.append(contentsOf: text.utf8) }
}

/// A value that an operation can contain.
protocol PageValue {
  func write(to text: inout PageText)
}

extension Int: PageValue {
  func write(to text: inout PageText) {
    if 0..<10 ~= self { text.bytes.append(UInt8(48 + self)) } else { text.raw(String(self)) }
  }
}

extension String: PageValue {
  func write(to text: inout PageText) {
    text.raw("\"")
    for byte in utf8 {
      switch byte {
      case 0x22: text.raw("\\\"")
      case 0x5C: text.raw("\\\\")
      case 0..<0x20: text.raw((byte < 16 ? "\\u000" : "\\u00") + String(byte, radix: 16))
      default: text.bytes.append(byte)
      }
    }
    text.raw("\"")
  }
}

extension ElementID: PageValue {
  func write(to text: inout PageText) { value.write(to: &text) }
}

extension PageText: PageValue {
  func write(to text: inout PageText) { text.bytes += bytes }
}

extension Array: PageValue where Element: PageValue {
  func write(to text: inout PageText) { PageText(self).write(to: &text) }
}

extension Dictionary: PageValue where Key == String, Value: PageValue {
  func write(to text: inout PageText) {
    text.raw("{")
    for (index, entry) in sorted(by: { $0.key < $1.key }).enumerated() {
      if index > 0 { text.raw(",") }
      entry.key.write(to: &text)
      text.raw(":")
      entry.value.write(to: &text)
    }
    text.raw("}")
  }
}

/// Writes nil as null. In a dictionary of attributes, null makes the page remove the attribute.
extension Optional: PageValue where Wrapped: PageValue {
  func write(to text: inout PageText) {
    if let self { self.write(to: &text) } else { text.raw("null") }
  }
}
