import Synchronization

extension RootCore: StoreRoot {
  @inlinable
  package func register(_ node: PlanNode, seen version: UInt64?) -> Subscription {
    stopIfReducing("subscribe to")
    guard add(node, seen: version) else { return Subscription {} }
    // The `Subscription` does not retain the node, so that the store's end releases the
    // subscriber's captures even if the `Subscription` still exists.
    return Subscription { [weak self, cancellation = node.cancellation] in
      cancellation.isCancelled.store(true, ordering: .sequentiallyConsistent)
      self?.remove(cancellation)
    }
  }

  func observeCommits(
    keepingStates: Bool, _ body: @escaping @Sendable (Commit<State, Action>) -> Void
  ) -> Subscription {
    stopIfReducing("observe")
    // The next commit is the first that the observer receives.
    let node = PlanNode(at: nil, wantsStates: keepingStates) { _, address, _ in
      let commit = address.assumingMemoryBound(to: Commit<State, Action>.self).pointee
      body(keepingStates || commit.states == nil ? commit : commit.withoutStates)
    }
    return register(node, seen: nil)
  }

  /// Makes a recorder record every commit from now on.
  /// - Returns: The current time on the store's clock, by which the commits are timed, too.
  func record(with recorder: any CommitRecorder) -> Duration {
    stopIfReducing("observe")
    // The old recorder is released outside the lock, because a release may run the program's code.
    var old: (any CommitRecorder)?
    cell.withLock { cell in
      (old, cell.recorder) = (cell.recorder, recorder)
      _ = recorder.retainState(RecordedValue(cell.state), of: cell.version)
    }
    withExtendedLifetime(old) {}
    return runner.scheduler.elapsed
  }

  func endRecording(with recorder: any CommitRecorder) {
    if cell.withLock({ $0.recorder !== recorder }) { return }
    release(dropping: false)
    cell.withLock { if $0.recorder === recorder { $0.recorder = nil } }
  }

  /// Adds a subscriber to the plan. If it has not seen the newest version, delivers that version.
  /// - Parameter version: The version that the subscriber has seen; nil for the newest.
  /// - Returns: False if the store is ending, after which nothing is delivered.
  @inlinable
  func add(_ node: PlanNode, seen version: UInt64?) -> Bool {
    var released: [PlanNode] = []
    var mustDeliver = false
    let isAdded: Bool = withCell { cell in
      if cell.isEnding { return false }
      node.forEachEntry { $0.seen = version ?? cell.version }
      plan.postpone(.add(node))
      // Without previous observers, all commits so far count as observed.
      if node.path == nil, cell.observers == 0 {
        observedVersion.store(cell.version, ordering: .relaxed)
      }
      if cell.isDelivering {
        if case .subscriber(let wantsStates) = node.kind, node.path == nil {
          cell.observers += 1
          if wantsStates { cell.stateObservers += 1 }
        }
      } else if node.seen != cell.version {
        cell.isDelivering = true
        takeBatch(&cell, holding: cell.version)
        mustDeliver = true
      } else {
        released = applyPendingChanges(&cell, holding: cell.version)
      }
      return true
    }
    withExtendedLifetime(released) {}
    released = []
    if mustDeliver { deliver(own: batchVersion) }
    return isAdded
  }

  @usableFromInline
  package func recordRead(by subscriber: PlanCancellation, of version: UInt64) -> Bool {
    withCell { cell in
      // While no thread delivers, the plan's parts keep the newest values. If the subscriber has
      // read an older value, this returns false, and the subscriber compares with the newest value.
      if cell.isDelivering { plan.postpone(.markStale(subscriber)) }
      return cell.version == version || cell.isEnding
    }
  }

  @inlinable
  func remove(_ cancellation: PlanCancellation) {
    plan.postpone(.remove(cancellation))
    applyPendingChangesIfIdle()
  }

  /// Applies the postponed changes of the plan, unless a thread delivers.
  ///
  /// It does not wait for a lock, because a `Subscription` may be released anywhere, even in a
  /// reducer.
  @inlinable
  func applyPendingChangesIfIdle() {
    // This is a loop, because another thread may postpone a change while this thread holds the
    // lock.
    while plan.hasPending.load(ordering: .sequentiallyConsistent) {
      // If another thread holds the lock or delivers, that thread applies the changes afterwards.
      let released: [PlanNode]?? = cell.withLockIfAvailable { cell in
        cell.isDelivering ? nil : applyPendingChanges(&cell, holding: cell.version)
      }
      guard let nodes = released ?? nil else { return }
      withExtendedLifetime(nodes) {}
    }
  }

  /// - Returns: The nodes to release after the lock is released.
  @inlinable
  func applyPendingChanges(_ cell: inout Cell, holding version: UInt64) -> [PlanNode] {
    let released = plan.applyPending(holding: version)
    cell.observers = plan.commits.liveCount
    cell.stateObservers = plan.commits.stateObserverCount
    return released
  }

  @usableFromInline
  package func isFlushed(through version: UInt64) -> Bool {
    !hasSinks
      || flushedVersion.load(ordering: .acquiring)
        >= min(version, enqueuedVersion.load(ordering: .acquiring))
  }

  @usableFromInline package var work: WorkCounts { runner.counts }

  @usableFromInline
  package func onIdle(_ body: @escaping @Sendable () -> Void) -> Subscription {
    runner.observeIdle(body)
  }
}
