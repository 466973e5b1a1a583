/// An element of markup: its Swift counterpart, and its allowed attributes and content.
///
/// The checker, the Swift generator, the loader, the schema and the reference are all derived from
/// these types.
public final class MarkupElementType: Equatable, Sendable {
  /// The content that an element may have.
  public struct Content: Equatable, Sendable {
    /// Whether the words between the tags are the element's text.
    public var hasText = false
    /// Whether nodes are allowed between the tags.
    public var hasNodes = false
    /// The names of child elements that are not nodes.
    public var others: [String] = []

    /// No content.
    public static let nothing = Content()
    /// Nodes only.
    public static let nodes = Content(hasNodes: true)
    /// Words and spans.
    public static let text = Content(hasText: true, others: ["Span"])
  }

  /// The element's name in markup. A widget has the same name in Swift, unless `special` gives it
  /// another one.
  public let name: String
  /// Other names with the same meaning.
  public let aliases: [String]
  /// A sentence that describes the element.
  public let summary: String
  public let content: Content
  /// The element's own attributes. All nodes also have ``MarkupRegistry/common``.
  public let attributes: [MarkupAttributeType]
  /// Whether the element is a node, which has the common attributes.
  public let isNode: Bool
  /// Whether the element can have the focus, so that its field is a focus handle.
  public let isFocusable: Bool
  let special: Special
  /// All attributes of the element, its own first.
  public let allAttributes: [MarkupAttributeType]
  /// The index of a name or an alias among all attributes.
  private let indices: [String: Int]

  init(
    _ name: String, _ summary: String, aliases: [String] = [], content: Content = .nothing,
    isNode: Bool = true, isFocusable: Bool = false, special: Special = Special(),
    _ attributes: [MarkupAttributeType]
  ) {
    (self.name, self.summary, self.aliases) = (name, summary, aliases)
    (self.content, self.attributes) = (content, attributes)
    (self.isNode, self.isFocusable, self.special) = (isNode, isFocusable, special)
    allAttributes = isNode ? attributes + MarkupRegistry.common : attributes
    indices = Dictionary(
      allAttributes.enumerated().flatMap { index, attribute in
        ([attribute.name] + attribute.aliases).map { ($0, index) }
      }, uniquingKeysWith: { first, _ in first })
  }

  convenience init(
    _ name: String, _ summary: String, aliases: [String] = [], content: Content = .nothing,
    isNode: Bool = true, isFocusable: Bool = false, special: Special = Special(),
    _ attributes: MarkupAttributeType...
  ) {
    self.init(
      name, summary, aliases: aliases, content: content, isNode: isNode, isFocusable: isFocusable,
      special: special, attributes)
  }

  /// - Returns: The attribute with this name or alias.
  /// - Complexity: O(1)
  public func attribute(_ name: String) -> MarkupAttributeType? {
    index(of: name).map { allAttributes[$0] }
  }

  /// The index in ``allAttributes`` of the attribute with this name or alias.
  func index(of name: String) -> Int? { indices[name] }

  /// Compares identities, because the registry has one instance for each element.
  public static func == (one: MarkupElementType, other: MarkupElementType) -> Bool { one === other }
}

extension MarkupElementType {
  /// The traits that only some elements have.
  struct Special: Sendable {
    /// Returns the name of the initializer or function in Swift; nil if it is the element's name.
    var swift: (@Sendable (CheckedElement) -> String)?
    /// The expression in a closure after the arguments. The closure maps a value to its title.
    var closure: String?
    /// Whether `layout:` attributes position its children.
    var isConstrained = false
    /// Whether the content is a row, repeated for a collection. The attribute `of` is the path of
    /// the collection, and `as` names the variable of the row.
    var hasRows = false
    var rules: [Rule] = []
  }

  /// A rule about several attributes of an element. An attribute with an invalid value counts as
  /// present: its value is an empty word.
  struct Rule: Sendable {
    let message: String
    let isBroken: @Sendable (CheckedElement) -> Bool
  }
}

/// An attribute of an element.
public struct MarkupAttributeType: Equatable, Sendable {
  /// The Swift code that an attribute becomes.
  public enum Role: Equatable, Sendable {
    /// An argument of the initializer, with its label; nil for no label.
    case argument(String?)
    /// The trailing closure.
    case trailingClosure
    /// A modifier. Attributes with the same modifier and different labels become one call.
    case modifier(String, label: String? = nil)
    /// An attribute that the checker and the generator handle by its name.
    case special
  }

  public let name: String
  public let aliases: [String]
  public let type: MarkupType
  public let summary: String
  public let role: Role
  public var isRequired = false

  static func argument(
    _ name: String, _ type: MarkupType, _ summary: String, aliases: [String] = [],
    label: String? = nil, isRequired: Bool = false
  ) -> MarkupAttributeType {
    .init(
      name: name, aliases: aliases, type: type, summary: summary, role: .argument(label ?? name),
      isRequired: isRequired)
  }

  static func unlabeled(
    _ name: String, _ type: MarkupType, _ summary: String, aliases: [String] = [],
    isRequired: Bool = false
  ) -> MarkupAttributeType {
    .init(
      name: name, aliases: aliases, type: type, summary: summary, role: .argument(nil),
      isRequired: isRequired)
  }

  /// A required event that becomes the trailing closure.
  static func trailing(_ name: String, _ summary: String) -> MarkupAttributeType {
    .init(
      name: name, aliases: [], type: .event(valueCount: 0), summary: summary,
      role: .trailingClosure,
      isRequired: true)
  }

  static func special(
    _ name: String, _ type: MarkupType, _ summary: String, isRequired: Bool = false
  ) -> MarkupAttributeType {
    .init(
      name: name, aliases: [], type: type, summary: summary, role: .special, isRequired: isRequired)
  }

  static func modifier(
    _ name: String, _ type: MarkupType, _ summary: String, aliases: [String] = [],
    _ modifier: String? = nil, label: String? = nil
  ) -> MarkupAttributeType {
    .init(
      name: name, aliases: aliases, type: type, summary: summary,
      role: .modifier(modifier ?? name, label: label))
  }
}
