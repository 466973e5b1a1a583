/// A state whose JSON form does not contain all of it, and that a tool edits as another value.
package protocol EditableState {
  associatedtype Editable: Codable & Equatable
  /// What can be edited, at the same paths as in the state.
  var editable: Editable { get set }
}
