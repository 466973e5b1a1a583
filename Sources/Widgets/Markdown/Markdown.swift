import MillraceRender

/// Shows a Markdown text: headings, emphasis, lists, tables, code, links and quotes.
///
/// ```swift
/// ScrollView(followsEnd: true) { Markdown(text) }.grow()
/// ```
/// It supports CommonMark without HTML, plus GitHub's tables and strikethrough: see
/// ``MarkdownBlock``. A text that changed is parsed as a whole, and only the blocks that changed
/// are rendered again. A ``MarkdownDocument`` is a text that is already parsed.
///
/// The text may come from an untrusted source. A link can be followed (OSC 8) if its address begins
/// with `http:`, `https:` or `mailto:`; the address of any other link is shown after the link's
/// text, unless both are equal. Code that is too wide scrolls horizontally; table cells wrap. In a
/// pipe, the output is plain text.
///
/// Every block has an element, whether it is visible or not.
public struct Markdown: LiveComponent, Equatable {
  private let text: String
  /// A parsed text; nil: `text` is parsed when it is shown.
  private let document: MarkdownDocument?

  /// Creates a view of a text, which is parsed when it is shown.
  /// - Parameter text: CommonMark, with GitHub's tables and strikethrough.
  /// - Complexity: O(1); to show a changed text, O(*n*) in its length.
  public init(_ text: String) { (self.text, document) = (text, nil) }

  /// Creates a view of a parsed document.
  /// - Parameter document: a parsed text. A program's state can keep it, so that the text is parsed
  ///   only once, and can append to it.
  public init(_ document: MarkdownDocument) { (text, self.document) = ("", document) }

  public func body(in context: RenderContext) throws -> Node {
    try context.stack(of: (document ?? MarkdownDocument(text)).blocks, isSpaced: true)
      .semantics(.document)
  }
}

extension RenderContext {
  /// A column of blocks, each of which is rendered again only if it changes.
  func stack(of blocks: [MarkdownBlock], isSpaced: Bool) throws -> Node {
    let views = blocks.enumerated().map { MarkdownBlockView(block: $1).key($0) }
    return try stack(of: views, isSpaced: isSpaced)
  }

  /// A column of nodes, separated by blank lines if `isSpaced`, also in plain-text output.
  func stack(of nodes: [Node], isSpaced: Bool) throws -> Node {
    guard isSpaced, !isInteractive else {
      return Column(gap: isSpaced ? 1 : 0) { nodes }.node
    }
    let blocks = try nodes.map { try lines(of: $0) }.filter { !$0.isEmpty }
    return Text(blocks.joined(separator: [""]).joined(separator: "\n")).node
  }
}
