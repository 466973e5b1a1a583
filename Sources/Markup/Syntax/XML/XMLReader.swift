/// Reads XML in one pass over its bytes. The reader recurses for each level of elements, up to the
/// depth limit.
struct XMLReader {
  var scanner: MarkupScanner

  /// Reads the root element.
  mutating func readDocument() throws(MarkupIssue) -> MarkupElement {
    var document = MarkupElement(name: "")
    if scanner.starts(with: "<?xml"), scanner.byte(at: 5).isSpace {
      // The declaration is skipped. The text is UTF-8, whatever the declaration says.
      _ = try read(to: "?>", of: "declaration", from: 0)
    }
    try readContent(of: &document, depth: 0)
    if scanner.index < scanner.end { throw scanner.issue("this tag ends no element: remove it") }
    let roots = document.children
    if roots.isEmpty { throw scanner.issue("no element: write one, such as <Text />") }
    if roots.count > 1 {
      throw scanner.issue(
        "a second root, <\(roots[1].name)>: put both into one element", at: roots[1].offset - 1)
    }
    return roots[0]
  }

  // MARK: Elements

  /// Reads an element, starting at its `<`. The offset of the element is already set.
  private mutating func read(_ element: inout MarkupElement, depth: Int) throws(MarkupIssue) {
    let start = scanner.index
    scanner.index += 1
    element.name = try scanner.readName(at: start, orThrow: "< starts no tag here: write &lt;")
    try scanner.countElement(depth: depth, at: element.offset)
    element.attributes = try readAttributes(of: element.name)
    if scanner.consume("/>") { return }
    guard scanner.consume(">") else {
      throw scanner.issue("the tag <\(element.name) has no end: write > or />", at: start)
    }
    try readContent(of: &element, depth: depth)
    let end = scanner.index
    guard scanner.consume("</") else {
      throw scanner.issue("<\(element.name)> has no end: write </\(element.name)>", at: start)
    }
    let name = try scanner.readName(at: end, orThrow: "</ starts no tag here: write &lt;/")
    scanner.skipSpace()
    guard name.utf8.elementsEqual(element.name.utf8), scanner.consume(">") else {
      throw scanner.issue(
        "</\(name) does not end <\(element.name)> of \(scanner.location(start)): "
          + "write </\(element.name)>", at: end)
    }
  }

  private mutating func readAttributes(
    of element: String
  ) throws(MarkupIssue) -> [MarkupElement.Attribute] {
    var attributes: [MarkupElement.Attribute] = []
    while true {
      let hasSpace = scanner.skipSpace()
      switch scanner.byte {
      case ">", "/", "?", 0: return attributes
      default: break
      }
      let offset = scanner.index
      let name = try scanner.readName(orThrow: "no attribute of <\(element)>: write name=\"value\"")
      guard hasSpace else {
        throw scanner.issue("no space before \(name): write one", at: offset)
      }
      scanner.skipSpace()
      let hasValue = scanner.consume("=")
      scanner.skipSpace()
      let quote = scanner.byte
      guard hasValue, scanner.consume("\"") || scanner.consume("'") else {
        throw scanner.issue("\(name) has no value in quotes: write \(name)=\"…\"", at: offset)
      }
      let valueOffset = scanner.index
      let value = try readValue(to: quote)
      guard scanner.index < scanner.end else {
        throw scanner.issue("the value of \(name) has no end: write a quote", at: valueOffset - 1)
      }
      scanner.index += 1
      try scanner.append(
        .init(name: name, value: value, offset: offset, valueOffset: valueOffset), to: &attributes)
    }
  }

  /// Reads the value of an attribute. White space becomes spaces, unless it is written as a
  /// character reference (XML 1.0, section 3.3.3).
  private mutating func readValue(to quote: UInt8) throws(MarkupIssue) -> String {
    try scanner.readText(to: quote) { (scanner) throws(MarkupIssue) in
      switch scanner.byte {
      case "<": throw scanner.issue("< is not allowed in a value: write &lt;, or :lte for <=")
      case "&": return try scanner.readReference()
      case "\n", "\t":
        scanner.index += 1
        return " "
      default: return nil
      }
    }
  }

  // MARK: Content

  /// Reads to the end tag of the element, or to the end of the file.
  private mutating func readContent(
    of parent: inout MarkupElement, depth: Int
  ) throws(MarkupIssue) {
    var hasText = false  // Other than white space between elements.
    while scanner.index < scanner.end, !scanner.starts(with: "</") {
      let start = scanner.index
      if scanner.byte != UInt8(ascii: "<") {
        let text = try readText()
        hasText = hasText || !scanner.bytes[start..<scanner.index].allSatisfy(\.isSpace)
        try scanner.append(text, at: start, to: &parent.content)
      } else if scanner.consume("<!--") {
        let comment = try read(to: "-->", of: "comment", from: start)
        if "\(comment)-".contains("--") {
          throw scanner.issue("-- is not allowed in a comment: write -", at: start)
        }
      } else if scanner.consume("<![CDATA[") {
        let text = try read(to: "]]>", of: "CDATA section", from: start)
        hasText = true
        try scanner.append(text, at: start, to: &parent.content)
      } else if scanner.starts(with: "<?") || scanner.starts(with: "<!DOCTYPE") {
        throw scanner.issue("no instruction or document type here: remove it")
      } else {
        var child = MarkupElement(name: "", offset: start + 1)
        try read(&child, depth: depth + 1)
        parent.content.append(.element(child))
      }
      if hasText, depth == 0 {
        throw scanner.issue("text is outside the root element: move it inside", at: start)
      }
    }
    // If there is no other text, the texts between elements are only white space.
    if !hasText { parent.content.removeAll { if case .text = $0 { true } else { false } } }
  }

  private mutating func readText() throws(MarkupIssue) -> String {
    try scanner.readText(to: UInt8(ascii: "<")) { (scanner) throws(MarkupIssue) in
      if scanner.starts(with: "]]>") {
        throw scanner.issue("]]> ends no CDATA section here: write ]]&gt;")
      }
      return scanner.byte == UInt8(ascii: "&") ? try scanner.readReference() : nil
    }
  }

  /// Reads up to the text `last`, and skips `last`.
  private mutating func read(
    to last: StaticString, of what: String, from start: Int
  ) throws(MarkupIssue) -> String {
    let inside = scanner.index
    while !scanner.starts(with: last) {
      guard scanner.index < scanner.end else {
        throw scanner.issue("this \(what) has no end: write \(last)", at: start)
      }
      scanner.index += 1
    }
    let range = inside..<scanner.index
    try scanner.limitLength(of: range)
    scanner.index += last.utf8CodeUnitCount
    return scanner.string(range)
  }
}

extension MarkupScanner {
  /// Reads a reference such as `&amp;` or `&#x1F642;`, and returns its character.
  fileprivate mutating func readReference() throws(MarkupIssue) -> String {
    let start = index
    index += 1
    skip { $0.isASCIINameCharacter || $0 == UInt8(ascii: "#") }
    let name = string(start + 1..<index)
    if consume(";"), let text = Self.references[name] ?? Self.character(name) { return text }
    throw issue(
      "\(string(start..<index)) is no reference: write &amp; for &, or the character itself",
      at: start)
  }

  private static let references = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'"]

  private static func character(_ name: String) -> String? {
    let isHexadecimal = name.hasPrefix("#x")
    guard name.hasPrefix("#"),
      let code = UInt32(name.dropFirst(isHexadecimal ? 2 : 1), radix: isHexadecimal ? 16 : 10),
      let scalar = Unicode.Scalar(code), scalar.isXMLCharacter
    else { return nil }
    return String(scalar)
  }
}
