/// Identifies an item permanently. Ids stay unique if several machines add items to one list.
///
/// Its text, also in JSON, is 16 hexadecimal digits: `00000000000000ff`.
struct TodoID: Hashable, Sendable {
  let number: UInt64

  init(_ number: UInt64) { self.number = number }

  /// A new id. Among a million random ids, the probability of a collision is one in forty million.
  static func random() -> TodoID { TodoID(.random(in: .min ... .max)) }
}

extension TodoID: TextCodable {
  var description: String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// - Parameter text: Up to 16 hexadecimal digits.
  init?(_ text: String) {
    // The standard library would also accept a sign.
    guard text.utf8.count <= 16, text.first?.isHexDigit == true,
      let number = UInt64(text, radix: 16)
    else { return nil }
    self.init(number)
  }
}

/// A value that is encoded as its text.
protocol TextCodable: Codable, LosslessStringConvertible {}

extension TextCodable {
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let value = Self(text) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "\"\(text)\" is no \(Self.self)")
    }
    self = value
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
