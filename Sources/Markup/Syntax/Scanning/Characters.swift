extension UInt8 {
  static func ~= (character: Unicode.Scalar, byte: UInt8) -> Bool {
    byte == UInt8(ascii: character)
  }

  /// White space of XML and of JSON.
  var isSpace: Bool { self == 0x20 || self == 0x0A || self == 0x09 || self == 0x0D }

  /// Whether the byte is known to have no special meaning in the texts of XML and JSON. False for
  /// the bytes with a special meaning, which are `"`, `'`, `&`, `<`, `\`, `]` and controls. Also
  /// false for `!`, `#`, `$` and `%`, because one comparison excludes all bytes up to `'`.
  var isPlain: Bool {
    self >= 0x28 && self != 0x3C && self != 0x5C && self != 0x5D || self == 0x20
  }

  var isDigit: Bool { self >= 0x30 && self <= 0x39 }

  /// Whether the byte can be a part of an ASCII name.
  var isASCIINameCharacter: Bool {
    (self | 0x20) >= 0x61 && (self | 0x20) <= 0x7A || self >= 0x30 && self <= 0x3A
      || self == 0x5F || self == 0x2D || self == 0x2E
  }
}

/// The character classes of XML 1.0 (fifth edition).
extension Unicode.Scalar {
  /// `Char`, section 2.2.
  var isXMLCharacter: Bool {
    value >= 0x20 ? value != 0xFFFE && value != 0xFFFF : UInt8(value).isSpace
  }

  /// `NameStartChar` of section 2.3, without symbols.
  var isNameStart: Bool { self == ":" || self == "_" || properties.isXIDStart }

  /// `NameChar` of section 2.3, without symbols.
  var isNameCharacter: Bool {
    isNameStart || self == "-" || self == "." || properties.isXIDContinue
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

  /// Returns the text with some of its bytes replaced by other texts.
  func replacing(_ replacement: (UInt8) -> String?) -> String {
    guard utf8.contains(where: { replacement($0) != nil }) else { return self }
    var result: [UInt8] = []
    for byte in utf8 {
      if let text = replacement(byte) { result += text.utf8 } else { result.append(byte) }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
