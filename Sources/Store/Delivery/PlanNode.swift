import Synchronization

/// An entry of a delivery plan: a subscriber, or a part of the state that subscribers share.
///
/// A part compares its value with the one that it passed on last, and asks nobody below if they are
/// equal. It keeps that value only while somebody subscribes to the part itself; otherwise those below
/// compare what they select, and the reducer changes the rest in place.
///
/// It does not know the type of its value: code for each type would be several times slower where a
/// client's compiler has not specialised it. What depends on the type is in `receive`.
@usableFromInline
package final class PlanNode: @unchecked Sendable {
  // Safe: constants, an atomic, and variables that belong to the plan: they are used by whoever owns
  // the delivery, and under the store's lock while nobody does. Ownership is handed over in a way that
  // orders what the owners do.

  /// Takes the value of the part around this one, and passes on what is news.
  @usableFromInline
  typealias Receive = @Sendable (PlanNode, _ whole: UnsafeRawPointer, _ version: UInt64) -> Void

  @usableFromInline
  enum Kind: Sendable {
    /// A subscriber, or an observer of commits; some of those want the states of both sides.
    case subscriber(wantsStates: Bool = false)
    /// A part. The key tells it from others; where it is a stored property of the whole state, its place
    /// is known.
    case part(PlanKey, stored: StoredLook?)
  }

  /// A value that can be looked at under the store's lock: where it is, and what was passed on last.
  @usableFromInline
  struct StoredLook: Sendable {
    @usableFromInline let offset: Int
    @usableFromInline let size: Int
    @usableFromInline nonisolated(unsafe) let last: UnsafeRawPointer

    @inlinable
    init(offset: Int, size: Int, last: UnsafeRawPointer) {
      self.offset = offset
      self.size = size
      self.last = last
    }
  }

  @usableFromInline let isCancelled = Atomic(false)
  /// Emptied at the end of the store: what a subscriber captured goes then, though its token is kept.
  @usableFromInline @exclusivity(unchecked) private(set) var receive: Receive
  @usableFromInline let kind: Kind
  /// Finds children by key instead of this node, if there are many of one kind: the elements of a list.
  let table: (any PlanTable)?

  /// There is a last value: written by `receive`.
  @usableFromInline @exclusivity(unchecked) var hasLast = false
  /// Somebody subscribes to this part itself.
  @usableFromInline @exclusivity(unchecked) var keepsLast = false

  @exclusivity(unchecked) unowned(unsafe) var parent: PlanNode?
  /// In the order in which they came; nil where one has gone.
  @usableFromInline @exclusivity(unchecked) var children: [PlanNode?] = []
  @usableFromInline @exclusivity(unchecked) private(set) var liveCount = 0
  @exclusivity(unchecked) private var subscriberCount = 0
  @usableFromInline @exclusivity(unchecked) private(set) var stateObserverCount = 0
  @exclusivity(unchecked) private var parts: [PlanKey: PlanNode] = [:]
  /// The place among the parent's children.
  @exclusivity(unchecked) private var slot = 0
  /// Those children to which something is owed that an equal value must not hide: new subscribers, and
  /// parts that have some below.
  @usableFromInline @exclusivity(unchecked) var fresh: [PlanNode?] = []
  @usableFromInline @exclusivity(unchecked) var freshCount = 0
  /// The place among those; -1 for a child that is not among them.
  @usableFromInline @exclusivity(unchecked) var freshSlot = -1

  @usableFromInline
  init(_ kind: Kind, table: (any PlanTable)? = nil, receive: @escaping Receive) {
    self.kind = kind
    self.table = table
    self.receive = receive
  }

  @inlinable var isEmpty: Bool { liveCount == 0 }

  /// Passes a value on to all below.
  @inlinable
  func send(_ value: UnsafeRawPointer, _ version: UInt64) {
    if freshCount > 0 { clearFresh() }
    children.withUnsafeBufferPointer { children in
      for index in children.indices {
        guard let child = children[index] else { continue }
        // The plan keeps it for the time of this call: it need not be retained.
        Unmanaged.passUnretained(child)._withUnsafeGuaranteedRef {
          if !$0.isCancelled.load(ordering: .acquiring) { $0.receive($0, value, version) }
        }
      }
    }
  }

  /// Passes a value that is no news on to those to whom something is owed.
  @usableFromInline
  func sendToFresh(_ value: UnsafeRawPointer, _ version: UInt64) {
    let owed = fresh
    clearFresh()
    for case let child? in owed where !child.isCancelled.load(ordering: .acquiring) {
      child.receive(child, value, version)
    }
  }

  @usableFromInline
  func clearFresh() {
    for child in fresh { child?.freshSlot = -1 }
    freshCount = 0
    fresh.removeAll(keepingCapacity: fresh.count < 64)
  }
}

// MARK: Changing the plan

extension PlanNode {
  /// The part with a key, if somebody listens to it.
  func part(_ key: PlanKey) -> PlanNode? { table?.node(key) ?? parts[key] }

  func add(_ child: PlanNode) {
    child.parent = self
    child.slot = children.count
    children.append(child)
    liveCount += 1
    switch child.kind {
    case .subscriber(let wantsStates):
      subscriberCount += 1
      if wantsStates { stateObserverCount += 1 }
      keepsLast = true
    case .part(let key, _):
      if let table { table.set(child, key) } else { parts[key] = child }
    }
    child.markFresh()
  }

  /// Sees to it that an equal value does not hide this node.
  private func markFresh() {
    var node = self
    while let parent = node.parent, node.freshSlot < 0 {
      node.freshSlot = parent.fresh.count
      parent.fresh.append(node)
      parent.freshCount += 1
      node = parent
    }
  }

  /// Never calls a subscriber here or below again.
  @usableFromInline
  func cancel() {
    isCancelled.store(true, ordering: .sequentiallyConsistent)
    for child in children { child?.cancel() }
  }

  /// Lets go of what a subscriber here or below captured. To be called when this node is taken out.
  func empty(garbage: inout [any Sendable]) {
    garbage.append(receive)
    receive = { _, _, _ in }
    parent = nil
    for child in children { child?.empty(garbage: &garbage) }
  }

  /// Takes a node out, and the parts around it that are empty then.
  /// - Returns: The outermost node that was taken out, to be released without the lock; nil if it is
  ///   out already.
  func removeFromParent() -> PlanNode? {
    guard let parent else { return nil }
    if freshSlot >= 0 {
      parent.fresh[freshSlot] = nil
      parent.freshCount -= 1
      while let last = parent.fresh.last, last == nil { parent.fresh.removeLast() }
      freshSlot = -1
    }
    parent.children[slot] = nil
    parent.liveCount -= 1
    switch kind {
    case .subscriber(let wantsStates):
      parent.subscriberCount -= 1
      if wantsStates { parent.stateObserverCount -= 1 }
      parent.keepsLast = parent.subscriberCount > 0
    case .part(let key, _):
      if let table = parent.table { table.set(nil, key) } else { parent.parts[key] = nil }
    }
    self.parent = nil
    if parent.liveCount == 0, parent.parent != nil { return parent.removeFromParent() ?? parent }
    parent.closeUp()
    return self
  }

  /// Takes away empty places at the end, and all of them when they are the greater half.
  private func closeUp() {
    while let last = children.last, last == nil { children.removeLast() }
    if children.count > 16, liveCount * 2 < children.count {
      children.removeAll { $0 == nil }
      for (slot, child) in children.enumerated() { child?.slot = slot }
    }
  }

  /// Whether the plan is as it must be, at this node and below: for tests.
  package var brokenInvariant: String? {
    let live = children.compactMap { $0 }
    if live.count != liveCount {
      return "\(liveCount) children are counted, \(live.count) are there"
    }
    let subscribers = live.count { if case .subscriber = $0.kind { true } else { false } }
    if subscribers != subscriberCount { return "\(subscriberCount) of \(subscribers) are counted" }
    if keepsLast != (subscribers > 0) { return "a value is kept for nobody, or not kept" }
    if table == nil, parts.count != live.count - subscribers { return "a part is not found by key" }
    for (slot, child) in children.enumerated() {
      guard let child else { continue }
      if child.parent !== self || child.slot != slot { return "a child is in a wrong place" }
      if case .part(let key, _) = child.kind {
        if part(key) !== child { return "a part is not found by its key" }
        if child.isEmpty { return "a part has nobody" }
      }
      if child.freshSlot >= 0, fresh[child.freshSlot] !== child { return "a debt is misplaced" }
      if let problem = child.brokenInvariant { return problem }
    }
    return nil
  }
}

/// Finds the parts below a node by key, where they are many of one kind.
@usableFromInline
protocol PlanTable: AnyObject, Sendable {
  func node(_ key: PlanKey) -> PlanNode?
  func set(_ node: PlanNode?, _ key: PlanKey)
}

/// Which part of the value around it a node is for.
@usableFromInline
package enum PlanKey: Hashable, @unchecked Sendable {
  // Safe: key paths that are Sendable, and ids that are.
  /// What is stored at an offset, of this type: whatever the key path, the same.
  case stored(offset: Int, ObjectIdentifier)
  /// What a key path finds.
  case path(AnyKeyPath)
  /// What the optional at a key path holds; at no key path, the value itself is the optional.
  case unwrapped(AnyKeyPath?)
  /// The elements of the list at a key path.
  case elements(AnyKeyPath)
  /// The element with an id, perhaps in a list.
  case element(AnyHashable, in: AnyKeyPath?)
  /// What a case of the enum at a key path holds.
  case choice(CasePathIdentity, in: AnyKeyPath)
  /// A part that shares with no other.
  case unique(ObjectIdentifier)
}
