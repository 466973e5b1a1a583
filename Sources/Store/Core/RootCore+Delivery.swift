import Synchronization

/// So many changes of others a thread delivers besides its own before it hands the delivery on.
@usableFromInline let deliveryShare: UInt64 = 64

// The thread whose commit finds nobody delivering owns the delivery, until nothing is pending; everyone
// else, nested dispatches among them, leaves a request, and goes on. So subscribers are never called
// twice at once, never see an older snapshot after a newer one, and no lock is held while they run.
extension RootCore {
  /// Takes what there is to deliver, and brings the plan up to date. The caller owns the delivery.
  @inlinable
  func takeBatch(_ cell: inout Cell) {
    if plan.hasPending.load(ordering: .relaxed) {
      garbage += applyPendingChanges(&cell, holding: versionHeld)
      hasGarbage = true
    }
    if !cell.commits.isEmpty {
      inFlight += cell.commits
      cell.commits.removeAll(keepingCapacity: true)
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
    case .mustTakeOver: if let waiter = rest.waiter { _ = wait(for: waiter, own: rest.version) }
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

  /// Delivers until nothing is pending, or somebody else goes on. The caller owns the delivery.
  /// - Parameter own: The version that the caller itself has to see delivered.
  @inlinable
  func deliver(own: UInt64) {
    let isHandedOver = ThreadActivity.run(ThreadActivity(.delivering, self), activitySlot) {
      activity in
      while true {
        if send(own, activity) { return true }
        if isLastInFlight { complete() }
        if ownership.release() { return false }
        nextBatch()
      }
    }
    if !isHandedOver, plan.hasPending.load(ordering: .sequentiallyConsistent) { tidy() }
  }

  @usableFromInline
  func nextBatch() {
    cell.withLock { cell in
      ownership.acknowledge()
      takeBatch(&cell)
    }
  }

  /// - Returns: Whether the delivery was handed on; the next owner goes on where this one ends.
  @inlinable
  func send(_ own: UInt64, _ activity: UnsafeMutablePointer<ThreadActivity>) -> Bool {
    let version = versionInFlight
    if hasSinks { flush(through: version) }
    if !inFlight.isEmpty, sendCommits(own, activity) { return true }
    if let state = stateInFlight.take() {
      activity.pointee.version = version
      withUnsafePointer(to: state) { plan.states.send($0, version) }
      versionHeld = version
    }
    if hasGarbage { dropGarbage() }
    activity.pointee.version = 0
    return mustLook(own, version) && handOver(own, version)
  }

  @usableFromInline
  func dropGarbage() {
    let old = garbage
    garbage = []
    hasGarbage = false
    withExtendedLifetime(old) {}
  }

  @usableFromInline
  func sendCommits(_ own: UInt64, _ activity: UnsafeMutablePointer<ThreadActivity>) -> Bool {
    while let commit = inFlight.popFirst() {
      activity.pointee.version = commit.version
      withUnsafePointer(to: commit) { plan.commits.send($0, commit.version) }
      observedVersion.store(commit.version, ordering: .releasing)
      if mustLook(own, commit.version), handOver(own, commit.version) { return true }
    }
    return false
  }

  @inlinable
  func mustLook(_ own: UInt64, _ delivered: UInt64) -> Bool {
    isAwaited.load(ordering: .acquiring) || (delivered > own && delivered &- own >= deliveryShare)
  }

  /// Lets go on who waits for room, and hands the delivery on if this thread has done its share.
  /// - Returns: Whether the delivery was handed on.
  @usableFromInline
  func handOver(_ own: UInt64, _ delivered: UInt64) -> Bool {
    var released: [DeliveryWaiter] = []
    let next: DeliveryWaiter? = cell.withLock { cell in
      defer { isAwaited.store(!cell.waiters.isEmpty, ordering: .releasing) }
      if delivered > own, delivered &- own >= deliveryShare {
        cell.isOffered = cell.waiters.isEmpty
        if let next = cell.waiters.popLast() { return next }
      }
      let room = waitingCommitsLimit &- min(waitingCommitsLimit, cell.version &- delivered)
      if room >= waitingCommitsLimit / 2 || cell.observers == 0 {
        swap(&released, &cell.waiters)
      }
      return nil
    }
    for waiter in released { waiter.tell(.room) }
    next?.tell(.delivery)
    return next != nil
  }

  /// Waits for the thread that delivers, and goes on in its place if it hands the delivery on.
  /// - Parameter own: The version that the caller has to see delivered; nil where it has none yet.
  /// - Returns: False if no answer comes: what is being called may itself wait for this thread. To go on
  ///   is better than to stop for ever.
  @usableFromInline
  func wait(for waiter: DeliveryWaiter, own: UInt64?) -> Bool {
    var answer = waiter.wait(for: dependencies.patience)
    if answer == .none {
      let isWithdrawn = cell.withLock { cell in
        guard let index = cell.waiters.firstIndex(where: { $0 === waiter }) else { return false }
        cell.waiters.remove(at: index)
        return true
      }
      if isWithdrawn {
        issues.report(StoreIssue.deliveryStuck)
        return false
      }
      answer = waiter.wait(for: nil)
    }
    if answer == .delivery {
      nextBatch()
      deliver(own: own ?? versionInFlight)
    }
    return true
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
