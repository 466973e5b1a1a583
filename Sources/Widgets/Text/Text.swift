import MillraceLayout
import MillraceRender

/// Text, in lines of its own. Control characters in it are shown, never obeyed.
public struct Text: NodeConvertible {
  private var content: TextContent

  public init(_ text: String) { content = TextContent(text: text) }

  /// What happens to a line that is wider than the text's box. The default is to wrap at words.
  public func wrap(_ wrap: TextWrap) -> Text { changed { $0.wrap = wrap } }

  /// Keeps the text on one line, cut with an ellipsis at its end. A line break in it shows as a
  /// sign.
  public func truncate() -> Text {
    changed {
      $0.wrap = .truncateEnd
      $0.isOneLine = true
    }
  }

  /// Where lines that are narrower than the box stand in it.
  public func align(_ alignment: TextAlignment) -> Text { changed { $0.alignment = alignment } }

  private func changed(_ change: (inout TextContent) -> Void) -> Text {
    var text = self
    change(&text.content)
    return text
  }

  public var node: Node { Node(Element(content)) }
}

/// Where lines stand in a box that is wider than they are.
public enum TextAlignment: Sendable { case leading, center, trailing }

package struct TextContent: ElementContent, Equatable {
  package var text: String
  package var wrap = TextWrap.word
  package var alignment = TextAlignment.leading
  package var isOneLine = false

  /// The text as it is to be shown: in one line, a line break is a sign.
  package var shown: String { isOneLine ? singleLine(text) : text }

  package var plainText: PlainText { .text(shown) }
}

/// Text for a place that has one line: a line break is its control picture.
package func singleLine(_ text: String) -> String {
  guard text.utf8.contains(0x0A) else { return text }
  return String(text.map { $0 == "\n" || $0 == "\r\n" ? "\u{240A}" : $0 })
}
