/// A location in a text, in the convention of editors and compilers. Both numbers start at 1;
/// columns count Unicode scalars.
public struct SourcePosition: Hashable, Sendable {
  public var line: Int
  public var column: Int
}

/// The text of a file, and its name for messages.
public struct MarkupSource: Sendable {
  public let name: String
  /// The bytes of the text, in UTF-8 without a byte order mark. The line ending is LF, as in XML
  /// 1.0 (section 2.11). The readers report bytes that are not UTF-8.
  public let bytes: [UInt8]

  public init(_ text: String, name: String) {
    self.init(bytes: Array(text.utf8), name: name)
  }

  /// Makes a source from a text with CR, LF or CRLF line endings.
  public init(bytes: [UInt8], name: String) {
    self.name = name
    let bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    guard bytes.contains(0x0D) else {
      self.bytes = bytes
      return
    }
    self.bytes = bytes.indices.compactMap { index in
      if bytes[index] == 0x0A, index > 0, bytes[index - 1] == 0x0D { return nil }
      return bytes[index] == 0x0D ? 0x0A : bytes[index]
    }
  }

  /// The position of a byte.
  ///
  /// - Complexity: O(`offset`). Only messages need positions.
  public func position(at offset: Int) -> SourcePosition {
    let before = bytes.prefix(offset)
    let line = before.suffix(from: before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0)
    return SourcePosition(
      line: before.count { $0 == 0x0A } + 1, column: line.count { $0 & 0xC0 != 0x80 } + 1)
  }

  /// Makes an issue at a byte of this text.
  public func issue(_ message: String, at offset: Int) -> MarkupIssue {
    MarkupIssue(file: name, position: position(at: offset), message: message)
  }
}
