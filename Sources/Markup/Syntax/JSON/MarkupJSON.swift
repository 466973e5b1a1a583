/// Markup as JSON (RFC 8259), with the same elements as XML.
///
///     {"element": "Row", "gap": 1, "children": ["text", {"element": "Text", "text": "Hi", "bold": true}]}
///
/// `element` is the name, `children` are the elements and texts in it, and every other key is an
/// attribute. Numbers, `true` and `false` are read verbatim: `1.50` is "1.50". An attribute that is
/// `null` is absent.
///
/// Names and characters must be valid in XML; keys must not repeat.
public enum MarkupJSON {
  /// Reads an object as an element. Throws the first mistake, with its position.
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
}
