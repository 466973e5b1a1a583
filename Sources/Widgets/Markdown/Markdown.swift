import MillraceRender

/// A Markdown text: headings, emphasis, lists, tables, code, links and quotes, below each other.
///
/// ```swift
/// ScrollView(followsEnd: true) { Markdown(state.answer) }.grow()
/// ```
/// It reads CommonMark without HTML, and GitHub's tables and strikethrough: see ``MarkdownBlock``. Where the text grows at
/// its end, what was there is neither parsed nor rendered again, but for the last block. A ``MarkdownDocument`` in the
/// state spares the search for what is new.
///
/// Text may come from anywhere. A link can be followed (OSC 8) if it begins with `http:`, `https:` or `mailto:`; the
/// address of any other stands behind it. Code that is too wide scrolls sideways; cells of tables are wrapped. In a pipe
/// it is plain text.
///
/// All of it exists: a document of 10,000 blocks takes as many elements.
public struct Markdown: Component, Equatable {
  private enum Source: Equatable { case text(String), document(MarkdownDocument) }

  private let source: Source
  @Local private var reader = MarkdownReader()

  /// - Complexity: O(*n*) in the text to find what is new.
  public init(_ text: String) { source = .text(text) }

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

/// The document of a text that grows.
@MainActor
private final class MarkdownReader {
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

/// Some sections, which are compared as one: most have not changed.
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

/// Blocks below each other, with blank lines between them: on a page of plain text also.
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

  /// The nodes that a builder has collected, those of its loops one by one.
  private static func parts(of node: Node) -> [Node] {
    guard case .fragment(let children, _) = node.content, node.modifiers.isEmpty else {
      return [node]
    }
    return children.flatMap(parts)
  }
}
