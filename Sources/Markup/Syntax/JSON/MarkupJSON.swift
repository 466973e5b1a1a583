/// Markup as JSON (RFC 8259), with the same elements as XML.
///
/// ```json
/// {"element": "Row", "gap": 1, "children": ["text", {"element": "Text", "text": "Hi", "bold": true}]}
/// ```
///
/// `element` is the name, `children` are the elements and texts in it, and every other key is an
/// attribute. Numbers, `true` and `false` are read verbatim: `1.50` is "1.50". An attribute that is
/// `null` is absent.
///
/// Names and characters must be valid in XML; attributes must not repeat.
public enum MarkupJSON {
  /// Reads an object as an element, or an array as an element without a name, whose children are
  /// the items. Throws the first mistake, with its position.
  ///
  /// Adjacent texts are joined, and empty ones are dropped, as in XML.
  ///
  /// - Complexity: O(*n*) in the bytes of the source.
  public static func read(
    _ source: MarkupSource, limits: MarkupLimits = .file
  ) throws(MarkupIssue) -> MarkupElement {
    var scanner = try MarkupScanner(source, limits)
    scanner.skipSpace()
    var root = MarkupElement(name: "")
    if scanner.byte == UInt8(ascii: "[") {
      try scanner.readContent(of: &root, depth: 0)
    } else {
      root = try scanner.readElement(depth: 1)
    }
    scanner.skipSpace()
    if scanner.isAtEnd { return root }
    throw scanner.issue("text follows the value: remove it")
  }
}
