/// Markup as JSON (RFC 8259), for the same elements as XML has.
///
///     {"element": "Row", "gap": 1, "children": ["text", {"element": "Text", "text": "Hi", "bold": true}]}
///
/// `element` is the name, `children` are the elements and texts in it, and every other key is an attribute. Numbers,
/// `true` and `false` are values as they are written: `1.50` is "1.50". An attribute that is `null` is absent. For an
/// attribute with the name `element` or `children`, the key is `@element` or `@children`.
///
/// Names and characters must be such as XML has; keys must not repeat.
public enum MarkupJSON {
  /// Reads an object as an element. The first fault is thrown, with its place and its path.
  ///
  /// Texts that stand beside one another become one, and empty ones are dropped, as in XML.
  ///
  /// - Complexity: O(*n*) in the bytes of the source.
  public static func read(
    _ source: MarkupSource, limits: MarkupLimits = .file
  ) throws(MarkupIssue) -> MarkupElement {
    try JSONReader.read(source, limits) { (reader) throws(MarkupIssue) in
      try reader.readElement(depth: 1)
    }
  }

  /// Reads an array of objects as elements.
  ///
  /// - Complexity: O(*n*) in the bytes of the source.
  public static func readItems(
    _ source: MarkupSource, limits: MarkupLimits = .file
  ) throws(MarkupIssue) -> [MarkupElement] {
    try JSONReader.read(source, limits) { (reader) throws(MarkupIssue) in
      try reader.readItems()
    }
  }

  /// Writes an element: every child on a line of its own, and every value as a string. JSON has no comments, so they
  /// are dropped. Reading the text gives the element again.
  public static func write(_ element: MarkupElement) -> String {
    var text = ""
    write(element, line: "\n", to: &text)
    return text + "\n"
  }

  private static func write(_ element: MarkupElement, line: String, to text: inout String) {
    text += "{\"element\": " + quote(element.name)
    for attribute in element.attributes {
      let isReserved = attribute.name == "element" || attribute.name == "children"
      text += ", " + quote((isReserved ? "@" : "") + attribute.name) + ": " + quote(attribute.value)
    }
    var separator = ", \"children\": ["
    for piece in element.content {
      if case .comment = piece { continue }
      text += separator + line + "  "
      separator = ","
      switch piece {
      case .element(let child): write(child, line: line + "  ", to: &text)
      case .text(let string, _), .comment(let string, _): text += quote(string)
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
