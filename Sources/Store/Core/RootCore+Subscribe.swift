import Synchronization

extension RootCore: StoreRoot {
  @inlinable
  package func register(
    _ node: PlanNode, at path: PlanPath, seen version: UInt64?
  ) -> Subscription {
    stopIfReducing("subscribe to")
    guard add(node, to: path, seen: version) else { return Subscription {} }
    // What a subscriber captured goes with the node at the end, though its token is kept.
    return Subscription { [weak self, cancellation = node.cancellation] in
      cancellation.isCancelled.store(true, ordering: .sequentiallyConsistent)
      self?.remove(cancellation)
    }
  }

  func observeCommits(
    keepingStates: Bool, _ body: @escaping @Sendable (Commit<State, Action>) -> Void
  ) -> Subscription {
    stopIfReducing("observe")
    // The first commit seen is exactly the next one.
    let node = PlanNode(.subscriber(wantsStates: keepingStates)) { _, address, _ in
      let commit = address.assumingMemoryBound(to: Commit<State, Action>.self).pointee
      body(keepingStates || commit.states == nil ? commit : commit.withoutStates)
    }
    return register(node, at: .commits, seen: nil)
  }

  /// Adds a subscriber to the plan. A change that it has not seen is delivered to it.
  /// - Parameter version: What it has seen; nil for the present one.
  /// - Returns: False after the end: then there is nothing to tell it.
  @inlinable
  func add(_ node: PlanNode, to path: PlanPath, seen version: UInt64?) -> Bool {
    var garbage: [PlanNode] = []
    var mustDeliver = false
    let isAdded: Bool = cell.withLock { cell in
      if cell.isClosing { return false }
      node.seen = version ?? cell.version
      plan.postpone(.add(node, to: path))
      // Nothing waits for observers: all there were are told.
      if path === PlanPath.commits, cell.observers == 0 {
        observedVersion.store(cell.version, ordering: .relaxed)
      }
      if node.seen != cell.version, ownership.acquireOrRequest() {
        takeBatch(&cell)
        mustDeliver = true
      } else if ownership.isFree {
        garbage = applyPendingChanges(&cell, holding: cell.version)
      } else if case .subscriber(let wantsStates) = node.kind, path === PlanPath.commits {
        cell.observers += 1
        if wantsStates { cell.stateObservers += 1 }
      }
      cell.isUnwatched = false
      return true
    }
    withExtendedLifetime(garbage) {}
    garbage = []
    if mustDeliver { deliver(own: versionInFlight) }
    return isAdded
  }

  @inlinable
  func remove(_ cancellation: PlanCancellation) {
    plan.postpone(.remove(cancellation))
    tidy()
  }

  /// Makes the changes to the plan that were left, if nobody delivers.
  ///
  /// It waits for no lock: a token may be released anywhere, in a reducer too.
  @inlinable
  func tidy() {
    let garbage = cell.withLockIfAvailable { cell in
      ownership.isFree ? applyPendingChanges(&cell, holding: cell.version) : []
    }
    withExtendedLifetime(garbage) {}
  }

  /// - Returns: What is to be released when the lock is given back.
  @inlinable
  func applyPendingChanges(_ cell: inout Cell, holding version: UInt64) -> [PlanNode] {
    let garbage = plan.applyPending(holding: version)
    updateWatch(&cell)
    return garbage
  }

  @inlinable
  func updateWatch(_ cell: inout Cell) {
    cell.observers = plan.commits.liveCount
    cell.stateObservers = plan.commits.stateObserverCount
    cell.isUnwatched =
      plan.commits.isEmpty && plan.states.isEmpty && !hasSinks && !runner.hasPlaces
  }

  @usableFromInline
  package func isFlushed(through version: UInt64) -> Bool {
    !hasSinks || flushedVersion.load(ordering: .acquiring) >= version
  }

  @usableFromInline package var work: WorkCounts { runner.counts }

  @usableFromInline
  package func onIdle(_ body: @escaping @Sendable () -> Void) -> Subscription {
    runner.observeIdle(body)
  }
}
