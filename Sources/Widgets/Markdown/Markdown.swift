import MillraceRender

/// Shows a Markdown text: headings, emphasis, lists, tables, code, links and quotes.
///
/// ```swift
/// ScrollView(followsEnd: true) { Markdown(state.answer) }.grow()
/// ```
/// It supports CommonMark without HTML, plus GitHub's tables and strikethrough: see
/// ``MarkdownBlock``. A text that changed is parsed as a whole, and only the blocks that changed
/// are rendered again. A ``MarkdownDocument`` is a text that is already parsed.
///
/// The text may come from an untrusted source. A link can be followed (OSC 8) if it begins with
/// `http:`, `https:` or `mailto:`; the address of any other link is shown after it. Code that is
/// too wide scrolls horizontally; table cells wrap. In a pipe, the output is plain text.
///
/// All elements exist, whether visible or not: a document of 10,000 blocks has as many elements.
public struct Markdown: Component, Equatable {
  private enum Source: Equatable { case text(String), document(MarkdownDocument) }

  private let source: Source

  /// Creates a view of a text, which is parsed when it is shown.
  /// - Complexity: O(1); to show a changed text, O(*n*) in its length.
  public init(_ text: String) { source = .text(text) }

  /// Creates a view of a parsed document.
  public init(_ document: MarkdownDocument) { source = .document(document) }

  public var body: Node {
    let blocks =
      switch source {
      case .text(let text): MarkdownDocument(text).blocks
      case .document(let document): document.blocks
      }
    MarkdownStack(isSpaced: true) {
      for (place, block) in blocks.enumerated() { MarkdownBlocks(blocks: [block]).key(place) }
    }
    .semantics(.document)
  }
}

/// A column of blocks, separated by blank lines if `isSpaced`, also in plain-text output.
struct MarkdownStack: LiveComponent {
  let isSpaced: Bool
  let content: Node

  init(isSpaced: Bool, @NodeBuilder content: () -> Node) {
    (self.isSpaced, self.content) = (isSpaced, content())
  }

  func body(in context: RenderContext) throws -> Node {
    guard isSpaced, !context.isInteractive else {
      return Column(gap: isSpaced ? 1 : 0) { content }.node
    }
    let lines = try Self.parts(of: content).map { try context.lines(of: $0) }.filter { !$0.isEmpty }
    return Text(lines.joined(separator: [""]).joined(separator: "\n")).node
  }

  /// Flattens fragments, so that each node of a loop is separate.
  private static func parts(of node: Node) -> [Node] {
    guard case .fragment(let children, _) = node.content, node.modifiers.isEmpty else {
      return [node]
    }
    return children.flatMap(parts)
  }
}
