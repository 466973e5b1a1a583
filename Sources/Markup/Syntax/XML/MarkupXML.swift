/// Markup as XML: elements, attributes, texts, CDATA sections, character references and the five
/// predefined entities of XML 1.0 (fifth edition). Comments are dropped. Document types and
/// processing instructions are not supported, so there are no other entities.
public enum MarkupXML {
  /// Reads the root element of a file. Throws the first mistake, with its position.
  ///
  /// White space between elements is dropped if their parent has no other text. `xmlns` and
  /// `xmlns:prefix` are ordinary attributes, and prefixes need no declaration.
  ///
  /// - Complexity: O(*n*) in the bytes of the source.
  public static func read(
    _ source: MarkupSource, limits: MarkupLimits = .file
  ) throws(MarkupIssue) -> MarkupElement {
    var reader = XMLReader(scanner: try MarkupScanner(source, limits))
    return try reader.readDocument()
  }

  /// Writes an element. Each child is on its own line, unless there is text beside it, because
  /// white space is significant there. Reading the text gives an equal element, except that empty
  /// texts are lost and adjacent texts are joined. Names, and the characters of texts, must be
  /// valid in XML.
  public static func write(_ element: MarkupElement) -> String { text(element, "\n") + "\n" }

  /// - Parameter line: The line break and the indentation before the element; empty beside text.
  private static func text(_ element: MarkupElement, _ line: String) -> String {
    let attributes = element.attributes.map {
      " \($0.name)=\"\(escape($0.value, isValue: true))\""
    }
    let tag = "<\(element.name)\(attributes.joined())"
    if element.content.isEmpty { return tag + " />" }
    let hasText = element.children.count < element.content.count
    let inner = hasText || line.isEmpty ? "" : line + "    "
    let content = element.content.map { piece in
      switch piece {
      case .element(let child): inner + text(child, inner)
      case .text(let string, _): escape(string, isValue: false)
      }
    }
    return "\(tag)>\(content.joined())\(hasText ? "" : line)</\(element.name)>"
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
