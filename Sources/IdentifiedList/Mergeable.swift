/// A value whose fields are merged one by one.
///
/// ```swift
/// struct Note: Identifiable, Mergeable {
///   enum Field: CaseIterable { case title, text }
///   let id: Int
///   var title = ""
///   var text = ""
///
///   mutating func take(_ field: Field, from other: Note) {
///     switch field {
///     case .title: title = other.title
///     case .text: text = other.text
///     }
///   }
/// }
/// ```
public protocol Mergeable: Equatable {
  /// The parts that are merged, which together are all of the value but its id: a difference in what no field
  /// takes is lost without a conflict. Values that belong together, as a tick and its date, are one field.
  associatedtype Field: Hashable & CaseIterable & Sendable

  /// Makes a field what it is in another version of the value.
  mutating func take(_ field: Field, from other: Self)

  /// Whether a field is the same in another version of the value.
  ///
  /// Without a method of your own: whether taking it would change nothing.
  func agrees(with other: Self, on field: Field) -> Bool
}

extension Mergeable {
  public func agrees(with other: Self, on field: Field) -> Bool {
    var copy = self
    copy.take(field, from: other)
    return copy == self
  }
}
