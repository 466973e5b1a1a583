import MillraceStore

/// A conflict of a merge: two values of an element's field, of a whole element that one side
/// removed, or of a field of the document itself. The user must choose one of the two values.
///
/// Until then, the document keeps the value that it had before the merge. If an edit caused the
/// conflict, the document has the edited value.
public enum DocumentConflict<Model: DocumentModel>: Equatable, Identifiable, Sendable {
  /// A field of an element, or a removed element.
  case element(MergeConflict<Model.Element>)
  /// A field besides the list. `ours` and `theirs` have no elements.
  case field(Model.Field, ours: Model, theirs: Model)

  /// Identifies what is in conflict. Conflicts of two merges can have the same id.
  public enum ID: Hashable, Codable, Sendable {
    /// A field of an element; the whole element if the field is nil.
    case element(Model.Element.ID, field: Model.Element.Field?)
    /// A field besides the list.
    case field(Model.Field)
  }

  public var id: ID {
    switch self {
    case .element(let conflict): .element(conflict.id.element, field: conflict.id.field)
    case .field(let field, _, _): .field(field)
    }
  }

  /// The value of the other side, as text for the user; nil for a removed element.
  public var theirs: String? {
    switch self {
    case .element(let conflict): conflict.theirs.map { text(of: $0, conflict.id.field) }
    case .field(let field, _, let theirs): theirs.text(of: field)
    }
  }

  /// The present value in a document, as text for the user; nil for a removed element.
  public func ours(in document: Model) -> String? {
    switch self {
    case .element(let conflict):
      document.items[id: conflict.id.element].map { text(of: $0, conflict.id.field) }
    case .field(let field, _, _): document.text(of: field)
    }
  }

  /// The name of the element or field in conflict, such as `Buy milk: priority`.
  public func name(in document: Model) -> String {
    switch self {
    case .element(let conflict):
      let title = (document.items[id: conflict.id.element] ?? conflict.theirs)?.title ?? ""
      return conflict.id.field.map { "\(title): \($0)" } ?? title
    case .field(let field, _, _): return "\(field)"
    }
  }

  private func text(of element: Model.Element, _ field: Model.Element.Field?) -> String {
    field.map { element.text(of: $0) } ?? element.title
  }

  /// Whether two conflicts have the same id and the same `theirs`. Always false for fields besides
  /// the list.
  func hasSameTheirs(as new: DocumentConflict) -> Bool {
    guard id == new.id, case .element(let old) = self, case .element(let new) = new else {
      return false
    }
    guard let field = new.id.field, let known = old.theirs, let theirs = new.theirs else {
      return old.theirs == new.theirs
    }
    return known.isEqual(to: theirs, in: field)
  }
}

// A conflict of an element is encoded as its `MergeConflict`. A conflict of a document's field has
// the field under the key `of`.
extension DocumentConflict: Codable {
  private enum CodingKeys: String, CodingKey { case field = "of", ours, theirs }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    guard let field = try container.decodeIfPresent(Model.Field.self, forKey: .field) else {
      self = .element(try MergeConflict(from: decoder))
      return
    }
    self = .field(
      field, ours: try container.decode(Model.self, forKey: .ours),
      theirs: try container.decode(Model.self, forKey: .theirs))
  }

  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .element(let conflict): try conflict.encode(to: encoder)
    case .field(let field, let ours, let theirs):
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(field, forKey: .field)
      try container.encode(ours, forKey: .ours)
      try container.encode(theirs, forKey: .theirs)
    }
  }
}
