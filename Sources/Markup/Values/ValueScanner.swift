/// Reads the value of an attribute from its start to its end.
struct ValueScanner: ByteScanning {
  let bytes: [UInt8]
  var index = 0
  /// The depth of the current condition, counting brackets and `!`.
  var nesting = 0

  init(_ text: some StringProtocol) { bytes = Array(text.utf8) }

  /// Skips spaces. A carriage return does not count as a space in a value.
  mutating func skipSpace() { skip { $0.isSpace && $0 != 0x0D } }

  /// Takes a text if it comes next, after spaces.
  mutating func consume(_ text: StaticString) -> Bool {
    skipSpace()
    guard starts(with: text) else { return false }
    index += text.utf8CodeUnitCount
    return true
  }

  /// Takes a text. If the text is missing, throws an error such as `) is missing in the condition`,
  /// which ends with `context`.
  mutating func require(_ text: StaticString, _ context: String) throws(ValueError) {
    if !consume(text) { throw ValueError("\(text) is missing \(context)", at: index) }
  }

  /// Throws an error if anything but spaces is left after `what`.
  mutating func requireEnd(_ what: String) throws(ValueError) {
    skipSpace()
    if !isAtEnd { throw ValueError("\(found) follows \(what)", at: index) }
  }

  /// Takes a word: a letter or `_`, then letters, digits and `_`.
  mutating func takeWord() -> String? {
    skipSpace()
    let word = String(
      String(decoding: bytes[index...].prefix { $0.isPartOfWord }, as: UTF8.self).unicodeScalars
        .prefix { $0.isPartOfWord })
    guard let first = word.utf8.first, !first.isDigit else { return nil }
    index += word.utf8.count
    return word
  }

  /// Takes a word only if it is exactly this word, and not the beginning of a longer one.
  mutating func takeWord(_ word: String) -> Bool {
    let start = index
    if takeWord() == word { return true }
    index = start
    return false
  }

  /// Takes a number of at most a billion, positive or negative.
  mutating func takeNumber() -> Double? {
    skipSpace()
    let start = index
    if byte == UInt8(ascii: "-") { index += 1 }
    var isNumber = skip(while: \.isDigit)
    if isNumber, byte == UInt8(ascii: ".") {
      index += 1
      isNumber = skip(while: \.isDigit)
    }
    if isNumber, let number = Double(string(start..<index)), number.magnitude <= 1e9 {
      return number
    }
    index = start
    return nil
  }

  /// Takes everything before the first of these characters, or everything to the end.
  mutating func takeUntil(_ ends: UInt8...) -> String {
    let start = index
    skip { !ends.contains($0) }
    return string(start..<index)
  }

  /// The text at the current offset, for a message.
  var found: String {
    isAtEnd ? "the end" : "\"\(String(decoding: bytes[index...].prefix(20), as: UTF8.self))\""
  }
}

extension UInt8 {
  /// Whether the byte is an ASCII letter, a digit or `_`, or a part of a character outside ASCII.
  fileprivate var isPartOfWord: Bool {
    (self | 0x20) >= 0x61 && (self | 0x20) <= 0x7A || self >= 0x80 || isDigit || self == 0x5F
  }
}

extension Unicode.Scalar {
  /// Whether the character can be a part of a word. Outside ASCII, only letters can. ASCII
  /// characters have already been checked as bytes.
  fileprivate var isPartOfWord: Bool { isASCII || properties.isXIDStart }
}

extension Double {
  /// Converts a text that is a number, and nothing else.
  init?(markup text: String) {
    var scanner = ValueScanner(text)
    guard let number = scanner.takeNumber(), scanner.isAtEnd else { return nil }
    self = number
  }
}

extension String {
  /// The parts of the text between spaces.
  var words: [String] { split(whereSeparator: \.isWhitespace).map(String.init) }

  /// Whether the text is a name, and nothing else.
  var isWord: Bool {
    var scanner = ValueScanner(self)
    return scanner.takeWord() == self
  }
}

/// A mistake in a value, and its offset in bytes.
struct ValueError: Error, Equatable {
  var message: String
  var index: Int

  init(_ message: String, at index: Int = 0) { (self.message, self.index) = (message, index) }
}
