/// Writes elements as XML.
struct XMLWriter {
  var text = ""

  private static let columns = 100
  private static let indentation = 4

  private static func indentation(_ depth: Int) -> String {
    String(repeating: " ", count: depth * indentation)
  }

  /// Writes each piece on its own line, with an empty text as a blank line; or, if the depth is
  /// nil, everything on one line.
  mutating func write(_ content: [MarkupElement.Content], depth: Int?) {
    for piece in content {
      if depth != nil, !text.isEmpty { text += "\n" }
      if case .text(let string, _) = piece {
        text += Self.escape(string, isValue: false)
        continue
      }
      text += Self.indentation(depth ?? 0)
      switch piece {
      case .element(let element): write(element, depth: depth)
      case .text(let comment, _), .comment(let comment, _): text += "<!--\(comment)-->"
      }
    }
  }

  /// White space is significant beside text, so the content of an element with text is on one line.
  private mutating func write(_ element: MarkupElement, depth: Int?) {
    let texts = element.content.compactMap {
      if case .text(let string, _) = $0 { string } else { nil }
    }
    let hasText = texts.contains { !$0.isEmpty }
    let isEmpty = !hasText && texts.count == element.content.count
    let attributes = element.attributes.map {
      "\($0.name)=\"\(Self.escape($0.value, isValue: true))\""
    }
    let end = isEmpty ? " />" : ">"
    let tag = "<" + ([element.name] + attributes).joined(separator: " ") + end
    if let depth, !attributes.isEmpty,
      depth * Self.indentation + tag.unicodeScalars.count > Self.columns
    {
      let line = "\n" + Self.indentation(depth + 1)
      text += "<\(element.name)" + attributes.map { line + $0 }.joined() + end
    } else {
      text += tag
    }
    if isEmpty { return }
    let outer = hasText ? nil : depth
    write(element.content, depth: outer.map { $0 + 1 })
    if let outer { text += "\n" + Self.indentation(outer) }
    text += "</\(element.name)>"
  }

  /// White space that reading would change or drop is written as references.
  private static func escape(_ string: String, isValue: Bool) -> String {
    let escapesSpace = isValue || string.utf8.allSatisfy(\.isSpace)
    return string.replacing { byte in
      switch byte {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">" where !isValue: "&gt;"
      case "\"" where isValue: "&quot;"
      case "\r": "&#13;"
      case " " where escapesSpace && !isValue: "&#32;"
      case "\n" where escapesSpace: "&#10;"
      case "\t" where escapesSpace: "&#9;"
      default: nil
      }
    }
  }
}
