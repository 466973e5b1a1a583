/// A conflict of a merge: a field that both sides changed differently, or an element that one side
/// removed and the other one changed.
///
/// The merged list has ``ours`` until ``IdentifiedList/resolve(_:takingTheirs:)`` changes it. The
/// JSON encoding is `{"id": …, "field": …, "ours": …, "theirs": …}`, without the members that are
/// nil.
public struct MergeConflict<Element: Identifiable & Mergeable>: Equatable, Identifiable {
  /// Identifies the field or element in conflict. Conflicts of two merges can have the same id.
  public struct ID: Hashable {
    /// The element whose values differ.
    public let element: Element.ID
    /// The field; nil if one side removed the element.
    public let field: Element.Field?

    /// Makes the id of a field; of the whole element if `field` is nil.
    public init(element: Element.ID, field: Element.Field?) {
      (self.element, self.field) = (element, field)
    }
  }

  private let element: Element.ID
  private let field: Element.Field?
  /// The whole element in the list that was merged into; nil if that list removed it.
  public let ours: Element?
  /// The whole element in the other list; nil if that list removed it.
  public let theirs: Element?

  public var id: ID { ID(element: element, field: field) }

  /// Makes a conflict of two values; nil means that the side removed the element.
  /// - Parameters:
  ///   - id: The field in conflict, or the whole element.
  ///   - ours: The element in the list that is merged into.
  ///   - theirs: The element in the other list.
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
