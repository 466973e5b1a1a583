import Synchronization

/// A store's subscribers in the order in which they were added, grouped by the parts of the state
/// that they share. The plan only finds the subscribers whose value may have changed; each of these
/// subscribers compares the value with the value that it saw last.
///
/// The delivering thread traverses the plan without a lock. The plan is changed under the store's
/// lock: immediately while no thread delivers, otherwise with the next batch. So the delivering
/// thread needs no copy of the plan.
///
/// While no thread delivers, the values that the parts keep are equal to the values in the newest
/// state, because every commit was delivered or changed nothing for any subscriber.
@usableFromInline
package final class DeliveryPlan: @unchecked Sendable {
  // Safe: threads use the plan in turn, as described above; `pending` has a separate lock.

  @usableFromInline
  enum Change: Sendable {
    case add(PlanNode)
    case remove(PlanCancellation)
    /// The subscriber has read another version than the version that was delivered to it last.
    case markStale(PlanCancellation)
  }

  /// The observers of commits.
  @usableFromInline package let commits = PlanNode(.root) { _, _, _ in }
  /// The subscribers to states.
  @usableFromInline package let states = PlanNode(.root) { _, _, _ in }
  /// The state that is being delivered.
  @usableFromInline @exclusivity(unchecked) var currentState: UnsafeRawPointer?
  /// The changes that were postponed while a thread delivered or held the lock, in order.
  private let pending = Guarded<[Change]>([])
  /// Whether any changes are postponed.
  @usableFromInline let hasPending = Atomic(false)

  init() {}

  /// Postpones a change until the delivering thread holds the lock, or until no thread delivers.
  @usableFromInline
  func postpone(_ change: Change) {
    pending.withLock { pending in
      pending.append(change)
      hasPending.store(true, ordering: .sequentiallyConsistent)
    }
  }

  /// Applies the postponed changes in order. Called under the store's lock, by the delivering
  /// thread or while no thread delivers.
  /// - Parameter version: The version of the values that the parts keep.
  /// - Returns: The nodes to release after the lock is released.
  @usableFromInline
  func applyPending(holding version: UInt64) -> [PlanNode] {
    let changes = pending.withLock { pending in
      hasPending.store(false, ordering: .sequentiallyConsistent)
      defer { pending = [] }
      return pending
    }
    var released: [PlanNode] = []
    for change in changes {
      switch change {
      case .add(let node):
        if node.cancellation.isCancelled.load(ordering: .acquiring) {
          node.cancellation.node = nil
          released.append(node)
        } else {
          node.forEachEntry { add($0, isStale: $0.seen != version) }
        }
      case .remove(let cancellation):
        guard let first = cancellation.node else { continue }
        cancellation.node = nil
        first.forEachEntry { if let emptied = $0.removeFromParent() { released.append(emptied) } }
      case .markStale(let cancellation):
        cancellation.node?.forEachEntry { $0.markStale() }
      }
    }
    return released
  }

  /// Whether any subscriber may see a change in a state. Called under the store's lock while no
  /// thread delivers: it compares bits, which runs no code of the program and copies nothing.
  @inlinable
  func mayAffectSubscribers(by state: UnsafeRawPointer) -> Bool {
    states.first { !$0.isSame(in: state) }
  }

  /// Delivers a state to the subscribers.
  @inlinable
  func send(_ state: UnsafeRawPointer, _ version: UInt64) {
    currentState = state
    states.send(state, version)
    currentState = nil
  }

  /// Removes all subscribers, which are not called again. Called like `applyPending`.
  func removeAll() -> [PlanNode] {
    let all = (commits.children + states.children).compactMap { $0 }
    for node in all {
      _ = node.removeFromParent()
      node.detach()
    }
    return all
  }

  /// The number of parts of the state that have subscribers. For tests.
  package var partCount: Int {
    states.children.count { if case .part? = $0?.kind { true } else { false } }
  }

  /// The subscribers to states. For tests.
  package var subscribers: Set<ObjectIdentifier> {
    func all(below node: PlanNode) -> [ObjectIdentifier] {
      node.children.compactMap { $0 }.flatMap { child in
        if case .subscriber = child.kind { [ObjectIdentifier(child)] } else { all(below: child) }
      }
    }
    return Set(all(below: states))
  }

  /// Whether each commit can find out under the lock, by comparing bits, if it concerns any
  /// subscriber. For tests.
  package var isDecidableUnderLock: Bool { !states.first { $0.isStale || $0.storedValue == nil } }

  package var hasNoSubscribers: Bool { states.isEmpty }

  /// A violated invariant; nil if the plan is valid. For tests.
  package var brokenInvariant: String? { commits.brokenInvariant ?? states.brokenInvariant }
}

extension DeliveryPlan {
  /// Adds an entry of a subscriber under the part that it observes. Called like `applyPending`.
  /// - Parameter isStale: Whether the new subscriber has seen another value than the parts
  ///   forwarded last. If so, the parts forward their next value, even if it equals the last one.
  ///   Parts that may be absent always do so, because a subscriber may have seen a newer value of a
  ///   removed part.
  private func add(_ entry: PlanNode, isStale: Bool) {
    guard let path = entry.path else { return commits.add(entry) }
    var (node, isStale) = (states, isStale)
    for (step, outer) in path.joined {
      isStale = isStale || step.key.mayBeAbsent
      if let known = node.parts[step.key.moved(by: outer)] {
        if isStale { known.isStale = true }
        node = known
      } else {
        let part = step.makeNode(outer, node === states)
        node.add(part)
        node = part
      }
    }
    node.add(entry)
  }
}

/// Whether the bytes at two addresses are equal.
@inlinable
func haveSameBits(_ first: UnsafeRawPointer, _ second: UnsafeRawPointer, _ size: Int) -> Bool {
  // Most parts are one word long.
  if size == 8 {
    return first.loadUnaligned(as: UInt64.self) == second.loadUnaligned(as: UInt64.self)
  }
  var offset = 0
  while offset &+ 8 <= size {
    if first.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      != second.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
    {
      return false
    }
    offset &+= 8
  }
  while offset < size {
    if first.load(fromByteOffset: offset, as: UInt8.self)
      != second.load(fromByteOffset: offset, as: UInt8.self)
    {
      return false
    }
    offset &+= 1
  }
  return true
}
