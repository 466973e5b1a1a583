/// A Markdown text that can be appended to, with its blocks.
///
/// ```swift
/// var document = MarkdownDocument("# Answer\n\n")
/// document.append("It is *forty")
/// document.append("-two*.\n")
/// ```
/// The blocks do not depend on how the text was split into appended pieces. Each append parses the
/// whole text, because a link reference definition at the end can change a link in the first block.
///
/// Documents with the same text are equal. A document is encoded as its text.
public struct MarkdownDocument: Equatable, Sendable {
  /// The whole text, including the appended pieces.
  public let text: String
  /// The blocks of the text.
  public let blocks: [MarkdownBlock]

  /// Parses a text.
  /// - Parameter text: CommonMark, with GitHub's tables and strikethrough.
  /// - Complexity: O(*n*) in the length of the text.
  public init(_ text: String = "") {
    let parser = MarkdownBlockParser(Array(text.unicodeScalars))
    self.text = text
    blocks = parser.root.children.map { $0.block(parser.definitions) }
  }

  /// Appends a text. It may begin and end anywhere, even within a word.
  /// - Complexity: O(*n*) in the length of the whole text.
  public mutating func append(_ text: String) { self = MarkdownDocument(self.text + text) }
}

extension MarkdownDocument: Codable {
  public init(from decoder: any Decoder) throws {
    self.init(try String(from: decoder))
  }

  public func encode(to encoder: any Encoder) throws { try text.encode(to: encoder) }
}

extension RawBlock {
  /// Parses the inline parts of the block and of its children.
  func block(_ definitions: [String: MarkdownLink]) -> MarkdownBlock {
    func blocks(_ raw: [RawBlock]) -> [MarkdownBlock] { raw.map { $0.block(definitions) } }
    func parts(_ source: [Scalar]) -> [MarkdownInline] {
      MarkdownInlineParser.parts(of: Array(source[...].trimmed), definitions)
    }
    switch kind {
    case .document, .quote, .item: return .quote(blocks(children))
    case .list(let marker):
      return .list(
        MarkdownList(
          start: marker.number, isTight: !isLoose, items: children.map { blocks($0.children) }))
    case .paragraph: return .paragraph(parts(text))
    case .heading(let level): return .heading(level: level, parts(text))
    case .thematicBreak: return .thematicBreak
    case .code(let fence): return .code(text.string, info: fence?.info ?? "")
    case .table(let alignments):
      let rows = lines.map { line in
        let cells = MarkdownSyntax.cells(line).prefix(alignments.count).map(parts)
        return cells + Array(repeating: [], count: alignments.count - cells.count)
      }
      return .table(
        MarkdownTable(alignments: alignments, header: rows[0], rows: Array(rows.dropFirst())))
    }
  }
}
