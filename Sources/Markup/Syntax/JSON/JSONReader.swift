/// Reads JSON in one pass over its bytes. Recurses for each level of elements, up to the depth
/// limit.
struct JSONReader {
  private var scanner: MarkupScanner

  /// Reads one value; nothing may follow it.
  static func read<Value>(
    _ source: MarkupSource, _ limits: MarkupLimits,
    _ body: (inout JSONReader) throws(MarkupIssue) -> Value
  ) throws(MarkupIssue) -> Value {
    do throws(MarkupIssue) {
      var reader = JSONReader(scanner: try MarkupScanner(source, limits))
      reader.scanner.skipSpace()
      let value = try body(&reader)
      reader.scanner.skipSpace()
      if reader.scanner.isAtEnd { return value }
      throw reader.scanner.issue("text follows the value: remove it")
    } catch {
      throw error.inside("$")
    }
  }

  mutating func readItems() throws(MarkupIssue) -> [MarkupElement] {
    var items: [MarkupElement] = []
    try readArray(orThrow: "no array: write [{\"element\": …}]") { (reader) throws(MarkupIssue) in
      items.append(try reader.readElement(depth: 1))
    }
    return items
  }

  mutating func readElement(depth: Int) throws(MarkupIssue) -> MarkupElement {
    let start = scanner.index
    try scanner.countElement(depth: depth, at: start)
    var element = MarkupElement(name: "")
    var keys: [MarkupElement.Attribute] = []
    keys.reserveCapacity(8)
    try readList(("{", "}"), orThrow: "no element: write {\"element\": \"Name\"}") {
      (reader) throws(MarkupIssue) in
      let offset = reader.scanner.index + 1
      guard reader.scanner.byte == UInt8(ascii: "\"") else {
        throw reader.scanner.issue("no key: write \"key\": value, and no comma after the last")
      }
      let key = try reader.readString()
      reader.scanner.skipSpace()
      guard reader.scanner.consume(":") else { throw reader.scanner.issue("a colon is missing") }
      reader.scanner.skipSpace()
      do throws(MarkupIssue) {
        try reader.scanner.append(.init(name: key, value: "", offset: offset), to: &keys)
        try reader.readValue(of: key, at: offset, to: &element, depth: depth)
      } catch {
        throw error.inside("." + key)
      }
    }
    if element.name.isEmpty {
      throw scanner.issue("this object has no name: write \"element\": \"Name\"", at: start)
    }
    return element
  }

  private mutating func readValue(
    of key: String, at offset: Int, to element: inout MarkupElement, depth: Int
  ) throws(MarkupIssue) {
    let isString = scanner.byte == UInt8(ascii: "\"")
    let valueOffset = isString ? scanner.index + 1 : scanner.index
    switch key {
    case "element":
      guard isString else {
        throw scanner.issue("the name must be a string: write \"element\": \"Name\"")
      }
      element.name = try checked(readString(), at: valueOffset)
      element.offset = valueOffset
    case "children":
      try readArray(orThrow: "children are an array: write [ ]") { (reader) throws(MarkupIssue) in
        if reader.scanner.byte == UInt8(ascii: "\"") {
          let offset = reader.scanner.index + 1
          let text = try reader.readString()
          try reader.scanner.append(text, at: offset, to: &element.content)
        } else {
          element.content.append(.element(try reader.readElement(depth: depth + 1)))
        }
      }
    default:
      let isEscaped = key == "@element" || key == "@children"
      let name = try checked(isEscaped ? String(key.dropFirst()) : key, at: offset)
      if let value = try readValue() {
        element.attributes.append(
          .init(name: name, value: value, offset: offset, valueOffset: valueOffset))
      }
    }
  }

  private func checked(_ name: String, at offset: Int) throws(MarkupIssue) -> String {
    if name.isName { return name }
    throw scanner.issue("\"\(name)\" is not a name: write one of letters and digits", at: offset)
  }

  private mutating func readArray(
    orThrow message: String, _ readItem: (inout JSONReader) throws(MarkupIssue) -> Void
  ) throws(MarkupIssue) {
    var count = 0
    try readList(("[", "]"), orThrow: message) { (reader) throws(MarkupIssue) in
      do throws(MarkupIssue) { try readItem(&reader) } catch { throw error.inside("[\(count)]") }
      count += 1
    }
  }

  /// Reads a list between two brackets, separated by commas.
  private mutating func readList(
    _ brackets: (StaticString, StaticString), orThrow message: String,
    _ readItem: (inout JSONReader) throws(MarkupIssue) -> Void
  ) throws(MarkupIssue) {
    guard scanner.consume(brackets.0) else { throw scanner.issue(message) }
    scanner.skipSpace()
    if scanner.consume(brackets.1) { return }
    while true {
      try readItem(&self)
      scanner.skipSpace()
      if scanner.consume(brackets.1) { return }
      guard scanner.consume(",") else {
        throw scanner.issue("a comma or \(brackets.1) is missing")
      }
      scanner.skipSpace()
    }
  }

  // MARK: Values

  /// The value of an attribute: the content of a string, or another literal verbatim; nil for null.
  private mutating func readValue() throws(MarkupIssue) -> String? {
    if scanner.consume("null") { return nil }
    for word in ["true", "false"] as [StaticString] where scanner.consume(word) { return "\(word)" }
    switch scanner.byte {
    case "\"": return try readString()
    case "-", UInt8(ascii: "0")...UInt8(ascii: "9"): return try readNumber()
    case "{", "[":
      throw scanner.issue(
        "an attribute must not be an object or array: write a string, or use children")
    default:
      throw scanner.issue("no value: write a string, a number, true, false or null")
    }
  }

  /// `-12.50e+3` (RFC 8259, section 6).
  private mutating func readNumber() throws(MarkupIssue) -> String {
    let start = scanner.index
    _ = scanner.consume("-")
    var isNumber = scanner.consume("0") ? !scanner.byte.isDigit : skipDigits()
    if scanner.consume(".") { isNumber = skipDigits() && isNumber }
    if scanner.consume("e") || scanner.consume("E") {
      _ = scanner.consume("+") || scanner.consume("-")
      isNumber = skipDigits() && isNumber
    }
    guard isNumber else {
      throw scanner.issue(
        "this is not a JSON number: write one such as -0.5, or a string", at: start)
    }
    try scanner.limitLength(of: start..<scanner.index)
    return scanner.string(start..<scanner.index)
  }

  /// Skips digits, and returns whether there were any.
  private mutating func skipDigits() -> Bool { scanner.skip(while: \.isDigit) }

  /// Reads a string, starting at its quote.
  private mutating func readString() throws(MarkupIssue) -> String {
    let quote = scanner.index
    scanner.index += 1
    let string = try scanner.readText(to: UInt8(ascii: "\"")) { (scanner) throws(MarkupIssue) in
      if scanner.byte == UInt8(ascii: "\\") { return try scanner.readEscape() }
      guard scanner.byte < 0x20 else { return nil }
      let code = UInt32(scanner.byte).codePoint
      throw scanner.issue("\(code) in a string: write an escape such as \\n, or end the string")
    }
    guard scanner.consume("\"") else {
      throw scanner.issue("this string has no end: write a quote", at: quote)
    }
    return string
  }
}

extension MarkupScanner {
  fileprivate mutating func readEscape() throws(MarkupIssue) -> String {
    let start = index
    index += 2
    switch byte(at: start + 1) {
    case "\"": return "\""
    case "\\": return "\\"
    case "/": return "/"
    case "n": return "\n"
    case "r": return "\r"
    case "t": return "\t"
    case "u": return try readCode(from: start)
    default: throw issue("\\ starts no escape here: write \\\\", at: start)
    }
  }

  /// Reads the digits of `\u00e9`, or of a surrogate pair.
  private mutating func readCode(from start: Int) throws(MarkupIssue) -> String {
    var units: [UInt16] = []
    repeat {
      let digits = string(index..<min(index + 4, end))
      guard digits.utf8.count == 4, !digits.hasPrefix("+"), let unit = UInt16(digits, radix: 16)
      else {
        throw issue("\\u takes four digits: write one such as \\u00e9", at: start)
      }
      units.append(unit)
      index += 4
    } while units.count == 1 && UTF16.isLeadSurrogate(units[0]) && consume("\\u")
    let code = UInt32(units[0]).codePoint
    guard let text = String(validating: units, as: UTF16.self) else {
      throw issue("\(code) is half of a pair: write both, such as \\ud83d\\ude42", at: start)
    }
    guard text.unicodeScalars.allSatisfy(\.isXMLCharacter) else {
      throw issue("\(code) is not allowed in markup: remove it", at: start)
    }
    return text
  }
}
