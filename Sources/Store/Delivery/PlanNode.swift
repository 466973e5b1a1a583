import Synchronization

/// An entry of a delivery plan: a subscriber, or a part of the state that subscribers share.
///
/// A part to which somebody subscribes directly keeps the value that it passed on last, and passes on
/// only a value that differs from it. A part that only leads to others keeps nothing, so that the reducer
/// changes it in place. What a subscriber saw is the subscriber's own: it compares with that.
///
/// It does not know the type of its value: code for each type would be several times slower where a
/// client's compiler has not specialised it. What depends on the type is in `receive` and `look`.
@usableFromInline
package final class PlanNode: @unchecked Sendable {
  // Safe: constants, and variables that belong to the plan: they are used by the thread that delivers,
  // and under the store's lock while no thread does.

  /// Takes the value of the part around this one.
  @usableFromInline
  typealias Receive = @Sendable (PlanNode, _ whole: UnsafeRawPointer, _ version: UInt64) -> Void

  /// Where a part lies in the state, and what it passed on last. The same bits are the same value: what a kept
  /// value refers to cannot be changed in place.
  @usableFromInline
  struct Look: @unchecked Sendable {
    // Safe: it is used as the plan is.
    @usableFromInline let offset: Int
    @usableFromInline let size: Int
    /// What `receive` keeps; there while the part is not stale.
    @usableFromInline let last: UnsafeRawPointer

    @inlinable
    init(offset: Int, size: Int, last: UnsafeRawPointer) {
      (self.offset, self.size, self.last) = (offset, size, last)
    }
  }

  @usableFromInline
  enum Kind: Sendable {
    /// A subscriber, or an observer of commits; some of those want the states of both sides.
    case subscriber(wantsStates: Bool = false)
    case part(PlanKey)
  }

  @usableFromInline let kind: Kind
  /// Where a subscriber is to be added.
  @usableFromInline let path: PlanPath
  @usableFromInline let receive: Receive
  /// Nil where only `receive` can tell.
  @usableFromInline let look: Look?
  @usableFromInline let cancellation: PlanCancellation
  /// The entry of the same subscriber under another part.
  @usableFromInline let next: PlanNode?

  /// Of a subscriber: the version that it has seen.
  @usableFromInline @exclusivity(unchecked) var seen: UInt64 = 0
  /// Of a part: it must pass on the next value, whatever it is. Somebody below saw another one than it
  /// passed on last, or it keeps none.
  @usableFromInline @exclusivity(unchecked) var isStale = true
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

  /// A subscriber.
  /// - Parameter next: Its entry under another part.
  @usableFromInline
  init(
    at path: PlanPath, wantsStates: Bool = false, next: PlanNode? = nil, receive: @escaping Receive
  ) {
    kind = .subscriber(wantsStates: wantsStates)
    self.path = path
    self.receive = receive
    self.next = next
    look = nil
    cancellation = next?.cancellation ?? PlanCancellation()
    cancellation.node = self
  }

  /// A part.
  @usableFromInline
  init(_ key: PlanKey, look: Look? = nil, receive: @escaping Receive) {
    kind = .part(key)
    path = .state
    self.receive = receive
    self.look = look
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

  /// Whether a state has the value that this part passed on last, as far as bits can tell.
  @inlinable
  func isSame(in state: UnsafeRawPointer) -> Bool {
    guard !isStale, let look else { return false }
    return haveSameBits(look.last, state + look.offset, look.size)
  }

  /// Passes a value on to all below.
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
      // The plan keeps them for the time of this call: to count references would take half of the time.
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
      // It lets go of the value that it kept for them.
      if subscriberCount == 0 { isStale = true }
    case .part(let key): parts[key] = change > 0 ? child : nil
    }
  }

  /// The parts around this one pass on their next value.
  func markStale() {
    var node = parent
    while let part = node {
      part.isStale = true
      node = part.parent
    }
  }

  /// Calls no subscriber here or below again. To be called when this node is taken out.
  func detach() {
    if case .subscriber = kind {
      cancellation.isCancelled.store(true, ordering: .sequentiallyConsistent)
      cancellation.node = nil
    }
    parent = nil
    for child in children { child?.detach() }
  }

  /// Takes a node out, and the parts around it that are empty then.
  /// - Returns: The outermost node that was taken out, to be released without the lock; nil if it is
  ///   out already.
  func removeFromParent() -> PlanNode? {
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
      if case .part(let key) = child.kind {
        if parts[key] !== child { return "a part is not found by its key" }
        if child.isEmpty { return "a part has nobody" }
        if child.subscriberCount == 0, child.parts.isEmpty { return "a part leads nowhere" }
      } else if child.cancellation.node == nil {
        return "a subscriber cannot be cancelled"
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
  /// The first entry of the subscriber; nil when it is in the plan no more.
  @exclusivity(unchecked) unowned(unsafe) var node: PlanNode?

  /// That of every part: parts are not cancelled.
  static let never = PlanCancellation()

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
