/// A state that a tool edits as another value, because its JSON form is incomplete.
package protocol EditableState {
  associatedtype Editable: Codable & Equatable
  /// The parts that can be edited, at the same paths as in the state.
  var editable: Editable { get set }
}
