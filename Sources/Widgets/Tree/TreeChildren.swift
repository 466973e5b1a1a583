import MillraceIdentifiedList

/// The source of the children of a ``Tree``'s item.
public enum TreeChildren<Item: Identifiable & Equatable & Sendable>: Sendable
where Item.ID: Sendable {
  /// The item is a leaf.
  case none
  /// The children are known, for example from the program's state. The cost of an update depends on
  /// the number of changes in the list.
  case known(IdentifiedList<Item>)
  /// The children are loaded by a task off the main actor when the item is first opened. The task
  /// is cancelled if the item is closed. If the closure throws an error, the error is shown instead
  /// of the children.
  case load(@Sendable () async throws -> [Item])

  /// Whether there may be children.
  var mayExist: Bool {
    switch self {
    case .none: false
    case .known(let list): !list.isEmpty
    case .load: true
    }
  }
}
