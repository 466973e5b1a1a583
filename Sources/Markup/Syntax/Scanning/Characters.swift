extension UInt8 {
  static func ~= (character: Unicode.Scalar, byte: UInt8) -> Bool {
    byte == UInt8(ascii: character)
  }

  /// White space of XML and of JSON.
  var isSpace: Bool { self == 0x20 || self == 0x0A || self == 0x09 || self == 0x0D }

  /// A character, or a part of one, without special meaning in any text: none of `"`, `'`, `&`,
  /// `<`, `\`, `]` and controls.
  var isPlain: Bool {
    self >= 0x28 && self != 0x3C && self != 0x5C && self != 0x5D || self == 0x20
  }

  var isDigit: Bool { self >= 0x30 && self <= 0x39 }

  /// A part of a name, if the name is ASCII.
  var isASCIINameCharacter: Bool {
    (self | 0x20) >= 0x61 && (self | 0x20) <= 0x7A || self >= 0x30 && self <= 0x3A
      || self == 0x5F || self == 0x2D || self == 0x2E
  }
}

/// Scalars of XML 1.0 (fifth edition).
extension Unicode.Scalar {
  /// `Char`, section 2.2.
  var isXMLCharacter: Bool {
    value >= 0x20 ? value != 0xFFFE && value != 0xFFFF : UInt8(value).isSpace
  }

  /// `NameStartChar`, section 2.3.
  var isNameStart: Bool {
    switch value {
    case 0x3A, 0x41...0x5A, 0x5F, 0x61...0x7A, 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x2FF,
      0x370...0x37D, 0x37F...0x1FFF, 0x200C...0x200D, 0x2070...0x218F, 0x2C00...0x2FEF,
      0x3001...0xD7FF, 0xF900...0xFDCF, 0xFDF0...0xFFFD, 0x10000...0xEFFFF:
      true
    default: false
    }
  }

  /// `NameChar`, section 2.3.
  var isNameCharacter: Bool {
    switch value {
    case 0x2D, 0x2E, 0x30...0x39, 0xB7, 0x300...0x36F, 0x203F...0x2040: true
    default: isNameStart
    }
  }
}

extension UInt32 {
  /// The code point as text, such as `U+0001`.
  var codePoint: String {
    let digits = String(self, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: Swift.max(0, 4 - digits.count)) + digits
  }
}

extension String {
  /// Whether the string is a valid XML name.
  var isName: Bool {
    unicodeScalars.first?.isNameStart == true
      && (utf8.allSatisfy(\.isASCIINameCharacter) || unicodeScalars.allSatisfy(\.isNameCharacter))
  }

  /// The text with some of its bytes replaced by other texts.
  func replacing(_ replacement: (UInt8) -> String?) -> String {
    guard utf8.contains(where: { replacement($0) != nil }) else { return self }
    var result: [UInt8] = []
    for byte in utf8 {
      if let text = replacement(byte) { result += text.utf8 } else { result.append(byte) }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
