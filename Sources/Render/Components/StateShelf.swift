/// Keeps the local state of children that have disappeared, for when they come again: a list's rows that
/// scrolled out.
@MainActor
package final class StateShelf {
  /// Whether a key will not come again.
  package var isGone: @MainActor (NodeKey) -> Bool = { _ in false }
  /// How many states are kept: those of the children that disappeared last.
  package var limit = 1_000
  private var states: [NodeKey: (stamp: Int, state: SavedState)] = [:]
  /// The oldest first. One whose stamp is not that of the state has been taken, or put again.
  private var order: [(key: NodeKey, stamp: Int)] = []
  private var stamp = 0

  package nonisolated init() {}

  package var isEmpty: Bool { states.isEmpty }

  /// Lets go of the state that waits for a key.
  package func remove(_ key: NodeKey) { states[key] = nil }

  /// Lets go of what will not come again.
  /// - Complexity: O(*n*) in the states that wait.
  package func prune() {
    for key in states.keys where isGone(key) { states[key] = nil }
  }

  func put(_ instance: Instance) {
    guard let key = instance.node.key, instance.holdsState, !isGone(key) else { return }
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

  func take(_ key: NodeKey?) -> SavedState? {
    key.flatMap { states.removeValue(forKey: $0)?.state }
  }
}

/// The local state of an instance, and of what is in it.
@MainActor
final class SavedState {
  let kept: [AnyObject?]
  let children: [Slot: SavedState]
  private let type: ObjectIdentifier?

  init(_ instance: Instance) {
    kept = instance.kept.map { $0 is KeptState ? $0 : nil }
    type = instance.componentType
    var children: [Slot: SavedState] = [:]
    for child in instance.children where child.holdsState {
      children[child.slot] = SavedState(child)
    }
    self.children = children
  }

  /// What a component of the same type goes on with.
  func kept(for instance: Instance) -> [AnyObject?] {
    type == instance.componentType ? kept : []
  }
}

/// Local state, which may outlive the instance that it belongs to.
class KeptState {}
