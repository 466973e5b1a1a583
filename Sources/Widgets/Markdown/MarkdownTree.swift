/// A block of a Markdown document: CommonMark 0.31.2 without HTML, and GitHub's tables.
///
/// HTML is treated as text. A link reference definition is not a block: the links that use it have
/// its address.
public enum MarkdownBlock: Equatable, Sendable {
  /// A heading.
  /// - Parameter level: from 1 to 6.
  case heading(level: Int, [MarkdownInline])
  /// A paragraph. Its line breaks are inline parts.
  case paragraph([MarkdownInline])
  /// A block of code, fenced or indented.
  /// - Parameters:
  ///   - text: the code, which ends in a line break unless it is empty.
  ///   - info: the text after the opening fence, such as the name of a language; empty for indented
  ///     code.
  case code(_ text: String, info: String)
  /// Quoted blocks.
  case quote([MarkdownBlock])
  /// A list with bullets or numbers.
  case list(MarkdownList)
  /// A table in GitHub's syntax.
  case table(MarkdownTable)
  /// A rule across the whole width.
  case thematicBreak
}

/// A list; each item contains blocks.
public struct MarkdownList: Equatable, Sendable {
  /// The number of the first item; nil: the items have bullets.
  public let start: Int?
  /// Whether no blank lines separate the items, or the blocks within an item.
  public let isTight: Bool
  /// The blocks of each item.
  public let items: [[MarkdownBlock]]
}

/// A table in GitHub's syntax: a header, and rows with the same number of cells.
public struct MarkdownTable: Equatable, Sendable {
  /// The alignment of each column; nil if not specified.
  public let alignments: [TextAlignment?]
  /// The cells of the header.
  public let header: [[MarkdownInline]]
  /// The cells of each row below the header.
  public let rows: [[[MarkdownInline]]]
}

/// An inline part of Markdown.
public enum MarkdownInline: Equatable, Sendable {
  /// Text, with escapes and entities replaced.
  case text(String)
  /// Code within a line, without its backticks.
  case code(String)
  /// Emphasized inlines, shown in italics.
  case emphasis([MarkdownInline])
  /// Strongly emphasized inlines, shown in bold.
  case strong([MarkdownInline])
  /// Struck-through inlines: between single or double tildes, as in GitHub's syntax.
  case strikethrough([MarkdownInline])
  /// A link. The address is as written, with escapes and entities replaced. It is not validated.
  case link([MarkdownInline], address: String, title: String)
  /// An image.
  /// - Parameters:
  ///   - text: the description, without its markup.
  ///   - address: as for a link.
  ///   - title: empty if there is none.
  case image(_ text: String, address: String, title: String)
  /// A hard line break: two or more spaces, or a backslash, before the end of a line.
  case lineBreak
  /// A line break in the source, shown as a space.
  case softBreak

  /// The text without markup.
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
  /// The text without markup.
  public var plainText: String { map(\.plainText).joined() }
}
