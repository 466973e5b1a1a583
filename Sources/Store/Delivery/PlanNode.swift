import Synchronization

/// An entry of a delivery plan: a subscriber, or a part of the state that subscribers share.
///
/// A part with direct subscribers keeps the value that it forwarded last, and forwards only a value
/// that differs from it. A part that only contains other parts keeps no value, so that the reducer
/// can change that part of the state in place. Each subscriber keeps the value that it saw last,
/// and compares a forwarded value with it.
///
/// The node does not know the type of its value, because generic code that a client's compiler has
/// not specialised would be several times slower. The code that depends on the type is in `receive`
/// and `storedValue`.
@usableFromInline
package final class PlanNode: @unchecked Sendable {
  // Safe: it has constants, and variables that belong to the plan. They are used by the delivering
  // thread, and under the store's lock while no thread delivers.

  /// Gives a node the value of the part of the state that contains the node's own part.
  @usableFromInline
  typealias Receive = @Sendable (PlanNode, _ whole: UnsafeRawPointer, _ version: UInt64) -> Void

  /// The location of a part in the state, and the value that it forwarded last. Equal bits mean an
  /// equal value, because the objects that a kept value references cannot be changed in place.
  @usableFromInline
  struct StoredValue: @unchecked Sendable {
    // Safe: it is used like the plan.
    @usableFromInline let offset: Int
    @usableFromInline let size: Int
    /// The value that `receive` keeps; initialised while the part is not stale.
    @usableFromInline let last: UnsafeRawPointer

    @inlinable
    init(offset: Int, size: Int, last: UnsafeRawPointer) {
      (self.offset, self.size, self.last) = (offset, size, last)
    }
  }

  @usableFromInline
  enum Kind: Sendable {
    /// A subscriber, or an observer of commits that may want the states before and after.
    case subscriber(wantsStates: Bool = false)
    case part(PathKey)
  }

  @usableFromInline let kind: Kind
  /// For a subscriber: the path of the part that it observes. Nil for an observer of commits.
  @usableFromInline let path: ScopePath?
  @usableFromInline let receive: Receive
  /// Where `isSame` finds the part in the state, and its last value; nil if only `receive` can
  /// compare them.
  @usableFromInline let storedValue: StoredValue?
  @usableFromInline let cancellation: PlanCancellation
  /// The next entry of the same subscriber, under another part.
  @usableFromInline let next: PlanNode?

  /// For a subscriber: the version that it has seen.
  @usableFromInline @exclusivity(unchecked) var seen: UInt64 = 0
  /// For a part: whether it must forward the next value, even if it equals the last one, because a
  /// subscriber below saw another value than the part forwarded last, or because the part keeps no
  /// value.
  @usableFromInline @exclusivity(unchecked) var isStale = true
  @exclusivity(unchecked) unowned(unsafe) var parent: PlanNode?
  /// The child nodes in the order in which they were added; nil for a removed one.
  @usableFromInline @exclusivity(unchecked) var children: [PlanNode?] = []
  @usableFromInline @exclusivity(unchecked) private(set) var liveCount = 0
  @usableFromInline @exclusivity(unchecked) private(set) var subscriberCount = 0
  @usableFromInline @exclusivity(unchecked) private(set) var stateObserverCount = 0
  /// The child nodes that are parts.
  @usableFromInline @exclusivity(unchecked) private(set) var parts: [PathKey: PlanNode] = [:]
  /// The index in the parent's children.
  @exclusivity(unchecked) private var slot = 0

  /// Makes an entry of a subscriber.
  /// - Parameter next: The subscriber's next entry, under another part.
  @usableFromInline
  init(
    at path: ScopePath?, wantsStates: Bool = false, next: PlanNode? = nil,
    receive: @escaping Receive
  ) {
    kind = .subscriber(wantsStates: wantsStates)
    self.path = path
    self.receive = receive
    self.next = next
    storedValue = nil
    cancellation = next?.cancellation ?? PlanCancellation()
    cancellation.node = self
  }

  /// Makes the entry of a part of the state. Only subscribers can be cancelled.
  @usableFromInline
  init(_ key: PathKey, storedValue: StoredValue? = nil, receive: @escaping Receive) {
    kind = .part(key)
    path = nil
    self.receive = receive
    self.storedValue = storedValue
    next = nil
    cancellation = .never
  }

  @inlinable var isEmpty: Bool { liveCount == 0 }

  /// Calls a body with all entries of a subscriber.
  @inlinable
  func forEachEntry(_ body: (PlanNode) -> Void) {
    var entry: PlanNode? = self
    while let node = entry {
      body(node)
      entry = node.next
    }
  }

  /// Whether this part of a state has the same bits as the value that the part forwarded last;
  /// false if the bits cannot be compared.
  @inlinable
  func isSame(in state: UnsafeRawPointer) -> Bool {
    guard !isStale, let storedValue else { return false }
    return haveSameBits(storedValue.last, state + storedValue.offset, storedValue.size)
  }

  /// Forwards a value to the children.
  @inlinable
  func send(_ value: UnsafeRawPointer, _ version: UInt64) {
    _ = first {
      if $0.seen < version, !$0.cancellation.isCancelled.load(ordering: .acquiring) {
        $0.receive($0, value, version)
      }
      return false
    }
  }

  /// Whether a child meets a condition.
  @inlinable
  func first(where condition: (PlanNode) -> Bool) -> Bool {
    children.withUnsafeBufferPointer {
      // The plan retains the nodes during this call, so they need no reference counting, which
      // would take half of the time.
      $0.withMemoryRebound(to: Unmanaged<PlanNode>?.self) { children in
        for child in children where child?._withUnsafeGuaranteedRef({ condition($0) }) == true {
          return true
        }
        return false
      }
    }
  }
}

// MARK: Changing the plan

extension PlanNode {
  func add(_ child: PlanNode) {
    child.parent = self
    child.slot = children.count
    children.append(child)
    count(child, 1)
  }

  private func count(_ child: PlanNode, _ change: Int) {
    liveCount += change
    switch child.kind {
    case .subscriber(let wantsStates):
      subscriberCount += change
      if wantsStates { stateObserverCount += change }
      // A part without subscribers keeps no value, so it must forward the next one.
      if subscriberCount == 0 { isStale = true }
    case .part(let key): parts[key] = change > 0 ? child : nil
    }
  }

  /// Makes the surrounding parts forward their next value.
  func markStale() {
    var node = parent
    while let part = node {
      part.isStale = true
      node = part.parent
    }
  }

  /// Cancels the subscribers at and below this node. Call it when the node is removed.
  func detach() {
    if case .subscriber = kind {
      cancellation.isCancelled.store(true, ordering: .sequentiallyConsistent)
      cancellation.node = nil
    }
    parent = nil
    for child in children { child?.detach() }
  }

  /// Removes a node, and the surrounding parts that become empty.
  /// - Returns: The outermost removed node, to be released without the lock; nil if the node was
  ///   removed before.
  func removeFromParent() -> PlanNode? {
    guard let parent else { return nil }
    parent.children[slot] = nil
    parent.count(self, -1)
    self.parent = nil
    if parent.isEmpty, parent.parent != nil { return parent.removeFromParent() ?? parent }
    parent.compactChildren()
    return self
  }

  /// Removes the empty slots after the last child. If more than 16 slots are left, and more than
  /// half of them are empty, removes all empty slots.
  private func compactChildren() {
    while let last = children.last, last == nil { children.removeLast() }
    if children.count > 16, liveCount * 2 < children.count {
      children.removeAll { $0 == nil }
      for (slot, child) in children.enumerated() { child?.slot = slot }
    }
  }

  /// A violated invariant at or below this node; nil if there is none. For tests.
  package var brokenInvariant: String? {
    let live = children.compactMap { $0 }
    if live.count != liveCount {
      return "liveCount is \(liveCount), but there are \(live.count) children"
    }
    let subscribers = live.count { if case .subscriber = $0.kind { true } else { false } }
    if subscribers != subscriberCount { return "\(subscriberCount) of \(subscribers) are counted" }
    if parts.count != live.count - subscribers { return "a part is not found by key" }
    for (slot, child) in children.enumerated() {
      guard let child else { continue }
      if child.parent !== self || child.slot != slot { return "a child has a wrong slot or parent" }
      if case .part(let key) = child.kind {
        if parts[key] !== child { return "a part is not found by its key" }
        if child.isEmpty { return "a part has no children" }
        if child.subscriberCount == 0, child.parts.isEmpty {
          return "a part has neither subscribers nor parts"
        }
      } else if child.cancellation.node == nil {
        return "a subscriber cannot be cancelled"
      }
      if let problem = child.brokenInvariant { return problem }
    }
    return nil
  }
}

/// The link from a `Subscription` to its subscriber. The plan owns the subscriber, so that the
/// store's end releases the subscriber's captures even if the `Subscription` still exists. A weak
/// reference to the subscriber would allow that, too, but would slow down all strong references to
/// the subscriber.
@usableFromInline
package final class PlanCancellation: @unchecked Sendable {
  // Safe: it has an atomic, and a variable that is used only under the store's lock.
  @usableFromInline let isCancelled = Atomic(false)
  /// The first entry of the subscriber; nil after the subscriber was removed from the plan.
  @exclusivity(unchecked) unowned(unsafe) var node: PlanNode?

  /// Used by all nodes that are parts, because only subscribers can be cancelled.
  static let never = PlanCancellation()

  init() {}
}
