import Synchronization

#if canImport(Dispatch)
  import Dispatch
#endif

/// The number of commits after its own that a thread delivers before it hands over the delivery to
/// the store's queue.
@usableFromInline let deliveryLimit: UInt64 = 64

// A thread that commits while no other thread delivers becomes the delivering thread, until nothing
// is left to deliver. Other threads and nested dispatches only commit. So subscribers are never
// called twice at once, never see an older snapshot after a newer one, and run without a lock.
extension RootCore {
  /// Takes the next batch to deliver, and updates the plan. Called by the delivering thread.
  /// - Parameter version: The version of the values that the plan's parts keep.
  @inlinable
  func takeBatch(_ cell: inout Cell, holding version: UInt64) {
    if plan.hasPending.load(ordering: .relaxed) {
      nodesToRelease += applyPendingChanges(&cell, holding: version)
      hasNodesToRelease = true
    }
    if !cell.commits.isEmpty {
      swap(&batchCommits, &cell.commits)
      if batchCommits.count > 1 { batchCommits.reverse() }
    }
    if !plan.states.isEmpty { batchState = cell.state }
    batchVersion = cell.version
    batchIsLast = cell.isEnding
  }

  /// Delivers a commit and flushes the sinks, without the lock.
  @inlinable
  func deliverAndFlush(_ outcome: Outcome, _ followUp: CommitFollowUp) {
    switch outcome {
    case .committed: break
    case .mustDeliver: deliver(own: followUp.version)
    case .mustWait, .closed, .cancelled, .held: return
    }
    if followUp.mustFlush { flush(through: followUp.version) }
    if hasExceededCommitLimit.load(ordering: .relaxed) { reportCommitLimit() }
  }

  @usableFromInline
  func reportCommitLimit() {
    if hasExceededCommitLimit.exchange(false, ordering: .relaxed) {
      issues.report(StoreIssue.commitLimitExceeded)
    }
  }

  /// Delivers until nothing is left, or until `deliveryLimit` is reached; the store's queue then
  /// continues.
  /// - Parameter own: The version that the caller must deliver; `UInt64.max` for the queue, which
  ///   delivers everything.
  @inlinable
  func deliver(own: UInt64) {
    let isDone = ThreadActivity.run(ThreadActivity(.delivering, self), activitySlot) { activity in
      repeat {
        if !sendCommits(own, activity) { return false }
        send(activity)
        if batchIsLast { complete() }
        if hasReachedDeliveryLimit(own, batchVersion) { return false }
      } while takeNextBatch()
      return true
    }
    if !isDone { return deliveryQueue.async { self.deliver(own: .max) } }
    if plan.hasPending.load(ordering: .sequentiallyConsistent) { applyPendingChangesIfIdle() }
  }

  @inlinable
  func hasReachedDeliveryLimit(_ own: UInt64, _ delivered: UInt64) -> Bool {
    delivered > own && delivered &- own >= deliveryLimit
  }

  /// - Returns: False if there is nothing to deliver. Then another thread may start a delivery.
  @inlinable
  func takeNextBatch() -> Bool {
    cell.withLock { cell in
      // Postponed changes of the plan need another batch, because an added subscriber may not have
      // seen the delivered version.
      cell.isDelivering =
        cell.version != batchVersion || cell.isEnding != batchIsLast
        || plan.hasPending.load(ordering: .relaxed)
      if cell.isDelivering { takeBatch(&cell, holding: batchVersion) }
      return cell.isDelivering
    }
  }

  /// Delivers the state of the batch to subscribers.
  @inlinable
  func send(_ activity: UnsafeMutablePointer<ThreadActivity>) {
    if let state = batchState.take() {
      activity.pointee.version = batchVersion
      withUnsafePointer(to: state) { plan.send($0, batchVersion) }
      activity.pointee.version = 0
    }
    if hasNodesToRelease { releaseNodes() }
  }

  @usableFromInline
  func releaseNodes() {
    let old = nodesToRelease
    nodesToRelease = []
    hasNodesToRelease = false
    withExtendedLifetime(old) {}
  }

  /// Flushes the sinks, and delivers the commits of the batch to observers.
  /// - Returns: False if this thread has reached its delivery limit.
  @inlinable
  func sendCommits(_ own: UInt64, _ activity: UnsafeMutablePointer<ThreadActivity>) -> Bool {
    if hasSinks { flush(through: batchVersion) }
    return batchCommits.isEmpty || sendInFlight(own, activity)
  }

  @usableFromInline
  func sendInFlight(_ own: UInt64, _ activity: UnsafeMutablePointer<ThreadActivity>) -> Bool {
    while let commit = batchCommits.popLast() {
      activity.pointee.version = commit.version
      withUnsafePointer(to: commit) { plan.commits.send($0, commit.version) }
      observedVersion.store(commit.version, ordering: .releasing)
      if hasWaiters.load(ordering: .acquiring) { releaseWaiters() }
      if !batchCommits.isEmpty, hasReachedDeliveryLimit(own, commit.version) { return false }
    }
    activity.pointee.version = 0
    return true
  }

  /// Resumes the waiting dispatches when the number of waiting commits has dropped to half of the
  /// limit, or when no observer is left.
  private func releaseWaiters() {
    let released = cell.withLock { cell -> [DispatchSemaphore] in
      let waiting = cell.version &- observedVersion.load(ordering: .relaxed)
      if waiting > waitingCommitsLimit / 2, cell.observers > 0 { return [] }
      hasWaiters.store(false, ordering: .releasing)
      defer { cell.waiters = [] }
      return cell.waiters
    }
    for waiter in released { waiter.signal() }
  }

  /// Waits until observers catch up.
  /// - Returns: False after a timeout: an observer may itself be waiting for this thread. The
  ///   dispatch then continues, to avoid a deadlock.
  @usableFromInline
  func wait(for waiter: DispatchSemaphore) -> Bool {
    let limit = DispatchTime.now() + dependencies.deliveryTimeout / .seconds(1)
    if waiter.wait(timeout: limit) == .success { return true }
    issues.report(StoreIssue.deliveryTimedOut)
    return false
  }

  // MARK: Sinks

  /// Makes the sinks write their enqueued commits. Inside another flush, it extends that flush
  /// instead.
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
