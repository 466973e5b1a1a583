import MillraceRender

/// A part of a text with its own style or link.
///
/// ```swift
/// Text {
///   "Read "
///   TextSpan("the manual").bold().link("https://example.org/manual")
///   "."
/// }
/// ```
public struct TextSpan: Equatable, Sendable {
  package private(set) var text: String
  package private(set) var style = Style()
  package private(set) var link: String?

  /// Makes a span without a style of its own.
  /// - Parameter text: the text of the span. It may contain line feeds.
  public init(_ text: String) { self.text = text }

  /// Sets the style of the span, over that of the text around it. A component that reads
  /// `@Environment(\.theme)` can pass a style of the theme.
  public func style(_ style: Style) -> TextSpan { changed { $0.style = style.over($0.style) } }

  /// Sets the colour of the text.
  public func foreground(_ color: Color) -> TextSpan { style(Style(foreground: color)) }

  /// Sets the colour behind the text.
  public func background(_ color: Color) -> TextSpan { style(Style(background: color)) }

  /// Shows the text in bold.
  public func bold(_ isOn: Bool = true) -> TextSpan { attribute(.bold, isOn) }

  /// Shows the text with less contrast.
  public func dim(_ isOn: Bool = true) -> TextSpan { attribute(.dim, isOn) }

  /// Shows the text in italics.
  public func italic(_ isOn: Bool = true) -> TextSpan { attribute(.italic, isOn) }

  /// Underlines the text with a single line.
  public func underline(_ isOn: Bool = true) -> TextSpan { attribute(.underline, isOn) }

  /// Underlines the span with a given kind of line, optionally in its own colour.
  public func underline(_ kind: UnderlineKind, color: Color = .default) -> TextSpan {
    style(Style(underline: kind, color: color))
  }

  /// Draws a line through the text.
  public func strikethrough(_ isOn: Bool = true) -> TextSpan { attribute(.strikethrough, isOn) }

  /// Exchanges foreground and background.
  public func inverse(_ isOn: Bool = true) -> TextSpan { attribute(.inverse, isOn) }

  /// Makes the span a link. A terminal shows it underlined and may let the user follow it (OSC 8).
  /// In plain-text output, the address follows the span, unless it is the span's text.
  /// - Parameter address: a URL as text. Not validated.
  public func link(_ address: String) -> TextSpan {
    changed {
      $0.style.attributes.insert(.underline)
      $0.link = address
    }
  }

  private func attribute(_ attribute: Attributes, _ isOn: Bool) -> TextSpan {
    isOn ? style(Style(attributes: attribute)) : self
  }

  private func changed(_ change: (inout TextSpan) -> Void) -> TextSpan {
    var span = self
    change(&span)
    return span
  }

  /// The spans of a text, cut at cluster boundaries: a combining mark at the start of a span
  /// belongs to the letter before it. Empty spans are removed.
  static func alignedToClusters(_ spans: [TextSpan], of text: String) -> [TextSpan] {
    if isAligned(spans, in: text) { return spans }
    var start = text.startIndex
    var offset = 0
    return spans.compactMap { span in
      offset += span.text.utf8.count
      var end = text.utf8.index(text.startIndex, offsetBy: offset)
      while String.Index(end, within: text) == nil { text.utf8.formIndex(after: &end) }
      guard start < end else { return nil }
      defer { start = end }
      return span.changed { $0.text = String(text[start..<end]) }
    }
  }

  /// Whether no span is empty, and every boundary is between two ASCII characters of which the
  /// first is not CR. Such a boundary never splits a cluster: the only ASCII cluster of two
  /// characters is CR LF.
  private static func isAligned(_ spans: [TextSpan], in text: String) -> Bool {
    text.utf8.withContiguousStorageIfAvailable { bytes in
      var end = 0
      for span in spans {
        if span.text.isEmpty { return false }
        end += span.text.utf8.count
        if end == bytes.count { continue }
        if bytes[end - 1] >= 0x80 || bytes[end] >= 0x80 || bytes[end - 1] == 0x0D { return false }
      }
      return true
    } ?? false
  }

  /// The span with each line break replaced by a symbol, for a text on one line.
  var inOneLine: TextSpan { changed { $0.text = singleLine(text) } }
}

/// Builds the spans of a text from statements: strings, spans, `if`, `switch`, `for`.
@resultBuilder
public enum TextSpanBuilder {
  public static func buildExpression(_ text: String) -> [TextSpan] { [TextSpan(text)] }

  public static func buildExpression(_ span: TextSpan) -> [TextSpan] { [span] }

  public static func buildExpression(_ spans: [TextSpan]) -> [TextSpan] { spans }

  public static func buildBlock(_ parts: [TextSpan]...) -> [TextSpan] { parts.flatMap(\.self) }

  public static func buildOptional(_ part: [TextSpan]?) -> [TextSpan] { part ?? [] }

  public static func buildEither(first part: [TextSpan]) -> [TextSpan] { part }

  public static func buildEither(second part: [TextSpan]) -> [TextSpan] { part }

  public static func buildArray(_ parts: [[TextSpan]]) -> [TextSpan] { parts.flatMap(\.self) }
}

/// A text with spans. A separate type, so that plain texts stay small.
package struct StyledTextContent: ElementContent, Equatable {
  /// The whole text, which is wrapped, aligned and truncated as one text.
  package let content: TextContent
  /// The spans of the shown text, in order; each consists of whole clusters.
  package let spans: [TextSpan]

  /// - Parameter spans: runs of whole clusters of the text.
  init(_ content: TextContent, _ spans: [TextSpan]) {
    self.content = content
    // The symbol of a line break may form one cluster with a combining mark that follows.
    self.spans =
      content.isOneLine && content.text.hasLineBreak
      ? TextSpan.alignedToClusters(spans.map(\.inOneLine), of: content.shown) : spans
  }

  package var plainText: PlainText {
    var text = ""
    var linked = ""
    for (index, span) in spans.enumerated() {
      text += span.text
      guard let link = span.link else { continue }
      linked += span.text
      // A link with several styles has several spans.
      if index + 1 < spans.count, spans[index + 1].link == link { continue }
      if linked != link { text += " <\(link)>" }
      linked = ""
    }
    return .text(text)
  }
}
