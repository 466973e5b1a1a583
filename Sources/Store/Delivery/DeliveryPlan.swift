import Synchronization

/// Who is told of what: the subscribers of a store in the order in which they came, under the parts of
/// the state that they share. It says only whom a version may concern: each compares with what it saw.
///
/// It belongs to the thread that delivers, which goes through it without a lock. It is changed under the
/// store's lock: at once while no thread delivers, else with the next batch. So it is never copied.
///
/// While no thread delivers, the values that parts keep are equal to those of the newest state: every
/// commit either found that it concerned nobody, or was delivered.
@usableFromInline
package final class DeliveryPlan: @unchecked Sendable {
  // Safe: see above; `pending` has a lock of its own.

  @usableFromInline
  enum Change: Sendable {
    case add(PlanNode)
    case remove(PlanCancellation)
    /// A subscriber has read another version than was delivered to it last.
    case markStale(PlanCancellation)
  }

  /// Those who are told of every commit.
  @usableFromInline package let commits = PlanNode(.root) { _, _, _ in }
  /// Those who are told of states.
  @usableFromInline package let states = PlanNode(.root) { _, _, _ in }
  /// The state that is being delivered.
  @usableFromInline @exclusivity(unchecked) var present: UnsafeRawPointer?
  /// Changes that came while a thread delivered or held the lock, in their order.
  private let pending = Guarded<[Change]>([])
  /// There are changes to make.
  @usableFromInline let hasPending = Atomic(false)

  init() {}

  /// Leaves a change to the thread that next has the delivery and the lock.
  @usableFromInline
  func postpone(_ change: Change) {
    pending.withLock { pending in
      pending.append(change)
      hasPending.store(true, ordering: .sequentiallyConsistent)
    }
  }

  /// Makes the changes that were left, in their order. Called under the store's lock, by the thread that
  /// delivers or while none does.
  /// - Parameter version: That of the values that the parts keep.
  /// - Returns: What is to be released when the lock is given back.
  @usableFromInline
  func applyPending(holding version: UInt64) -> [PlanNode] {
    let changes = pending.withLock { pending in
      hasPending.store(false, ordering: .sequentiallyConsistent)
      defer { pending = [] }
      return pending
    }
    var garbage: [PlanNode] = []
    for change in changes {
      switch change {
      case .add(let node):
        if node.cancellation.isCancelled.load(ordering: .acquiring) {
          node.cancellation.node = nil
          garbage.append(node)
        } else {
          node.forEachEntry {
            $0.path.node(in: self, isStale: $0.seen != version).add($0)
          }
        }
      case .remove(let cancellation):
        guard let first = cancellation.node else { continue }
        cancellation.node = nil
        first.forEachEntry { if let emptied = $0.removeFromParent() { garbage.append(emptied) } }
      case .markStale(let cancellation):
        cancellation.node?.forEachEntry { $0.markStale() }
      }
    }
    return garbage
  }

  /// Whether anybody may be concerned by a state. Called under the store's lock while no thread delivers:
  /// it compares bits, which runs nobody's code and copies nothing.
  @inlinable
  func isAnyoneConcerned(by state: UnsafeRawPointer) -> Bool {
    states.first { !$0.isSame(in: state) }
  }

  /// Tells subscribers of a state.
  @inlinable
  func send(_ state: UnsafeRawPointer, _ version: UInt64) {
    present = state
    states.send(state, version)
    present = nil
  }

  /// Takes everybody out: none of them is called any more. Called as `applyPending`.
  func removeAll() -> [PlanNode] {
    let all = (commits.children + states.children).compactMap { $0 }
    for node in all {
      _ = node.removeFromParent()
      node.detach()
    }
    return all
  }

  /// How many parts of the state have subscribers. For tests.
  package var partCount: Int {
    states.children.count { if case .part? = $0?.kind { true } else { false } }
  }

  /// Who is told of states. For tests.
  package var subscribers: Set<ObjectIdentifier> {
    func all(below node: PlanNode) -> [ObjectIdentifier] {
      node.children.compactMap { $0 }.flatMap { child in
        if case .subscriber = child.kind { [ObjectIdentifier(child)] } else { all(below: child) }
      }
    }
    return Set(all(below: states))
  }

  /// Whether a commit can see by itself that nobody is concerned. For tests.
  package var isLookedAtUnderLock: Bool { !states.first { $0.isStale || $0.look == nil } }

  package var hasNoSubscribers: Bool { states.isEmpty }

  /// What is not as it must be; nil for a plan that is in order. For tests.
  package var brokenInvariant: String? { commits.brokenInvariant ?? states.brokenInvariant }
}

/// The path to a part in a plan, from the root on.
@usableFromInline
package final class PlanPath: Sendable {
  /// Where nothing of the state is selected.
  @usableFromInline static let state = PlanPath()
  @usableFromInline static let commits = PlanPath()

  @usableFromInline let parent: PlanPath?
  let key: PlanKey?
  /// Where the part is in the value of the parent, if it is stored there.
  @usableFromInline let offset: Int?
  /// The part at the end, or one around it, may be absent.
  private let mayBeAbsent: Bool
  private let makeNode: (@Sendable () -> PlanNode)?

  private init() {
    (parent, key, offset, makeNode) = (nil, nil, nil, nil)
    mayBeAbsent = false
  }

  @usableFromInline
  init(
    parent: PlanPath, key: PlanKey, offset: Int? = nil, makeNode: @escaping @Sendable () -> PlanNode
  ) {
    self.parent = parent
    self.key = key
    self.offset = offset
    mayBeAbsent = parent.mayBeAbsent || key.mayBeAbsent
    self.makeNode = makeNode
  }

  @usableFromInline var isRoot: Bool { parent == nil }

  /// What tells this path from others: two with the same keys lead to the same part.
  package var keys: [PlanKey] { (parent?.keys ?? []) + (key.map { [$0] } ?? []) }

  /// The node at the end; it is made if nobody listens there yet. Called as `DeliveryPlan.applyPending`.
  /// - Parameter isStale: Whether the subscriber that comes has seen another value than the parts passed on
  ///   last: then they pass on the next one. So they do where a part may be absent: what is shown of one
  ///   that is gone may be newer.
  func node(in plan: DeliveryPlan, isStale: Bool) -> PlanNode {
    guard let parent, let key, let makeNode else {
      return self === PlanPath.commits ? plan.commits : plan.states
    }
    let above = parent.node(in: plan, isStale: isStale)
    if let node = above.parts[key] {
      if mayBeAbsent || isStale { node.isStale = true }
      return node
    }
    let node = makeNode()
    above.add(node)
    return node
  }
}

/// Whether so many bytes are the same at two addresses.
@inlinable
func haveSameBits(_ first: UnsafeRawPointer, _ second: UnsafeRawPointer, _ size: Int) -> Bool {
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
