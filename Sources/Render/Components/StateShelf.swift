/// Keeps the local state of children that have disappeared, for when they come again: a list's rows that
/// scrolled out. Those of the 1,000 that disappeared last, by their keys.
@MainActor
package final class StateShelf {
  private var states: [NodeKey: SavedState] = [:]
  /// The oldest first; keys may be here that are no longer on the shelf.
  private var order: [NodeKey] = []

  package nonisolated init() {}

  /// Lets go of what will not come again.
  package func prune(_ isGone: (NodeKey) -> Bool) {
    for key in states.keys where isGone(key) { states[key] = nil }
  }

  func put(_ instance: Instance) {
    guard let key = instance.node.key, instance.holdsState else { return }
    states[key] = SavedState(instance)
    order.append(key)
    if order.count > 2_000 { order = Array(order.suffix(1_000)) }
    while states.count > 1_000 { states[order.removeFirst()] = nil }
  }

  func take(_ key: NodeKey?) -> SavedState? { key.flatMap { states.removeValue(forKey: $0) } }
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
