import Synchronization

// Delivery is a baton. The thread whose commit finds nobody delivering takes it, and delivers until
// nothing is pending; everyone else, nested dispatches among them, leaves a note (`isPending`) and
// goes on. So subscribers are never called twice at once, never see an older snapshot after a newer
// one, and no lock is held while they run.
extension Core {
  @usableFromInline
  struct Batch: Sendable {
    @usableFromInline var commits: [Commit<State, Action>]
    /// Nil when nobody subscribes, so that no copy of the state is made for nobody.
    @usableFromInline var snapshot: Snapshot<State>?
    @usableFromInline var isLast: Bool

    @inlinable
    init(commits: [Commit<State, Action>], snapshot: Snapshot<State>?, isLast: Bool) {
      self.commits = commits
      self.snapshot = snapshot
      self.isLast = isLast
    }
  }

  /// The rest of `commit` when there are listeners.
  @inlinable
  func commitForListeners(_ cell: inout Cell, _ action: Action, _ thread: UInt) -> Outcome {
    let before = interest.keepers.load(ordering: .relaxed) > 0 ? cell.state : nil
    reducingThread.store(thread, ordering: .relaxed)
    reducer.reduce(&cell.state, action)
    reducingThread.store(0, ordering: .relaxed)
    cell.version &+= 1
    if !observers.isEmpty {
      let states = before.map { Commit<State, Action>.States(before: $0, after: cell.state) }
      cell.commits.append(Commit(version: cell.version, action: action, states: states))
    }
    return takeBaton(&cell) ? .mustDeliver : .committed
  }

  /// Notes that there is something to deliver.
  /// - Returns: Whether the caller now holds the baton, and must call `deliver`.
  @inlinable
  func takeBaton(_ cell: inout Cell) -> Bool {
    cell.isPending = true
    if cell.isDelivering { return false }
    cell.isDelivering = true
    return true
  }

  /// Delivers until nothing is pending. The caller holds the baton.
  @inlinable
  func deliver() {
    deliveringThread.store(currentThread(), ordering: .relaxed)
    while let batch = nextBatch() {
      for commit in batch.commits { observers.send(commit) }
      if let snapshot = batch.snapshot { subscribers.send(snapshot) }
      if batch.isLast {
        // No commit can follow, so nothing is owed to anyone: what the listeners captured is let
        // go.
        subscribers.cancelAll()
        observers.cancelAll()
      }
    }
  }

  @inlinable
  func nextBatch() -> Batch? {
    cell.withLock { cell in
      guard cell.isPending else {
        deliveringThread.store(0, ordering: .relaxed)
        cell.isDelivering = false
        return nil
      }
      cell.isPending = false
      let commits = cell.commits
      cell.commits = []
      return Batch(
        commits: commits,
        snapshot: subscribers.isEmpty
          ? nil : Snapshot(state: cell.state, version: cell.version),
        isLast: cell.isFinished)
    }
  }

  /// Delivers again if the state has moved on since a version: to a subscriber that looked, and was
  /// then added.
  func catchUp(since version: UInt64) {
    let mustDeliver = cell.withLock { $0.version != version && takeBaton(&$0) }
    if mustDeliver { deliver() }
  }

  /// Ends the store: no commit follows, what is pending is delivered, and the listeners are let go.
  ///
  /// When another thread is delivering, that thread does this, perhaps after the return.
  func close() {
    stopIfReducing("finish")
    let mustDeliver = cell.withLock { cell in
      cell.isFinished = true
      return takeBaton(&cell)
    }
    if mustDeliver { deliver() }
  }

  func addObserver(
    keepingStates: Bool, _ body: @escaping @Sendable (Commit<State, Action>) -> Void
  ) -> Subscription {
    stopIfReducing("observe")
    if keepingStates { interest.keepers.add(1, ordering: .relaxed) }
    // Added under the lock that commits take: the first commit seen is exactly the next one.
    let token = cell.withLock { cell in
      let since = cell.version
      return observers.add(
        Listener { commit in
          guard commit.version > since else { return }
          body(keepingStates ? commit : commit.withoutStates)
        })
    }
    return Subscription { [interest] in
      token.cancel()
      if keepingStates { interest.keepers.subtract(1, ordering: .relaxed) }
    }
  }

  /// Stops the program, unless the caller is inside a delivery: there the store may have ended
  /// under its feet.
  @usableFromInline
  func refuseAfterFinish() {
    if deliveringThread.load(ordering: .relaxed) == currentThread() { return }
    programmerError(
      """
      An action was dispatched to a store that has finished. Dispatch before finish(), and end what dispatches \
      (tasks, timers, input) before it.
      """)
  }
}

extension Commit {
  fileprivate var withoutStates: Self { Commit(version: version, action: action, states: nil) }
}
