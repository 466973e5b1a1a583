/// Markup as JSON (RFC 8259), with the same elements as XML.
///
///     {"element": "Row", "gap": 1, "children": ["text", {"element": "Text", "text": "Hi", "bold": true}]}
///
/// `element` is the name, `children` are the elements and texts in it, and every other key is an
/// attribute. Numbers, `true` and `false` are read verbatim: `1.50` is "1.50". An attribute that is
/// `null` is absent. For an attribute named `element` or `children`, the key is `@element` or
/// `@children`.
///
/// Names and characters must be valid in XML; keys must not repeat.
public enum MarkupJSON {
  /// Reads an object as an element. Throws the first mistake, with its place and its path.
  ///
  /// Adjacent texts are joined, and empty ones are dropped, as in XML.
  ///
  /// - Complexity: O(*n*) in the bytes of the source.
  public static func read(
    _ source: MarkupSource, limits: MarkupLimits = .file
  ) throws(MarkupIssue) -> MarkupElement {
    try MarkupScanner.readJSON(source, limits) { (json) throws(MarkupIssue) in
      try json.readElement(depth: 1)
    }
  }

  /// Reads an array of objects as elements.
  ///
  /// - Complexity: O(*n*) in the bytes of the source.
  public static func readItems(
    _ source: MarkupSource, limits: MarkupLimits = .file
  ) throws(MarkupIssue) -> [MarkupElement] {
    try MarkupScanner.readJSON(source, limits) { (json) throws(MarkupIssue) in
      try json.readItems()
    }
  }

  /// Writes an element: each child on its own line, and every value as a string. Comments are
  /// dropped, because JSON has none. Reading the text gives an equal element, without the comments.
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
