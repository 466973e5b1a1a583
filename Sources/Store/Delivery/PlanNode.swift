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

  @usableFromInline let cancellation = PlanCancellation()
  @usableFromInline let receive: Receive
  @usableFromInline let kind: Kind

  /// Of a subscriber: the version that it has seen.
  @usableFromInline @exclusivity(unchecked) var seen: UInt64 = 0
  /// Of a part: it knows the value that it passed on last, and does not pass on one that is equal.
  @usableFromInline @exclusivity(unchecked) var hasLast = false

  @exclusivity(unchecked) unowned(unsafe) var parent: PlanNode?
  /// In the order in which they came; nil where one has gone.
  @usableFromInline @exclusivity(unchecked) var children: [PlanNode?] = []
  @usableFromInline @exclusivity(unchecked) private(set) var liveCount = 0
  @usableFromInline @exclusivity(unchecked) private(set) var subscriberCount = 0
  @usableFromInline @exclusivity(unchecked) private(set) var stateObserverCount = 0
  /// Those of the children that are parts.
  @usableFromInline @exclusivity(unchecked) private(set) var parts: [PlanKey: PlanNode] = [:]
  /// The place among the parent's children.
  @exclusivity(unchecked) private var slot = 0
  @usableFromInline
  init(_ kind: Kind, receive: @escaping Receive) {
    self.kind = kind
    self.receive = receive
    cancellation.node = self
  }

  @inlinable var isEmpty: Bool { liveCount == 0 }

  /// Somebody subscribes to this part itself.
  @inlinable var keepsLast: Bool { subscriberCount > 0 }

  /// Passes a value on to all below.
  @inlinable
  func send(_ value: UnsafeRawPointer, _ version: UInt64) {
    children.withUnsafeBufferPointer {
      // The plan keeps them for the time of this call: to count references would take half of the time.
      $0.withMemoryRebound(to: Unmanaged<PlanNode>?.self) { children in
        for child in children {
          child?._withUnsafeGuaranteedRef {
            if $0.seen < version, !$0.cancellation.isCancelled.load(ordering: .acquiring) {
              $0.receive($0, value, version)
            }
          }
        }
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
    case .part(let key, _): parts[key] = change > 0 ? child : nil
    }
  }

  /// Calls no subscriber here or below again. To be called when this node is taken out.
  func detach() {
    cancellation.isCancelled.store(true, ordering: .sequentiallyConsistent)
    cancellation.node = nil
    parent = nil
    for child in children { child?.detach() }
  }

  /// Takes a node out, and the parts around it that are empty then.
  /// - Returns: The outermost node that was taken out, to be released without the lock; nil if it is
  ///   out already.
  func removeFromParent() -> PlanNode? {
    cancellation.node = nil
    guard let parent else { return nil }
    parent.children[slot] = nil
    parent.count(self, -1)
    self.parent = nil
    if parent.isEmpty, parent.parent != nil { return parent.removeFromParent() ?? parent }
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
    if parts.count != live.count - subscribers { return "a part is not found by key" }
    for (slot, child) in children.enumerated() {
      guard let child else { continue }
      if child.parent !== self || child.slot != slot { return "a child is in a wrong place" }
      if case .part(let key, _) = child.kind {
        if parts[key] !== child { return "a part is not found by its key" }
        if child.isEmpty { return "a part has nobody" }
      }
      if let problem = child.brokenInvariant { return problem }
    }
    return nil
  }
}

/// What a token has of its subscriber, which is the plan's: what a subscriber captured goes at the end, though
/// its token is kept. A weak reference would make all others slow.
@usableFromInline
package final class PlanCancellation: @unchecked Sendable {
  // Safe: an atomic, and a variable that is used under the store's lock.
  @usableFromInline let isCancelled = Atomic(false)
  /// Nil when it is in the plan no more.
  @exclusivity(unchecked) unowned(unsafe) var node: PlanNode?

  init() {}
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
  case choice(CaseIdentity, in: AnyKeyPath)
  /// The root of the plan.
  case root

  /// The whole may be without such a part.
  var mayBeAbsent: Bool {
    switch self {
    case .unwrapped, .choice: true
    default: false
    }
  }
}
