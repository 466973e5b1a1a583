/// A block of a Markdown document: CommonMark 0.31.2 without HTML, and GitHub's tables.
///
/// HTML is text like any other. A link reference definition is no block: the links that use it have its address.
public enum MarkdownBlock: Equatable, Sendable {
  /// - Parameter level: from 1 to 6.
  case heading(level: Int, [MarkdownInline])
  case paragraph([MarkdownInline])
  /// - Parameters:
  ///   - text: ends in a line break, unless it is empty.
  ///   - info: what stands behind the opening fence, such as the name of a language; empty for indented code.
  case code(_ text: String, info: String)
  case quote([MarkdownBlock])
  case list(MarkdownList)
  case table(MarkdownTable)
  case thematicBreak
}

/// The items of a list, each with blocks of its own.
public struct MarkdownList: Equatable, Sendable {
  /// The number of the first item; nil: the items have bullets.
  public let start: Int?
  /// Whether no blank line stands between its items.
  public let isTight: Bool
  public let items: [[MarkdownBlock]]
}

/// A table as GitHub's extension has it: a header, and rows of as many cells.
public struct MarkdownTable: Equatable, Sendable {
  /// Of each column; nil where the table says nothing.
  public let alignments: [TextAlignment?]
  public let header: [[MarkdownInline]]
  public let rows: [[[MarkdownInline]]]
}

/// A part of a line of Markdown.
public enum MarkdownInline: Equatable, Sendable {
  case text(String)
  case code(String)
  case emphasis([MarkdownInline])
  case strong([MarkdownInline])
  /// Between one or two tildes, as GitHub has it.
  case strikethrough([MarkdownInline])
  /// The address is as written, with escapes and entities replaced. It may be anything.
  case link([MarkdownInline], address: String, title: String)
  /// - Parameter text: the description, without its markup.
  case image(_ text: String, address: String, title: String)
  /// A line break that was asked for, by two spaces or a backslash.
  case lineBreak
  /// A line break of the source.
  case softBreak

  /// The text alone.
  public var plainText: String {
    switch self {
    case .text(let text), .code(let text), .image(let text, _, _): text
    case .emphasis(let parts), .strong(let parts), .strikethrough(let parts),
      .link(let parts, _, _):
      parts.plainText
    case .lineBreak, .softBreak: "\n"
    }
  }
}

extension [MarkdownInline] {
  /// The text alone.
  public var plainText: String { map(\.plainText).joined() }
}
