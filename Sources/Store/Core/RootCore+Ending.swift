import Dispatch
import Synchronization

/// Where blocking work is done, such as writing to disk: one piece at a time, on a thread that no task
/// waits for.
package let blockingQueue = DispatchQueue(label: "millrace.blocking")

extension RootCore {
  /// Ends the store: no action is taken any more, what is pending is delivered, and then everything is
  /// closed.
  ///
  /// Called from inside a delivery, a sink or an effect it marks the end and returns.
  /// - Parameter mayWait: Whether to return only when all is done, also if another thread does it.
  @usableFromInline
  package func finish(mayWait: Bool) {
    stopIfReducing("finish")
    if ending.isCompleting(on: currentThread()) { return }
    let isInside = isInsideOwnWork
    let isInEffect = EffectContext.storeID == ObjectIdentifier(link)
    var released: [DeliveryWaiter] = []
    let mustDeliver: Bool = cell.withLock { cell in
      cell.isClosing = true
      cell.isUnwatched = false
      swap(&released, &cell.waiters)
      // From an effect, or a sink outside a delivery, another thread goes on.
      if isInEffect || (isInside && ownership.isFree) { return false }
      guard ownership.acquireOrRequest() else { return false }
      takeBatch(&cell)
      return true
    }
    for waiter in released { waiter.tell(.room) }
    if mustDeliver { deliver(own: versionInFlight) }
    if isInside || isInEffect {
      // Where no delivery is under way to complete it.
      blockingQueue.async { self.finish(mayWait: false) }
    } else if mayWait {
      ending.wait()
    }
  }

  /// Whether this thread delivers, or flushes, for this store.
  private var isInsideOwnWork: Bool {
    ThreadActivity.innermost(of: self, .delivering) != nil
      || ThreadActivity.innermost(of: self, .flushing) != nil
  }

  /// Closes everything, once. The caller owns the delivery, and everything is delivered.
  @usableFromInline
  func complete() {
    guard ending.begin(on: currentThread()) else { return }
    var garbage: [any Sendable] = []
    let last: Snapshot<State> = cell.withLock { cell in
      applyPendingChanges(&cell)
      plan.removeAll(garbage: &garbage)
      cell.observers = 0
      cell.stateObservers = 0
      return Snapshot(state: cell.state, version: cell.version)
    }
    garbage = []
    ending.tell()
    runner.close()
    for finish in finishers { finish() }
    if hasSinks { flush(through: last.version) }
    link.close(with: last)
    ending.complete()
  }
}

/// The end of a store: who waits for it, and who wants to hear of it.
final class Ending: Sendable {
  private enum Phase: Sendable { case open, completing(UInt), complete }

  private struct State: Sendable {
    var phase = Phase.open
    var isTold = false
    var nextKey = 0
    var bodies: [Int: @Sendable () -> Void] = [:]
    var waiters: [DeliveryWaiter] = []
  }

  private let state = Guarded(State())

  func isCompleting(on thread: UInt) -> Bool {
    state.withLock { if case .completing(thread) = $0.phase { true } else { false } }
  }

  /// - Returns: Whether the caller is the first, and is to complete it.
  func begin(on thread: UInt) -> Bool {
    state.withLock { state in
      guard case .open = state.phase else { return false }
      state.phase = .completing(thread)
      return true
    }
  }

  /// Tells those who want to hear of the end: everything is delivered.
  func tell() {
    let bodies = state.withLock { state in
      state.isTold = true
      defer { state.bodies = [:] }
      return state.bodies.sorted { $0.key < $1.key }.map(\.value)
    }
    for body in bodies { body() }
  }

  func complete() {
    let waiters = state.withLock { state in
      state.phase = .complete
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.tell(.room) }
  }

  /// Returns when the end is complete.
  func wait() {
    let waiter: DeliveryWaiter? = state.withLock { state in
      if case .complete = state.phase { return nil }
      let waiter = DeliveryWaiter()
      state.waiters.append(waiter)
      return waiter
    }
    _ = waiter?.wait()
  }

  /// Calls a body when everything is delivered, at once if it is.
  func add(_ body: @escaping @Sendable () -> Void) -> Subscription {
    let key: Int? = state.withLock { state in
      if state.isTold { return nil }
      state.nextKey += 1
      state.bodies[state.nextKey] = body
      return state.nextKey
    }
    guard let key else {
      body()
      return Subscription {}
    }
    // Returned, so that what the body captured is released outside the lock.
    return Subscription { _ = self.state.withLock { $0.bodies.removeValue(forKey: key) } }
  }
}
