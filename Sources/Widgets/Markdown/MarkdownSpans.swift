import MillraceRender

/// Converts inline parts to styled spans.
struct MarkdownSpans {
  let theme: Theme

  /// - Parameters:
  ///   - style: the style of the surrounding text.
  ///   - link: the address of the surrounding link.
  func spans(
    _ parts: [MarkdownInline], _ style: Style = Style(), link: String? = nil
  ) -> [TextSpan] {
    parts.flatMap { part in
      func span(_ text: String, _ own: Style = Style()) -> [TextSpan] {
        let span = TextSpan(text).style(own.over(style))
        return [link.map(span.link) ?? span]
      }
      func inside(_ parts: [MarkdownInline], _ attributes: Attributes) -> [TextSpan] {
        spans(parts, Style(attributes: attributes).over(style), link: link)
      }
      func linked(_ parts: [MarkdownInline], _ address: String) -> [TextSpan] {
        if let target = Self.target(address) { return spans(parts, style, link: target) }
        let text = inside(parts, [])
        return address.isEmpty || address == parts.plainText
          ? text : text + span(" (\(address))", theme.muted)
      }
      return switch part {
      case .text(let text): span(text)
      case .code(let text): span(text, theme.accent)
      case .emphasis(let parts): inside(parts, .italic)
      case .strong(let parts): inside(parts, .bold)
      case .strikethrough(let parts): inside(parts, .strikethrough)
      case .link(let parts, let address, _): linked(parts, address)
      case .image(let text, let address, _): linked([.text(text)], address)
      case .lineBreak: span("\n")
      case .softBreak: span(" ")
      }
    }
  }

  func text(_ parts: [MarkdownInline], _ style: Style = Style()) -> Text {
    Text { spans(parts, style) }
  }

  /// A link target in printable ASCII: other bytes are percent-encoded. Nil unless the scheme is
  /// `http`, `https` or `mailto`.
  static func target(_ address: String) -> String? {
    let scheme = address.prefix { $0 != ":" }
    guard scheme.utf8.count < address.utf8.count,
      ["http", "https", "mailto"].contains(scheme.lowercased())
    else { return nil }
    return address.utf8.map { byte in
      if 0x21...0x7E ~= byte { return String(Unicode.Scalar(byte)) }
      return (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
    }.joined()
  }
}
