#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Reads JSON in one pass over its bytes. The reader recurses for each level of elements, up to the
/// depth limit.
extension MarkupScanner {
  mutating func readElement(depth: Int) throws(MarkupIssue) -> MarkupElement {
    let start = index
    try countElement(depth: depth, at: start)
    var element = MarkupElement(name: "")
    try readList(("{", "}"), orThrow: "no element: write {\"element\": \"Name\"}") {
      (json) throws(MarkupIssue) in
      let offset = json.index + 1
      guard json.byte == UInt8(ascii: "\"") else {
        throw json.issue("no key: write \"key\": value, and no comma after the last")
      }
      let key = try json.readString()
      json.skipSpace()
      guard json.consume(":") else { throw json.issue("a colon is missing") }
      json.skipSpace()
      try json.readValue(of: key, at: offset, to: &element, depth: depth)
    }
    if element.name.isEmpty {
      throw issue("this object has no name: write \"element\": \"Name\"", at: start)
    }
    return element
  }

  private mutating func readValue(
    of key: String, at offset: Int, to element: inout MarkupElement, depth: Int
  ) throws(MarkupIssue) {
    let isString = byte == UInt8(ascii: "\"")
    let valueOffset = isString ? index + 1 : index
    switch key {
    case "element":
      guard isString else { throw issue("the name must be a string: write \"element\": \"Name\"") }
      element.name = try checked(readString(), at: valueOffset)
      element.offset = valueOffset
    case "children":
      try readContent(of: &element, depth: depth)
    default:
      let name = try checked(key, at: offset)
      if let value = try readValue() {
        try append(
          .init(name: name, value: value, offset: offset, valueOffset: valueOffset),
          to: &element.attributes)
      }
    }
  }

  /// Reads an array of elements and texts.
  mutating func readContent(
    of element: inout MarkupElement, depth: Int
  ) throws(MarkupIssue) {
    try readList(("[", "]"), orThrow: "children are an array: write [ ]") {
      (json) throws(MarkupIssue) in
      if json.byte == UInt8(ascii: "\"") {
        let offset = json.index + 1
        let text = try json.readString()
        try json.append(text, at: offset, to: &element.content)
      } else {
        element.content.append(.element(try json.readElement(depth: depth + 1)))
      }
    }
  }

  private func checked(_ name: String, at offset: Int) throws(MarkupIssue) -> String {
    if name.isName { return name }
    throw issue("\"\(name)\" is not a name: write one of letters and digits", at: offset)
  }

  /// Reads a list between two brackets, separated by commas.
  private mutating func readList(
    _ brackets: (StaticString, StaticString), orThrow message: String,
    _ readItem: (inout MarkupScanner) throws(MarkupIssue) -> Void
  ) throws(MarkupIssue) {
    guard consume(brackets.0) else { throw issue(message) }
    skipSpace()
    if consume(brackets.1) { return }
    while true {
      try readItem(&self)
      skipSpace()
      if consume(brackets.1) { return }
      guard consume(",") else { throw issue("a comma or \(brackets.1) is missing") }
      skipSpace()
    }
  }

  // MARK: Values

  /// Reads the value of an attribute: the content of a string, or another literal verbatim. Returns
  /// nil for null.
  private mutating func readValue() throws(MarkupIssue) -> String? {
    if consume("null") { return nil }
    for word in ["true", "false"] as [StaticString] where consume(word) { return "\(word)" }
    switch byte {
    case "\"": return try readString()
    case "-", UInt8(ascii: "0")...UInt8(ascii: "9"): return try readNumber()
    default:
      throw issue("no value: write a string, a number, true, false or null, or use children")
    }
  }

  /// Reads a number, such as `-12.50e+3`. Accepts every decimal number that `Double` can read, even
  /// if it is not valid JSON, such as `01`.
  private mutating func readNumber() throws(MarkupIssue) -> String {
    let start = index
    skip { "+-.eE".utf8.contains($0) || $0.isDigit }
    try limitLength(of: start..<index)
    let number = string(start..<index)
    if Double(number) != nil { return number }
    throw issue("this is not a JSON number: write one such as -0.5, or a string", at: start)
  }

  /// Reads a string, starting at its quote. Foundation decodes the escapes.
  private mutating func readString() throws(MarkupIssue) -> String {
    let quote = index
    index += 1
    while !isAtEnd, byte != UInt8(ascii: "\"") { index += byte == UInt8(ascii: "\\") ? 2 : 1 }
    guard consume("\"") else { throw issue("this string has no end: write a quote", at: quote) }
    let inside = quote + 1..<index - 1
    try limitLength(of: inside)
    if !bytes[inside].contains(where: { $0 == UInt8(ascii: "\\") || $0 < 0x20 }) {
      return string(inside)
    }
    guard let text = try? JSONDecoder().decode(String.self, from: Data(bytes[quote..<index])),
      text.unicodeScalars.allSatisfy(\.isXMLCharacter)
    else {
      throw issue("this string has a wrong escape or a character that is not allowed", at: quote)
    }
    return text
  }
}
