/// An element of markup: its name, its attributes in order, and its content. XML and JSON both
/// become such elements.
///
/// Freeing an element recurses, so its depth is bounded by the `MarkupLimits` of its reader.
public struct MarkupElement: Sendable {
  public var name: String
  /// The offset in bytes of the name in the source.
  public var offset = 0
  public var attributes: [Attribute] = []
  public var content: [Content] = []

  /// The name and the decoded value of an attribute.
  public struct Attribute: Sendable {
    public var name: String
    public var value: String
    /// The offset in bytes of the name.
    public var offset = 0
    /// The offset in bytes of the value, after its quote.
    public var valueOffset = 0
  }

  /// A piece of the content of an element.
  public enum Content: Sendable {
    case element(MarkupElement)
    case text(String, offset: Int)
  }

  /// The attribute with a name. Names are compared as strings, so canonically equivalent names are
  /// equal.
  ///
  /// - Complexity: O(*n*) in the number of attributes.
  public subscript(_ name: String) -> Attribute? { attributes.first { $0.name == name } }

  /// The child elements, without texts.
  ///
  /// - Complexity: O(*n*) in the length of the content.
  public var children: [MarkupElement] {
    content.compactMap { if case .element(let child) = $0 { child } else { nil } }
  }
}
