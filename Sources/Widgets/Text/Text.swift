import MillraceLayout
import MillraceRender

/// Text on one or more lines. Control characters in it are shown, never executed.
public struct Text: NodeConvertible {
  private var content: TextContent
  private let spans: [TextSpan]?

  /// Creates a text in one style.
  /// - Parameter text: one or more lines, separated by line feeds.
  public init(_ text: String) {
    content = TextContent(text: text)
    spans = nil
  }

  /// Creates a text from strings and spans. They are wrapped, aligned and truncated as one text:
  /// see ``TextSpan``.
  /// - Parameter spans: strings and spans, one after another.
  public init(@TextSpanBuilder _ spans: () throws -> [TextSpan]) rethrows {
    let spans = try spans()
    var text = ""
    for span in spans { text += span.text }
    content = TextContent(text: text)
    self.spans = TextSpan.alignedToClusters(spans, of: text)
  }

  /// Sets how a line wider than the text's box is handled. The default is to wrap at words.
  public func wrap(_ wrap: TextWrap) -> Text { changed { $0.setWrap(wrap) } }

  /// Keeps the text on one line. If it is too wide, “…” replaces the part that does not fit. A line
  /// break is shown as a symbol.
  /// - Parameter part: the part to leave out.
  public func truncate(_ part: TextTruncation = .end) -> Text {
    changed { $0.cut(at: part) }
  }

  /// Sets the alignment of lines narrower than the box.
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
  /// Applies ``Text/truncate(_:)`` to this text, or to the texts inside this node, except those
  /// built by components.
  public func truncate(_ part: TextTruncation = .end) -> Node {
    node.changingTexts { $0.cut(at: part) }
  }

  /// Applies ``Text/align(_:)`` to this text, or to the texts inside this node, except those built
  /// by components.
  public func align(_ alignment: TextAlignment) -> Node {
    node.changingTexts { $0.alignment = alignment }
  }

  /// Applies ``Text/wrap(_:)`` to this text, or to the texts inside this node, except those built
  /// by components.
  public func wrap(_ wrap: TextWrap) -> Node {
    node.changingTexts { $0.setWrap(wrap) }
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

/// The part of a line that “…” replaces.
public enum TextTruncation: CaseIterable, Hashable, Sendable {
  /// The part that is left out.
  case start, middle, end
}

/// The alignment of lines in a wider box.
public enum TextAlignment: CaseIterable, Sendable {
  /// The edge to which lines are aligned, or the middle. `leading` is the edge where reading
  /// begins.
  case leading, center, trailing
}

package struct TextContent: ElementContent, Equatable {
  package var text: String
  package var wrap = TextWrap.word
  package var alignment = TextAlignment.leading
  package var isOneLine = false

  mutating func setWrap(_ wrap: TextWrap) {
    self.wrap = wrap
    isOneLine = false
  }

  mutating func cut(at part: TextTruncation) {
    wrap =
      switch part {
      case .start: .truncateStart
      case .middle: .truncateMiddle
      case .end: .truncateEnd
      }
    isOneLine = true
  }

  /// The text to draw: on one line, a line break becomes a symbol.
  package var shown: String { isOneLine ? singleLine(text) : text }

  package var plainText: PlainText { .text(shown) }
}

/// Replaces each line feed, and each CR LF, by the symbol “␊”, so that the text fits on one line.
package func singleLine(_ text: String) -> String {
  guard text.hasLineBreak else { return text }
  return String(text.map { $0 == "\n" || $0 == "\r\n" ? "\u{240A}" : $0 })
}

extension String {
  /// Whether the text contains a line feed. Several times faster than `utf8.contains`.
  package var hasLineBreak: Bool {
    utf8.withContiguousStorageIfAvailable { $0.contains(0x0A) } ?? utf8.contains(0x0A)
  }
}
