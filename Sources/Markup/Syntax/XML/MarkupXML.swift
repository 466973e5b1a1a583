/// Markup as XML: elements, attributes, texts, comments, CDATA sections, character references and
/// the five predefined entities of XML 1.0 (fifth edition). Document types and processing instructions are
/// not supported, so there are no other entities.
///
///     let element = try MarkupXML.read(MarkupSource("<Text text=\"Hi\" />", name: "Greeter.ui.xml"))
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
    var reader = try XMLReader(source, limits, keepsComments: false)
    return try reader.readDocument().children[0]
  }

  /// Writes an element in the form of `format`: four spaces per level, and the attributes of a tag
  /// on one line if it fits in 100 columns, otherwise one per line. An empty text between elements
  /// is a blank line.
  ///
  /// Reading the text gives an equal element, except that empty texts are lost and adjacent texts
  /// are joined. Names, and the characters of texts and comments, must be valid in XML.
  public static func write(_ element: MarkupElement) -> String {
    write([.element(element)], after: "")
  }

  /// Rewrites a file in the form of `write`. The declaration and the comments stay, and several
  /// blank lines become one; an element beside text is on one line, without blank lines. References, quotes and CDATA sections are written as by `write`, a
  /// comment after an element moves to its own line. Formatting twice
  /// gives the same text as formatting once.
  public static func format(_ source: MarkupSource) throws(MarkupIssue) -> String {
    var reader = try XMLReader(source, .file, keepsComments: true)
    let document = try reader.readDocument()
    return write(document.content, after: reader.declaration)
  }

  private static func write(_ content: [MarkupElement.Content], after start: String) -> String {
    var writer = XMLWriter(text: start)
    writer.write(content, depth: 0)
    return writer.text + "\n"
  }
}
