import Dispatch
import Synchronization

/// So many changes of others a thread delivers besides its own before it leaves the rest to the store's queue.
@usableFromInline let deliveryShare: UInt64 = 64

// The thread whose commit finds no thread delivering delivers, until nothing is left; all others, nested
// dispatches among them, commit and go on. So subscribers are never called twice at once, never see an
// older snapshot after a newer one, and no lock is held while they run.
extension RootCore {
  /// Takes what there is to deliver, and brings the plan up to date. Called by the thread that delivers.
  /// - Parameter version: That of the values that the plan's parts keep.
  @inlinable
  func takeBatch(_ cell: inout Cell, holding version: UInt64) {
    if plan.hasPending.load(ordering: .relaxed) {
      garbage += applyPendingChanges(&cell, holding: version)
      hasGarbage = true
    }
    if !cell.commits.isEmpty {
      swap(&inFlight, &cell.commits)
      if inFlight.count > 1 { inFlight.reverse() }
    }
    if !plan.states.isEmpty { stateInFlight = cell.state }
    versionInFlight = cell.version
    isLastInFlight = cell.isClosing
  }

  /// Does what a commit has left to do without the lock.
  @inlinable
  func finishCommit(_ outcome: Outcome, _ rest: Remainder) {
    switch outcome {
    case .committed: break
    case .mustDeliver: deliver(own: rest.version)
    case .mustWait, .closed, .cancelled: return
    }
    if rest.mustFlush { flush(through: rest.version) }
    if isOverfull.load(ordering: .relaxed) { reportOverfull() }
  }

  @usableFromInline
  func reportOverfull() {
    if isOverfull.exchange(false, ordering: .relaxed) {
      issues.report(StoreIssue.tooManyCommitsWait)
    }
  }

  /// Delivers until nothing is left, or leaves the rest to the store's queue.
  /// - Parameter own: The version that the caller has to see delivered; the greatest for the queue, which
  ///   leaves nothing.
  @inlinable
  func deliver(own: UInt64) {
    let isDone = ThreadActivity.run(ThreadActivity(.delivering, self), activitySlot) { activity in
      repeat {
        if !sendCommits(own, activity) { return false }
        send(activity)
        if isLastInFlight { complete() }
        if isShareDone(own, versionInFlight) { return false }
      } while takeNextBatch()
      return true
    }
    if !isDone { return deliveryQueue.async { self.deliver(own: .max) } }
    if plan.hasPending.load(ordering: .sequentiallyConsistent) { tidy() }
  }

  @inlinable
  func isShareDone(_ own: UInt64, _ delivered: UInt64) -> Bool {
    delivered > own && delivered &- own >= deliveryShare
  }

  /// - Returns: False if there is nothing to deliver: then another thread may begin to.
  @inlinable
  func takeNextBatch() -> Bool {
    cell.withLock { cell in
      // A subscriber that came meanwhile may not have seen what is in flight.
      cell.isDelivering =
        cell.version != versionInFlight || cell.isClosing != isLastInFlight
        || plan.hasPending.load(ordering: .relaxed)
      if cell.isDelivering { takeBatch(&cell, holding: versionInFlight) }
      return cell.isDelivering
    }
  }

  /// Tells subscribers of the newest state.
  @inlinable
  func send(_ activity: UnsafeMutablePointer<ThreadActivity>) {
    if let state = stateInFlight.take() {
      activity.pointee.version = versionInFlight
      withUnsafePointer(to: state) { plan.send($0, versionInFlight) }
      activity.pointee.version = 0
    }
    if hasGarbage { dropGarbage() }
  }

  @usableFromInline
  func dropGarbage() {
    let old = garbage
    garbage = []
    hasGarbage = false
    withExtendedLifetime(old) {}
  }

  /// Has the sinks write the batch, and tells observers of its commits.
  /// - Returns: False where this thread has done its share.
  @inlinable
  func sendCommits(_ own: UInt64, _ activity: UnsafeMutablePointer<ThreadActivity>) -> Bool {
    if hasSinks { flush(through: versionInFlight) }
    return inFlight.isEmpty || sendInFlight(own, activity)
  }

  @usableFromInline
  func sendInFlight(_ own: UInt64, _ activity: UnsafeMutablePointer<ThreadActivity>) -> Bool {
    while let commit = inFlight.popLast() {
      activity.pointee.version = commit.version
      withUnsafePointer(to: commit) { plan.commits.send($0, commit.version) }
      observedVersion.store(commit.version, ordering: .releasing)
      if isAwaited.load(ordering: .acquiring) { releaseWaiters() }
      if !inFlight.isEmpty, isShareDone(own, commit.version) { return false }
    }
    activity.pointee.version = 0
    return true
  }

  /// Lets dispatches go on that wait for room, when half of it is free.
  private func releaseWaiters() {
    let released = cell.withLock { cell -> [DispatchSemaphore] in
      let waiting = cell.version &- observedVersion.load(ordering: .relaxed)
      if waiting > waitingCommitsLimit / 2, cell.observers > 0 { return [] }
      isAwaited.store(false, ordering: .releasing)
      defer { cell.waiters = [] }
      return cell.waiters
    }
    for waiter in released { waiter.signal() }
  }

  /// Waits for room.
  /// - Returns: False if none comes: what is being called may itself wait for this thread. To go on
  ///   is better than to stop for ever.
  @usableFromInline
  func wait(for waiter: DispatchSemaphore) -> Bool {
    let limit = DispatchTime.now() + dependencies.patience / .seconds(1)
    if waiter.wait(timeout: limit) == .success { return true }
    issues.report(StoreIssue.deliveryStuck)
    return false
  }

  // MARK: Sinks

  /// Writes what the sinks have noted. A flush that this is called from does it instead.
  @usableFromInline
  package func flush(through version: UInt64) {
    let store = ObjectIdentifier(self)
    if let outer = ThreadActivity.innermost({ $0.kind == .flushing && $0.store == store }) {
      outer.pointee.version = max(outer.pointee.version, version)
      return
    }
    ThreadActivity.run(ThreadActivity(.flushing, self, version: version), activitySlot) {
      activity in
      var flushed: UInt64 = 0
      while flushed < activity.pointee.version {
        flushed = activity.pointee.version
        for flush in flushers { flush(flushed) }
      }
      flushedVersion.max(flushed, ordering: .releasing)
    }
  }
}
