/// Markup as XML: elements, attributes, texts, comments, CDATA sections, character references and the five
/// predefined entities of XML 1.0 (fifth edition). There is no document type, so there are no other entities.
///
///     let element = try MarkupXML.read(MarkupSource("<Text text=\"Hi\" />", name: "Greeter.ui.xml"))
public enum MarkupXML {
  /// Reads the root element of a file. The first fault is thrown, with its place.
  ///
  /// White space between elements is dropped where their parent has no other text. Processing instructions are
  /// skipped. `xmlns` and `xmlns:prefix` are attributes like others, and prefixes need no declaration.
  ///
  /// - Parameter keepsComments: Whether comments are content, and blank lines between elements are empty texts. Those
  ///   outside the root are dropped in any case.
  /// - Complexity: O(*n*) in the bytes of the source.
  public static func read(
    _ source: MarkupSource, limits: MarkupLimits = .file, keepsComments: Bool = false
  ) throws(MarkupIssue) -> MarkupElement {
    var reader = try XMLReader(source, limits, keepsComments: keepsComments)
    return try reader.readDocument().children[0]
  }

  /// Writes an element as `format` would: four spaces a level, the attributes of a tag on one line if it fits in 100
  /// columns, otherwise one a line. An empty text between elements is a blank line.
  ///
  /// Reading the text gives the element again, apart from empty texts and from texts that stand beside one another,
  /// which become one. Names, and the characters of texts and comments, must be such as XML has.
  public static func write(_ element: MarkupElement) -> String {
    write([.element(element)], after: "")
  }

  /// Writes a file anew in the form of `write`. The declaration and comments stay as they are, and so does one blank
  /// line where there are some. References, quotes and CDATA sections become what `write` makes of their text, a
  /// comment behind an element goes to a line of its own, and instructions are dropped. Formatting twice is as
  /// formatting once.
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
