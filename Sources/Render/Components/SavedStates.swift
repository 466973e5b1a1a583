/// Saves the local state of children that disappeared, for when they appear again: rows of a list
/// that scrolled out of view.
@MainActor
package final class SavedStates {
  /// Whether a key will never appear again.
  package var isObsolete: @MainActor (NodeKey) -> Bool = { _ in false }
  /// The maximum number of saved states; the oldest are dropped.
  package var limit = 1_000
  private var states: [NodeKey: (stamp: Int, state: SavedState)] = [:]
  /// The keys of the saved states, oldest first. An entry is stale if its stamp differs from the
  /// state's, or if there is no state: the state was taken, removed or saved again.
  private var order: [(key: NodeKey, stamp: Int)] = []
  private var stamp = 0

  package nonisolated init() {}

  package var isEmpty: Bool { states.isEmpty }

  /// Drops the saved state of a key.
  package func remove(_ key: NodeKey) { states[key] = nil }

  /// Drops the states of keys that will never appear again.
  /// - Complexity: O(*n*) in the number of saved states.
  package func prune() {
    for key in states.keys where isObsolete(key) { states[key] = nil }
  }

  func save(_ instance: Instance) {
    guard let key = instance.node.key, instance.holdsState, !isObsolete(key) else { return }
    stamp += 1
    states[key] = (stamp, SavedState(instance))
    order.append((key, stamp))
    if order.count > 2 * states.count + 16 {
      order.removeAll { states[$0.key]?.stamp != $0.stamp }
    }
    while states.count > limit {
      let oldest = order.removeFirst()
      if states[oldest.key]?.stamp == oldest.stamp { states[oldest.key] = nil }
    }
  }

  func contains(_ key: NodeKey) -> Bool { states[key] != nil }

  func take(_ key: NodeKey?) -> SavedState? {
    key.flatMap { states.removeValue(forKey: $0)?.state }
  }
}

/// The local state of an instance and its descendants.
@MainActor
final class SavedState {
  let propertyStates: [AnyObject?]
  let children: [Slot: SavedState]
  private let type: ObjectIdentifier?

  init(_ instance: Instance) {
    propertyStates = instance.propertyStates.map { $0 is PersistentState ? $0 : nil }
    type = instance.componentType
    var children: [Slot: SavedState] = [:]
    for child in instance.children where child.holdsState {
      children[child.slot] = SavedState(child)
    }
    self.children = children
  }

  /// The state to restore, if the instance is a component of the same type.
  func propertyStates(for instance: Instance) -> [AnyObject?] {
    type == instance.componentType ? propertyStates : []
  }
}

/// Local state that can be saved when its component disappears.
@usableFromInline
class PersistentState {}
