import Synchronization

extension RootCore: StoreRoot {
  @inlinable
  package func register(
    _ node: PlanNode, at path: PlanPath, seen version: UInt64
  ) -> Subscription {
    stopIfReducing("subscribe to")
    return add(to: path) { current in (node, isOwed: current != version) }
  }

  func observeCommits(
    keepingStates: Bool, _ body: @escaping @Sendable (Commit<State, Action>) -> Void
  ) -> Subscription {
    stopIfReducing("observe")
    return add(to: .commits) { current in
      // The first commit seen is exactly the next one.
      let node = PlanNode(.subscriber(wantsStates: keepingStates)) { _, address, version in
        guard version > current else { return }
        let commit = address.assumingMemoryBound(to: Commit<State, Action>.self).pointee
        body(keepingStates ? commit : commit.withoutStates)
      }
      return (node, isOwed: false)
    }
  }

  /// Adds a subscriber to the plan. After the end there is nothing to tell it.
  /// - Parameter makeNode: Makes the subscriber; called with the present version, under the lock. A
  ///   change that it has not seen is still owed to it.
  @inlinable
  func add(
    to path: PlanPath, _ makeNode: (_ version: UInt64) -> (node: PlanNode, isOwed: Bool)
  ) -> Subscription {
    var garbage: [any Sendable] = []
    let (node, mustDeliver): (PlanNode?, Bool) = cell.withLock { cell in
      if cell.isClosing { return (nil, false) }
      let (node, isOwed) = makeNode(cell.version)
      if ownership.isFree {
        if plan.hasPending.load(ordering: .relaxed) { plan.applyPending(garbage: &garbage) }
        plan.apply(.add(node, to: path), garbage: &garbage)
        // Nothing waits for observers: all there were are told.
        if cell.observers == 0 { observedVersion.store(cell.version, ordering: .relaxed) }
        updateWatch(&cell)
      } else {
        plan.postpone(.add(node, to: path))
        if case .subscriber(let wantsStates) = node.kind, path === PlanPath.commits {
          if cell.observers == 0 { observedVersion.store(cell.version, ordering: .relaxed) }
          cell.observers += 1
          if wantsStates { cell.stateObservers += 1 }
        }
      }
      cell.isUnwatched = false
      let mustDeliver = isOwed && ownership.acquireOrRequest()
      if mustDeliver { takeBatch(&cell) }
      return (node, mustDeliver)
    }
    garbage = []
    if mustDeliver { deliver(own: versionInFlight) }
    guard let node else { return Subscription {} }
    return Subscription { [reference = link.reference] in
      node.cancel()
      reference.core?.remove(node)
    }
  }

  /// Takes a subscriber out of the plan; later, if this is no moment for it. It is called no more in any
  /// case.
  ///
  /// It waits for no lock: a token may be released anywhere, in a reducer too.
  @inlinable
  func remove(_ node: PlanNode) {
    var garbage: [any Sendable] = []
    var isDone = false
    if reducingThread.load(ordering: .relaxed) != currentThread() {
      cell.withLockIfAvailable { cell in
        guard ownership.isFree else { return }
        if plan.hasPending.load(ordering: .relaxed) { plan.applyPending(garbage: &garbage) }
        plan.apply(.remove(node), garbage: &garbage)
        updateWatch(&cell)
        isDone = true
      }
    }
    if isDone { return }
    plan.postpone(.remove(node))
    // Whoever had the delivery may have let go of it before this was noted.
    if ownership.isFree, reducingThread.load(ordering: .relaxed) != currentThread() {
      tidyIfAvailable()
    }
  }

  @usableFromInline
  func tidyIfAvailable() {
    let old = cell.withLockIfAvailable { cell -> [any Sendable] in
      guard ownership.isFree else { return [] }
      applyPendingChanges(&cell)
      defer { self.garbage = [] }
      return self.garbage
    }
    withExtendedLifetime(old) {}
  }

  @usableFromInline
  package func whenEnded(_ body: @escaping @Sendable () -> Void) -> Subscription {
    stopIfReducing("subscribe to")
    return ending.add(body)
  }

  @usableFromInline package var work: WorkCounts { runner.counts }

  @usableFromInline
  package func onIdle(_ body: @escaping @Sendable () -> Void) -> Subscription {
    let key = runner.observeIdle(isForQuiet: true, body)
    return Subscription { [weak runner] in runner?.stopObservingIdle(key) }
  }
}

extension Commit {
  fileprivate var withoutStates: Self {
    Commit(
      version: version, cause: cause, states: nil, parent: parent, origin: origin,
      isFromEffect: isFromEffect)
  }
}
