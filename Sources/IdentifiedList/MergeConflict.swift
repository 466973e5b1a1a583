/// A field that both sides of a merge changed, in different ways; or an element that one side removed and the
/// other one changed.
///
/// The merged list has ours, until ``IdentifiedList/settle(_:takesTheirs:)``. In JSON it is
/// `{"id": …, "field": …, "ours": …, "theirs": …}`, without what is nil.
public struct MergeConflict<Element: Identifiable & Mergeable>: Equatable, Identifiable {
  /// Names what is in conflict. Two merges can give conflicts of the same id.
  public struct ID: Hashable {
    public let element: Element.ID
    /// Nil where one side removed the element.
    public let field: Element.Field?

    public init(element: Element.ID, field: Element.Field?) {
      (self.element, self.field) = (element, field)
    }
  }

  private let element: Element.ID
  private let field: Element.Field?
  /// All of our version of the element; nil where we removed it.
  public let ours: Element?
  /// All of their version of the element; nil where they removed it.
  public let theirs: Element?

  public var id: ID { ID(element: element, field: field) }

  public init(id: ID, ours: Element?, theirs: Element?) {
    (element, field, self.ours, self.theirs) = (id.element, id.field, ours, theirs)
  }

  private enum CodingKeys: String, CodingKey {
    case element = "id"
    case field, ours, theirs
  }
}

extension MergeConflict: Sendable where Element: Sendable, Element.ID: Sendable {}
extension MergeConflict.ID: Sendable where Element.ID: Sendable {}

extension MergeConflict: Codable
where Element: Codable, Element.ID: Codable, Element.Field: Codable {}
extension MergeConflict.ID: Codable where Element.ID: Codable, Element.Field: Codable {}
