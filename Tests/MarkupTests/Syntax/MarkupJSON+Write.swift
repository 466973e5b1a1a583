#if canImport(MillraceMarkup)
  @testable import MillraceMarkup
#endif

extension MarkupJSON {
  /// Writes an element: each child on its own line, and every value as a string. Reading
  /// the text gives an equal element.
  public static func write(_ element: MarkupElement) -> String {
    var text = ""
    write(element, line: "\n", to: &text)
    return text + "\n"
  }

  private static func write(_ element: MarkupElement, line: String, to text: inout String) {
    text += "{\"element\": " + quote(element.name)
    for attribute in element.attributes {
      text += ", " + quote(attribute.name) + ": " + quote(attribute.value)
    }
    var separator = ", \"children\": ["
    for piece in element.content {
      text += separator + line + "  "
      separator = ","
      switch piece {
      case .element(let child): write(child, line: line + "  ", to: &text)
      case .text(let string, _): text += quote(string)
      }
    }
    text += separator == "," ? line + "]}" : "}"
  }

  private static func quote(_ string: String) -> String {
    let escaped = string.replacing { byte in
      switch byte {
      case "\"": "\\\""
      case "\\": "\\\\"
      case "\n": "\\n"
      case "\r": "\\r"
      case "\t": "\\t"
      default: nil
      }
    }
    return "\"\(escaped)\""
  }
}
