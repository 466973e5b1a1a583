import Synchronization

/// Who is told of what: the subscribers of a store in the order in which they came, under the parts of
/// the state that they share.
///
/// It belongs to whoever owns the delivery, who goes through it without a lock. It is changed under the
/// store's lock: at once while nobody owns the delivery, else by the owner, when the next batch is
/// taken, together with the snapshot. So it is never copied.
@usableFromInline
package final class DeliveryPlan: @unchecked Sendable {
  // Safe: see above; `pending` has a lock of its own.

  @usableFromInline
  enum Change: Sendable {
    case add(PlanNode, to: PlanPath)
    case remove(PlanCancellation)
  }

  /// Those who are told of every commit.
  @usableFromInline package let commits: PlanNode
  /// Those who are told of states.
  @usableFromInline package let states: PlanNode
  /// What a commit looks at, under the lock, to see whether anybody is concerned.
  @usableFromInline @exclusivity(unchecked) var looks: [PlanNode.StoredLook] = []
  /// Somebody must be asked, whatever has changed.
  @usableFromInline @exclusivity(unchecked) var mustAsk = false
  @usableFromInline @exclusivity(unchecked) var areLooksStale = true
  /// Changes that came while somebody else owned the delivery or held the lock, in their order.
  private let pending = Guarded<[Change]>([])
  /// There are changes to make.
  @usableFromInline let hasPending = Atomic(false)

  init() {
    // The values of the roots are given to them.
    commits = PlanNode(.part(.root, stored: nil)) { _, _, _ in }
    states = PlanNode(.part(.root, stored: nil)) { _, _, _ in }
  }

  /// Leaves a change to whoever next has the delivery and the lock.
  @usableFromInline
  func postpone(_ change: Change) {
    pending.withLock { pending in
      pending.append(change)
      hasPending.store(true, ordering: .sequentiallyConsistent)
    }
  }

  /// Makes the changes that were left, in their order. Called under the store's lock, by the owner of the
  /// delivery or while there is none.
  /// - Parameter version: That of the values that the parts passed on last.
  /// - Returns: What is to be released when the lock is given back.
  @usableFromInline
  func applyPending(holding version: UInt64) -> [PlanNode] {
    let changes = pending.withLock { pending in
      hasPending.store(false, ordering: .sequentiallyConsistent)
      defer { pending = [] }
      return pending
    }
    var garbage: [PlanNode] = []
    areLooksStale = true
    for change in changes {
      switch change {
      case .add(let node, let path):
        if node.cancellation.isCancelled.load(ordering: .acquiring) {
          node.cancellation.node = nil
          garbage.append(node)
        } else {
          path.node(in: self, for: node, holding: version).add(node)
        }
      case .remove(let cancellation):
        if let emptied = cancellation.node?.removeFromParent() { garbage.append(emptied) }
      }
    }
    return garbage
  }

  /// Whether anybody may be concerned by a state. Called under the store's lock while nobody owns the
  /// delivery.
  ///
  /// As long as a part keeps the value that it passed on, what that refers to cannot be changed in
  /// place; so a part whose bits are the same has the same value. Comparing bits runs nobody's code and
  /// copies nothing. Different bits prove nothing: then the part itself compares.
  @inlinable
  func isAnyoneConcerned(by state: UnsafeRawPointer) -> Bool {
    if areLooksStale { updateLooks() }
    if mustAsk { return true }
    return looks.withUnsafeBufferPointer { looks in
      for look in looks
      where !haveSameBits(look.last, state + look.offset, look.size) { return true }
      return false
    }
  }

  /// - Complexity: O(*n*) in the parts of the state that somebody listens to, up to the first one that
  ///   must be asked; only when the plan was changed.
  @usableFromInline
  func updateLooks() {
    looks.removeAll(keepingCapacity: true)
    mustAsk = false
    areLooksStale = false
    for case let node? in states.children {
      guard case .part(_, let look?) = node.kind, node.hasLast
      else {
        mustAsk = true
        // One that has not been told yet is looked at later.
        if case .part(_, _?) = node.kind { areLooksStale = true }
        return
      }
      looks.append(look)
    }
  }

  /// Takes everybody out: none of them is called any more. Called as `applyPending`.
  func removeAll() -> [PlanNode] {
    let all = (commits.children + states.children).compactMap { $0 }
    for node in all {
      _ = node.removeFromParent()
      node.detach()
    }
    areLooksStale = true
    return all
  }

  /// How many parts of the state have subscribers. For tests.
  package var partCount: Int {
    states.children.count { if case .part? = $0?.kind { true } else { false } }
  }

  package var hasNoSubscribers: Bool { states.isEmpty }

  /// Whether a commit can see by itself that nobody is concerned. For tests.
  package var isLookedAtUnderLock: Bool {
    updateLooks()
    return !mustAsk
  }

  /// What is not as it must be; nil for a plan that is in order. For tests.
  package var brokenInvariant: String? { commits.brokenInvariant ?? states.brokenInvariant }
}

/// The path to a part in a plan, from the root on.
@usableFromInline
package final class PlanPath: Sendable {
  enum Root: Sendable { case commits, states }

  /// Where nothing of the state is selected.
  @usableFromInline static let state = PlanPath(root: .states)
  @usableFromInline static let commits = PlanPath(root: .commits)

  private let root: Root
  @usableFromInline let parent: PlanPath?
  let key: PlanKey?
  /// Where the part is in the value of the parent, if it is stored there.
  @usableFromInline let offset: Int?
  /// The part at the end, or one around it, may be absent.
  private let mayBeAbsent: Bool
  private let makeNode: @Sendable () -> PlanNode

  private init(root: Root) {
    self.root = root
    parent = nil
    key = nil
    offset = nil
    mayBeAbsent = false
    makeNode = { preconditionFailure("A plan has its roots.") }
  }

  @usableFromInline
  init(
    parent: PlanPath, key: PlanKey, offset: Int? = nil, makeNode: @escaping @Sendable () -> PlanNode
  ) {
    root = parent.root
    self.parent = parent
    self.key = key
    self.offset = offset
    mayBeAbsent = parent.mayBeAbsent || key.mayBeAbsent
    self.makeNode = makeNode
  }

  @usableFromInline var isRoot: Bool { parent == nil }

  /// The node at the end; it is made if nobody listens there yet. Called as `DeliveryPlan.applyPending`.
  ///
  /// Where a new subscriber has seen another value than the parts on its path passed on last, they pass on
  /// the next one whatever it is. So they do where a part may be absent: what is shown of one that is gone
  /// may be newer.
  func node(in plan: DeliveryPlan, for new: PlanNode, holding version: UInt64) -> PlanNode {
    guard let parent, let key else { return root == .commits ? plan.commits : plan.states }
    let above = parent.node(in: plan, for: new, holding: version)
    if let node = above.parts[key] {
      if mayBeAbsent || new.seen != version { node.hasLast = false }
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
