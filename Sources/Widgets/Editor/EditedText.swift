/// A text of any length for editing in a ``TextEditor``, to be kept in a program's state.
///
/// ```swift
/// struct Note: Codable, Equatable, Sendable { var text: EditedText = "" }
/// ```
///
/// Copies share storage: an edit copies O(log *n*) of the text, and comparing a text with an edited
/// copy costs the same. The text is encoded as a string. Positions are offsets in UTF-8 bytes.
/// Lines end with a line feed; a carriage return before the line feed belongs to the line ending.
///
/// Two texts are equal if their scalars are equal, unlike two strings: a precomposed letter is not
/// equal to the letter and a combining accent.
public struct EditedText: Sendable {
  let root: RopeNode

  private init(_ root: RopeNode) { self.root = root }

  /// Makes a text from a string.
  /// - Parameter text: the whole text.
  /// - Complexity: O(*n*).
  public init(_ text: String = "") { root = text.isEmpty ? .empty : .make(text) }

  /// The length in UTF-8 bytes.
  public var count: Int { root.count }

  /// Whether the text has no characters.
  public var isEmpty: Bool { root.count == 0 }

  /// The number of line feeds plus one.
  public var lineCount: Int { root.lineFeeds + 1 }

  /// The whole text.
  /// - Complexity: O(*n*).
  public var string: String { self[0..<count] }

  /// A part of the text. Bounds are clamped to the text and rounded down to the start of a scalar.
  /// - Parameter range: in UTF-8 bytes.
  /// - Complexity: O(log *n*) plus the length of the part.
  public subscript(range: Range<Int>) -> String {
    let range = clamped(range)
    var text = ""
    text.reserveCapacity(range.count)
    if !range.isEmpty { root.append(range, to: &text) }
    return text
  }

  // MARK: - Edits

  /// Applies an edit. An edit that does not fit, because the text has changed or a file was
  /// damaged, is adjusted: its bounds are clamped to the text and rounded down to the start of a
  /// scalar.
  /// - Returns: the edit that reverts it.
  /// - Complexity: O(log *n*) plus the length of the replaced part and of the replacement.
  @discardableResult
  public mutating func apply(_ edit: TextEdit) -> TextEdit {
    let range = clamped(edit.range)
    let old = self[range]
    let (before, rest) = root.split(at: range.lowerBound)
    let after = rest.split(at: range.count).1
    let new = RopeNode.make(edit.replacement)
    self = EditedText(.join(.join(before, new), after))
    return TextEdit(range.lowerBound..<range.lowerBound + new.count, old)
  }

  /// The shortest single edit that turns another text into this one; nil if they are equal.
  /// - Complexity: O(log *n*) plus the length of the difference if one text was made from the other
  ///   by edits; otherwise O(*n*).
  public func edit(from old: EditedText) -> TextEdit? {
    if root === old.root { return nil }
    let shorter = min(count, old.count)
    var start = RopeNode.common(old.root, root, fromEnd: false)
    if start == shorter, count == old.count { return nil }
    // Equal bytes may be the first bytes of different scalars.
    start = min(roundedToScalar(start), old.roundedToScalar(start))
    let common = min(RopeNode.common(old.root, root, fromEnd: true), shorter - start)
    var end = count - common
    while end < count, root.byte(at: end) & 0xC0 == 0x80 { end += 1 }
    return TextEdit(start..<old.count - (count - end), self[start..<end])
  }

  // MARK: - Lines

  /// The line that contains an offset, from 0.
  public func line(at offset: Int) -> Int { root.lineFeeds(before: min(max(0, offset), count)) }

  /// The offsets of a line, without its line ending. The line number is clamped to the text.
  public func range(ofLine line: Int) -> Range<Int> {
    let line = min(max(0, line), root.lineFeeds)
    let start = line == 0 ? 0 : root.offset(ofBreak: line - 1) + 1
    guard line < root.lineFeeds else { return start..<count }
    let end = root.offset(ofBreak: line)
    return start..<(end > start && root.byte(at: end - 1) == 0x0D ? end - 1 : end)
  }

  /// The line and the column of an offset, both from 0. The column is in UTF-8 bytes.
  public func location(of offset: Int) -> (line: Int, column: Int) {
    let offset = min(max(0, offset), count)
    let line = line(at: offset)
    return (line, offset - range(ofLine: line).lowerBound)
  }

  /// The offset of a column in a line. A column beyond the line's end is clamped to the end.
  public func offset(line: Int, column: Int) -> Int {
    let range = range(ofLine: line)
    return roundedToScalar(range.lowerBound + min(max(0, column), range.count))
  }

  // MARK: - Clusters

  /// The maximum distance, in bytes, to search for the ends of a cluster.
  private static let clusterSearchLimit = 1_024

  /// The start of the grapheme cluster that ends at an offset; 0 at the start of the text. The
  /// offset is rounded down to the start of a scalar.
  ///
  /// The result may split a cluster of more than 1,024 bytes, or a flag after more than 1,024 bytes
  /// of flags.
  public func offset(before offset: Int) -> Int {
    let end = roundedToScalar(offset)
    let text = self[end - Self.clusterSearchLimit..<end]
    guard !text.isEmpty else { return 0 }
    return end - text[text.index(before: text.endIndex)...].utf8.count
  }

  /// The end of the grapheme cluster that begins at an offset; at the end of the text, the offset
  /// itself.
  public func offset(after offset: Int) -> Int {
    let start = roundedToScalar(offset)
    let text = self[start..<start + Self.clusterSearchLimit]
    return start + text.prefix(1).utf8.count
  }

  /// The start of the cluster that contains an offset.
  func clusterStart(at offset: Int) -> Int {
    let scalarStart = roundedToScalar(offset)
    if scalarStart == 0 || scalarStart == count { return scalarStart }
    // There is always a boundary between two printable ASCII characters.
    if isPlain(scalarStart - 1), isPlain(scalarStart) { return scalarStart }
    let start = roundedToScalar(scalarStart - Self.clusterSearchLimit)
    let text = self[start..<scalarStart + Self.clusterSearchLimit]
    var index = text.utf8.index(text.startIndex, offsetBy: scalarStart - start)
    while String.Index(index, within: text) == nil {
      index = text.unicodeScalars.index(before: index)
    }
    return start + text.utf8.distance(from: text.startIndex, to: index)
  }

  /// The offset itself if a cluster begins there; otherwise the end of the cluster that contains
  /// it.
  func clusterEnd(at offset: Int) -> Int {
    let start = clusterStart(at: offset)
    return start >= offset ? start : self.offset(after: start)
  }

  private func isPlain(_ offset: Int) -> Bool { root.byte(at: offset) &- 0x20 < 0x5F }

  // MARK: - Fitting

  /// Clamps an offset to the text and rounds it down to the start of a scalar.
  private func roundedToScalar(_ offset: Int) -> Int {
    var offset = min(max(0, offset), count)
    while offset > 0, offset < count, root.byte(at: offset) & 0xC0 == 0x80 { offset -= 1 }
    return offset
  }

  private func clamped(_ range: Range<Int>) -> Range<Int> {
    let start = roundedToScalar(range.lowerBound)
    return start..<max(start, roundedToScalar(range.upperBound))
  }
}

extension EditedText: Hashable {
  /// - Complexity: O(1) if both texts share their storage or differ in length; otherwise see
  ///   ``edit(from:)``.
  public static func == (one: EditedText, other: EditedText) -> Bool {
    one.root === other.root
      || one.count == other.count
        && RopeNode.common(one.root, other.root, fromEnd: false) == one.count
  }

  /// Hashes the length, the number of lines, and the first, middle and last byte: O(log *n*).
  public func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    hasher.combine(lineCount)
    for offset in [0, count / 2, count - 1] where offset >= 0 && offset < count {
      hasher.combine(root.byte(at: offset))
    }
  }
}

extension EditedText: Codable {
  public init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode(String.self))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(string)
  }
}

extension EditedText: ExpressibleByStringLiteral {
  public init(stringLiteral text: String) { self.init(text) }
}

extension EditedText: CustomStringConvertible, CustomReflectable {
  /// The text, truncated for logs if it is long. ``string`` is the whole text.
  public var description: String {
    count <= 1_000 ? string : self[0..<500] + "… (\(count) bytes)"
  }

  /// A mirror without children: a dump shows the text, not its tree.
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}
