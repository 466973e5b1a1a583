import MillraceLayout
import MillraceRender

/// Text, in lines of its own. Control characters in it are shown, never obeyed.
public struct Text: NodeConvertible {
  private var content: TextContent
  private let spans: [TextSpan]?

  public init(_ text: String) {
    content = TextContent(text: text)
    spans = nil
  }

  /// A text of strings and spans, which is wrapped, aligned and cut as one: see ``TextSpan``.
  public init(@TextSpanBuilder _ spans: () throws -> [TextSpan]) rethrows {
    let spans = try spans()
    let text = spans.map(\.text).joined()
    content = TextContent(text: text)
    self.spans = TextSpan.whole(spans, of: text)
  }

  /// What happens to a line that is wider than the text's box. The default is to wrap at words.
  public func wrap(_ wrap: TextWrap) -> Text {
    changed {
      $0.wrap = wrap
      $0.isOneLine = false
    }
  }

  /// Keeps the text on one line. Where that is too wide, “…” stands for what is left out. A line break in
  /// it shows as a sign.
  /// - Parameter place: what is left out.
  public func truncate(_ place: TextTruncation = .end) -> Text {
    changed { $0.cut(at: place) }
  }

  /// Where lines that are narrower than the box stand in it.
  public func align(_ alignment: TextAlignment) -> Text { changed { $0.alignment = alignment } }

  private func changed(_ change: (inout TextContent) -> Void) -> Text {
    var text = self
    change(&text.content)
    return text
  }

  public var node: Node {
    guard let spans else { return Node(Element(content)) }
    return Node(Element(StyledTextContent(content, spans)))
  }
}

extension NodeConvertible {
  /// ``Text/truncate(_:)`` of the text that this is, or of the texts that stand in it, but for those that a
  /// component makes.
  public func truncate(_ place: TextTruncation = .end) -> Node {
    node.changingTexts { $0.cut(at: place) }
  }

  /// ``Text/align(_:)`` of the text that this is, or of the texts that stand in it, but for those that a component
  /// makes.
  public func align(_ alignment: TextAlignment) -> Node {
    node.changingTexts { $0.alignment = alignment }
  }

  /// ``Text/wrap(_:)`` of the text that this is, or of the texts that stand in it, but for those that a component
  /// makes.
  public func wrap(_ wrap: TextWrap) -> Node {
    node.changingTexts {
      $0.wrap = wrap
      $0.isOneLine = false
    }
  }
}

extension Node {
  fileprivate func changingTexts(_ change: (inout TextContent) -> Void) -> Node {
    changingContent { content in
      if let styled = content as? StyledTextContent {
        var text = styled.content
        change(&text)
        return StyledTextContent(text, styled.spans)
      }
      guard var text = content as? TextContent else { return nil }
      change(&text)
      return text
    }
  }
}

/// Which part of a line gives way to “…”.
public enum TextTruncation: Hashable, Sendable { case start, middle, end }

/// Where lines stand in a box that is wider than they are.
public enum TextAlignment: Sendable { case leading, center, trailing }

package struct TextContent: ElementContent, Equatable {
  package var text: String
  package var wrap = TextWrap.word
  package var alignment = TextAlignment.leading
  package var isOneLine = false

  mutating func cut(at place: TextTruncation) {
    wrap =
      switch place {
      case .start: .truncateStart
      case .middle: .truncateMiddle
      case .end: .truncateEnd
      }
    isOneLine = true
  }

  /// The text as it is to be shown: in one line, a line break is a sign.
  package var shown: String { isOneLine ? singleLine(text) : text }

  package var plainText: PlainText { .text(shown) }
}

/// Text for a place that has one line: a line break is its control picture.
package func singleLine(_ text: String) -> String {
  guard text.utf8.contains(0x0A) else { return text }
  return String(text.map { $0 == "\n" || $0 == "\r\n" ? "\u{240A}" : $0 })
}
