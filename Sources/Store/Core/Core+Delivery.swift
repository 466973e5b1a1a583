import Synchronization

// Delivery is a baton. The thread whose commit finds nobody delivering takes it, and delivers until
// nothing is pending; everyone else, nested dispatches among them, leaves word, and goes on. So
// subscribers are never called twice at once, never see an older snapshot after a newer one, and no
// lock is held while they run.
extension Core {
  @usableFromInline
  struct Batch: Sendable {
    /// Nil when nobody observes.
    @usableFromInline var commits: [Commit<State, Action>]?
    /// Nil when nobody subscribes, so that no copy of the state is made for nobody.
    @usableFromInline var snapshot: Snapshot<State>?
    @usableFromInline var isLast: Bool
    /// What is looked at no more: released with the batch, and so outside the lock.
    @usableFromInline var retired: [AudienceNode]?

    @inlinable
    init(
      commits: [Commit<State, Action>]?, snapshot: Snapshot<State>?, isLast: Bool,
      retired: [AudienceNode]?
    ) {
      self.commits = commits
      self.snapshot = snapshot
      self.isLast = isLast
      self.retired = retired
    }
  }

  /// The rest of `commit` when there are listeners.
  @inlinable
  func commitForListeners(
    _ cell: inout Cell, _ action: Action, _ site: CallSite?, _ isFromEffect: Bool, _ thread: UInt,
    _ enlisted: inout Enlisted<Action>?
  ) -> Outcome {
    let before = interest.keepers.load(ordering: .relaxed) > 0 ? cell.state : nil
    reducingThread.store(thread, ordering: .relaxed)
    let command = reducer.run(&cell.state, action)
    reducingThread.store(0, ordering: .relaxed)
    cell.version &+= 1
    if !command.isNone { enlisted = runner.enlist(command) }
    if !cell.probes.list.isEmpty,
      cell.probes.generation != topology.generation.load(ordering: .acquiring)
    {
      cell.probes.drop()
    }
    if !observers.table.isEmpty {
      let states = before.map { Commit<State, Action>.States(before: $0, after: cell.state) }
      cell.commits.append(
        Commit(
          version: cell.version, action: action, states: states, origin: site,
          isFromEffect: isFromEffect))
    }
    return baton.takeOrLeaveWord() ? .mustDeliver(takeBatch(&cell)) : .committed
  }

  /// Takes what there is to deliver. The caller holds the baton.
  @inlinable
  func takeBatch(_ cell: inout Cell) -> Batch {
    var commits: [Commit<State, Action>]?
    if !cell.commits.isEmpty {
      commits = cell.commits
      cell.commits = []
    }
    return Batch(
      commits: commits,
      snapshot: audience.table.isEmpty
        ? nil : Snapshot(state: cell.state, version: cell.version),
      isLast: cell.isFinished,
      retired: cell.probes.retired == nil ? nil : cell.probes.takeRetired())
  }

  /// Delivers until nothing is pending. The caller holds the baton.
  @inlinable
  func deliver(_ first: consuming Batch) {
    deliveringThread.store(currentThread(), ordering: .relaxed)
    send(first)
    while true {
      // Before the baton is given back: the next holder writes its own number.
      deliveringThread.store(0, ordering: .relaxed)
      if baton.giveBack() { return }
      deliveringThread.store(currentThread(), ordering: .relaxed)
      send(nextBatch())
    }
  }

  @inlinable
  func nextBatch() -> Batch {
    cell.withLock { cell in
      baton.readWord()
      return takeBatch(&cell)
    }
  }

  @inlinable
  func send(_ batch: Batch) {
    if let commits = batch.commits { for commit in commits { observers.send(commit) } }
    batch.snapshot?.lend { lent in
      Unmanaged.passUnretained(audience)._withUnsafeGuaranteedRef { $0.send(lent) }
    }
    if batch.snapshot == nil { audience.followTopology() }
    if batch.isLast { cancelAll() }
  }

  /// No commit can follow, so nothing is owed to anyone: what the listeners captured is let go.
  @usableFromInline
  func cancelAll() {
    audience.table.cancelAll()
    observers.table.cancelAll()
  }

  /// Delivers again if the state has moved on since a version: to a subscriber that looked, and was
  /// then added.
  @usableFromInline
  func catchUp(since version: UInt64) {
    let batch = cell.withLock { cell -> Batch? in
      if cell.version == version { return nil }
      return baton.takeOrLeaveWord() ? takeBatch(&cell) : nil
    }
    if let batch { deliver(batch) }
  }

  /// Ends the store: no commit follows, what is pending is delivered, and the listeners are let go.
  ///
  /// When another thread is delivering, that thread does this, perhaps after the return.
  func close() {
    stopIfReducing("finish")
    let batch = cell.withLock { cell -> Batch? in
      cell.isFinished = true
      return baton.takeOrLeaveWord() ? takeBatch(&cell) : nil
    }
    if let batch { deliver(batch) }
  }

  func addObserver(
    keepingStates: Bool, _ body: @escaping @Sendable (Commit<State, Action>) -> Void
  ) -> Subscription {
    stopIfReducing("observe")
    if keepingStates { interest.keepers.add(1, ordering: .relaxed) }
    // Added under the lock that commits take: the first commit seen is exactly the next one.
    let number = cell.withLock { cell in
      let since = cell.version
      return observers.add(
        Listener { commit in
          guard commit.version > since else { return }
          body(keepingStates ? commit : commit.withoutStates)
        })
    }
    return Subscription { [interest, observers] in
      observers.table.cancel(number)
      if keepingStates { interest.keepers.subtract(1, ordering: .relaxed) }
    }
  }

  /// Stops the program, unless the caller is inside a delivery: there the store may have ended
  /// under its feet.
  @usableFromInline
  func refuseAfterFinish(_ use: StoreUse) {
    if deliveringThread.load(ordering: .relaxed) == currentThread() { return }
    programmerError(use.refusal)
  }
}

extension Commit {
  fileprivate var withoutStates: Self {
    Commit(
      version: version, action: action, states: nil, origin: origin, isFromEffect: isFromEffect)
  }
}
