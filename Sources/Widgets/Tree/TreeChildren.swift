import MillraceIdentifiedList

/// Where the children of an item in a ``Tree`` come from.
public enum TreeChildren<Item: Identifiable & Equatable & Sendable>: Sendable
where Item.ID: Sendable {
  /// It is a leaf.
  case none
  /// The state has them. What changes in the list costs the tree what changed.
  case known(IdentifiedList<Item>)
  /// They are loaded, off the main actor, when the item is opened for the first time. The task is cancelled when the item
  /// is closed meanwhile. What it throws stands in the place of the children.
  case load(@Sendable () async throws -> [Item])

  /// Whether there may be some.
  var mayExist: Bool {
    switch self {
    case .none: false
    case .known(let list): !list.isEmpty
    case .load: true
    }
  }
}
