import Synchronization

/// Identifies one ``TextField`` or ``TextEditor`` value, the description of a field: each value
/// that a program's body makes has a new object.
final class FieldDescription: Sendable {
  private let edited = Atomic(false)
  /// Whether the user has edited the text since this description. The next description is then the
  /// program's response to the edit.
  var hasPendingEdit: Bool {
    get { edited.load(ordering: .relaxed) }
    set { edited.store(newValue, ordering: .relaxed) }
  }
}
