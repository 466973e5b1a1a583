import MillraceRender

/// Shows a Markdown text: headings, emphasis, lists, tables, code, links and quotes.
///
/// ```swift
/// ScrollView(followsEnd: true) { Markdown(state.answer) }.grow()
/// ```
/// It supports CommonMark without HTML, plus GitHub's tables and strikethrough: see
/// ``MarkdownBlock``. When text is appended, only the last block and the new text are parsed and
/// rendered. With a ``MarkdownDocument`` instead of a string, the view need not search for the new
/// text.
///
/// The text may come from an untrusted source. A link can be followed (OSC 8) if it begins with
/// `http:`, `https:` or `mailto:`; the address of any other link is shown after it. Code that is
/// too wide scrolls horizontally; table cells wrap. In a pipe, the output is plain text.
///
/// All elements exist, whether visible or not: a document of 10,000 blocks has as many elements.
public struct Markdown: Component, Equatable {
  private enum Source: Equatable { case text(String), document(MarkdownDocument) }

  private let source: Source
  @Local private var reader = MarkdownCache()

  /// - Complexity: O(*n*) in the length of the text, to find the new part.
  public init(_ text: String) { source = .text(text) }

  /// Creates a view of a parsed document.
  public init(_ document: MarkdownDocument) { source = .document(document) }

  public static func == (one: Markdown, other: Markdown) -> Bool { one.source == other.source }

  public var body: Node {
    let document =
      switch source {
      case .text(let text): reader.document(of: text)
      case .document(let document): document
      }
    MarkdownStack(isSpaced: true) {
      for (number, chunk) in document.shownChunks.enumerated()
      where chunk.contains(where: { !$0.blocks.isEmpty }) {
        MarkdownChunk(sections: chunk).key(number)
      }
    }
    .semantics(.document)
  }
}

/// Caches the document of a text to which the program appends.
@MainActor
private final class MarkdownCache {
  private var text = ""
  private var document = MarkdownDocument()

  nonisolated init() {}

  func document(of text: String) -> MarkdownDocument {
    if text.utf8.starts(with: self.text.utf8) {
      let start = text.utf8.index(text.startIndex, offsetBy: self.text.utf8.count)
      document.append(String(text[start...]))
    } else {
      document = MarkdownDocument(text)
    }
    self.text = text
    return document
  }
}

/// A group of sections that is compared as one: most groups do not change.
private struct MarkdownChunk: Component, Equatable {
  let sections: [MarkdownSection]

  var body: Node {
    MarkdownStack(isSpaced: true) {
      for (place, section) in sections.enumerated() where !section.blocks.isEmpty {
        MarkdownBlocks(blocks: section.blocks).key(place)
      }
    }
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
