/// A value whose fields can be merged separately.
///
/// ```swift
/// struct Note: Identifiable, Mergeable {
///   enum Field: CaseIterable { case title, text }
///   let id: Int
///   var title = ""
///   var text = ""
///
///   mutating func assign(_ field: Field, from other: Note) {
///     switch field {
///     case .title: title = other.title
///     case .text: text = other.text
///     }
///   }
/// }
/// ```
public protocol Mergeable: Equatable {
  /// The fields, which together must cover the whole value except its id: differences outside all
  /// fields are lost without a conflict. Values that belong together, such as a check mark and its
  /// date, are one field.
  associatedtype Field: Hashable & CaseIterable & Sendable

  /// Copies a field from another version of the value.
  mutating func assign(_ field: Field, from other: Self)

  /// Whether a field is equal in another version of the value.
  ///
  /// By default, a field is equal if copying it would change nothing.
  func isEqual(to other: Self, in field: Field) -> Bool
}

extension Mergeable {
  public func isEqual(to other: Self, in field: Field) -> Bool {
    var copy = self
    copy.assign(field, from: other)
    return copy == self
  }
}
