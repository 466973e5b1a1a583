import Synchronization

extension RootCore: StoreRoot {
  @inlinable
  package func register(
    _ node: PlanNode, at path: PlanPath, seen version: UInt64?
  ) -> Subscription {
    stopIfReducing("subscribe to")
    let isAdded = add(node, to: path, seen: version)
    if !isAdded { return Subscription {} }
    // Neither the plan's end nor the store's is put off by a token that somebody keeps.
    return Subscription { [weak self, weak node] in
      guard let node else { return }
      node.isCancelled.store(true, ordering: .sequentiallyConsistent)
      self?.remove(node)
    }
  }

  func observeCommits(
    keepingStates: Bool, _ body: @escaping @Sendable (Commit<State, Action>) -> Void
  ) -> Subscription {
    stopIfReducing("observe")
    // The first commit seen is exactly the next one.
    let node = PlanNode(.subscriber(wantsStates: keepingStates)) { _, address, _ in
      let commit = address.assumingMemoryBound(to: Commit<State, Action>.self).pointee
      body(keepingStates ? commit : commit.withoutStates)
    }
    return register(node, at: .commits, seen: nil)
  }

  /// Adds a subscriber to the plan. A change that it has not seen is delivered to it.
  /// - Parameter version: What it has seen; nil for the present one.
  /// - Returns: False after the end: then there is nothing to tell it.
  @usableFromInline
  func add(_ node: PlanNode, to path: PlanPath, seen version: UInt64?) -> Bool {
    var garbage: [any Sendable] = []
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

  /// Takes a subscriber out of the plan; later, if this is no moment for it.
  @usableFromInline
  func remove(_ node: PlanNode) {
    plan.postpone(.remove(node))
    // Whoever had the delivery may have let go of it before this was noted.
    if ownership.isFree { tidy() }
  }

  /// Makes the changes to the plan that were left, if nobody delivers.
  ///
  /// It waits for no lock: a token may be released anywhere, in a reducer too.
  @usableFromInline
  func tidy() {
    let garbage = cell.withLockIfAvailable { cell in
      ownership.isFree ? applyPendingChanges(&cell, holding: cell.version) : []
    }
    withExtendedLifetime(garbage) {}
  }

  /// - Returns: What is to be released when the lock is given back.
  @usableFromInline
  func applyPendingChanges(_ cell: inout Cell, holding version: UInt64) -> [any Sendable] {
    let garbage = plan.applyPending(holding: version)
    updateWatch(&cell)
    return garbage
  }

  @usableFromInline
  func updateWatch(_ cell: inout Cell) {
    cell.observers = plan.commits.liveCount
    cell.stateObservers = plan.commits.stateObserverCount
    cell.isUnwatched =
      plan.commits.isEmpty && plan.states.isEmpty && !hasSinks && !runner.hasPlaces
  }

  @usableFromInline package var work: WorkCounts { runner.counts }

  @usableFromInline
  package func onIdle(_ body: @escaping @Sendable () -> Void) -> Subscription {
    runner.observeIdle(body)
  }
}

extension Commit {
  fileprivate var withoutStates: Self {
    Commit(
      version: version, cause: cause, states: nil, parent: parent, origin: origin,
      isFromEffect: isFromEffect)
  }
}
