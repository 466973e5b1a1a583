import Synchronization

/// Identifies one description of a field or an editor: each new description has another object.
final class FieldDescription: Sendable {
  private let edited = Atomic(false)
  /// Whether the user has edited the text since this description. The next description is then the
  /// program's response to the edit.
  var hasPendingEdit: Bool {
    get { edited.load(ordering: .relaxed) }
    set { edited.store(newValue, ordering: .relaxed) }
  }
}
