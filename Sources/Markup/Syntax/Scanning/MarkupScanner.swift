/// Scans the bytes of a source, and checks the limits. The XML and JSON readers use it.
struct MarkupScanner: ByteScanning {
  let source: MarkupSource
  let limits: MarkupLimits
  let bytes: [UInt8]
  let end: Int
  var index = 0
  private var elements = 0
  private var nextDeadlineCheck = 0
  private let deadline: ContinuousClock.Instant?

  /// - Throws: An issue if the bytes are not UTF-8, or if XML 1.0 (section 2.2) does not allow one
  ///   of the characters.
  init(_ source: MarkupSource, _ limits: MarkupLimits) throws(MarkupIssue) {
    self.source = source
    self.limits = limits
    bytes = source.bytes
    end = bytes.count
    deadline = limits.time.map { .now + $0 }
    try limit(end, to: limits.bytes, "bytes in the file", at: 0)
    guard let text = String(validating: bytes, as: UTF8.self) else {
      let repaired = String(decoding: bytes, as: UTF8.self).utf8
      let offset = zip(repaired, bytes).enumerated().first { $1.0 != $1.1 }?.offset
      throw issue("bytes that are not UTF-8: save the file as UTF-8", at: offset ?? end)
    }
    // Only these bytes can begin a character that is not allowed.
    guard bytes.contains(where: { $0 < 0x20 && !$0.isSpace || $0 == 0xEF }) else { return }
    if let wrong = text.unicodeScalars.firstIndex(where: { !$0.isXMLCharacter }) {
      throw issue(
        "\(text.unicodeScalars[wrong].value.codePoint) is not allowed in markup: remove it",
        at: text.utf8.distance(from: text.startIndex, to: wrong))
    }
  }

  /// Skips a text if it comes next, and returns whether it does.
  mutating func consume(_ text: StaticString) -> Bool {
    guard starts(with: text) else { return false }
    index += text.utf8CodeUnitCount
    return true
  }

  /// Reads an XML name. If there is none, throws the message at the given offset, or at the start
  /// of the name.
  mutating func readName(
    at offset: Int? = nil, orThrow message: @autoclosure () -> String
  ) throws(MarkupIssue) -> String {
    let start = index
    while byte.isASCIINameCharacter || byte >= 0x80 { index += 1 }
    let name = string(start..<index)
    guard name.isName else { throw issue(message(), at: offset ?? start) }
    try limitLength(of: start..<index)
    return name
  }

  /// Reads a text up to a byte, or up to the end of the file.
  ///
  /// - Parameter replacement: Called at every byte that is not plain. Skips a sequence with a
  ///   special meaning, and returns its text; nil for an ordinary byte.
  mutating func readText(
    to last: UInt8, _ replacement: (inout MarkupScanner) throws(MarkupIssue) -> String?
  ) throws(MarkupIssue) -> String {
    let start = index
    var rest = start  // The start of the bytes that are not in `text` yet.
    var text: [UInt8] = []
    while true {
      bytes.withUnsafeBufferPointer { bytes in
        while index < bytes.count, bytes[index].isPlain { index += 1 }
      }
      let offset = index
      if offset == end || bytes[offset] == last { break }
      if let other = try replacement(&self) {
        text += bytes[rest..<offset]
        text += other.utf8
        rest = index
      } else {
        index += 1
      }
    }
    try limitLength(of: start..<index)
    if rest == start { return string(start..<index) }
    text += bytes[rest..<index]
    return String(decoding: text, as: UTF8.self)
  }

  func issue(_ message: String, at offset: Int? = nil) -> MarkupIssue {
    source.issue(message, at: offset ?? index)
  }

  /// A location as text, such as `12:18`, for a message that names two locations.
  func location(_ offset: Int) -> String {
    let position = source.position(at: offset)
    return "\(position.line):\(position.column)"
  }

  // MARK: Limits

  private func limit(
    _ count: Int, to most: Int, _ what: String, at offset: Int
  ) throws(MarkupIssue) {
    if count > most { throw issue("more than \(most) \(what): make it smaller", at: offset) }
  }

  func limitLength(of range: Range<Int>) throws(MarkupIssue) {
    try limit(range.count, to: limits.length, "bytes in one text", at: range.lowerBound)
  }

  mutating func countElement(depth: Int, at offset: Int) throws(MarkupIssue) {
    try checkDeadline()
    elements += 1
    try limit(elements, to: limits.elements, "elements", at: offset)
    try limit(depth, to: limits.depth, "levels of elements", at: offset)
  }

  /// Throws an issue if the time limit is exceeded. Reads the clock at most once every 16 KB.
  private mutating func checkDeadline() throws(MarkupIssue) {
    guard let deadline, index >= nextDeadlineCheck else { return }
    nextDeadlineCheck = index + 16 << 10
    if ContinuousClock.now >= deadline {
      throw issue("reading took too long: make the file smaller")
    }
  }

  /// Appends an attribute to the attributes of its element.
  mutating func append(
    _ attribute: MarkupElement.Attribute, to attributes: inout [MarkupElement.Attribute]
  ) throws(MarkupIssue) {
    try checkDeadline()
    let (name, offset) = (attribute.name, attribute.offset)
    if let first = attributes.first(where: { $0.name == name }) {
      throw issue("\(name) is repeated, first at \(location(first.offset)): remove one", at: offset)
    }
    try limit(attributes.count + 1, to: limits.attributes, "attributes of one element", at: offset)
    attributes.append(attribute)
  }

  /// Appends a text to the content of its element. Adjacent texts are joined.
  func append(
    _ piece: String, at offset: Int, to content: inout [MarkupElement.Content]
  ) throws(MarkupIssue) {
    if piece.isEmpty { return }
    guard case .text(var text, let start)? = content.last else {
      return content.append(.text(piece, offset: offset))
    }
    content.removeLast()  // Makes `text` the only reference, so that appending does not copy.
    text += piece
    try limit(text.utf8.count, to: limits.length, "bytes in one text", at: start)
    content.append(.text(text, offset: start))
  }
}
