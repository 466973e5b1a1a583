import Synchronization

#if canImport(Dispatch)
  import Dispatch
#endif

/// The number of commits that may wait for observers before a dispatch waits.
let waitingCommitsLimit: UInt64 = 256

extension RootCore {
  /// The result of a commit, after the lock was released.
  @usableFromInline
  enum Outcome: Sendable {
    /// Applied, and this thread has nothing to deliver.
    case committed
    /// Applied; this thread must deliver.
    case mustDeliver
    /// Not applied: too many commits wait for observers.
    case mustWait
    /// Not applied: the store is ending.
    case closed
    /// Not applied: the work that sent it was cancelled.
    case cancelled
    /// Not applied: a tool holds it.
    case held
  }

  /// What remains to be done for a commit after the lock is released.
  @usableFromInline
  struct CommitFollowUp {
    @usableFromInline var version: UInt64 = 0
    /// Whether sinks have noted the commit.
    @usableFromInline var mustFlush = false
    /// The semaphore that is signalled when observers have caught up.
    @usableFromInline var waiter: DispatchSemaphore?

    @inlinable
    init() {}
  }

  /// Applies an action to the state in place, under the lock. Parts of the state that nothing else
  /// references are not copied.
  /// - Parameters:
  ///   - token: The token of the work that sent the action; nil for an action from outside.
  ///   - origin: The origin of the work that the command starts; 0 for a new one.
  ///   - mayWait: Whether to refuse the action while too many commits wait for observers.
  ///   - work: Set to the work of the reducer's command.
  ///   - rest: Set to what remains to be done after the lock is released.
  @inlinable
  func commit(
    _ action: Action, from site: CallSite?, _ token: EffectToken?, _ origin: UInt64, mayWait: Bool,
    work: inout PendingWork<Action>?, rest: inout CommitFollowUp
  ) -> Outcome {
    let thread = currentThread()
    // Relaxed is sufficient: only this thread's own number matters, and only this thread writes it.
    if reducingThread.load(ordering: .relaxed) == thread { stopReentrantUse("dispatch to") }
    return withCell { cell in
      if cell.isEnding { return .closed }
      // Cancellations are committed under this lock, so actions of work that was cancelled before
      // are never applied.
      if let token, token.dropsActions { return .cancelled }
      if cell.isUnobserved {
        reduce(&cell, action, thread, origin, &work)
        return cell.isUnobserved ? .committed : afterCommit(&cell, &work, &rest)
      }
      if mayWait, cell.observers > 0, let waiter = waiterIfLimitReached(&cell) {
        rest.waiter = waiter
        return .mustWait
      }
      return commitWatched(&cell, action, from: site, token, origin, thread, &work, &rest)
    }
  }

  @inlinable
  func reduce(
    _ cell: inout Cell, _ action: Action, _ thread: UInt, _ origin: UInt64,
    _ work: inout PendingWork<Action>?
  ) {
    reducingThread.store(thread, ordering: .relaxed)
    let command = reducer.run(&cell.state, action)
    reducingThread.store(0, ordering: .relaxed)
    cell.version &+= 1
    if !command.isNone {
      work = runner.register(command, version: cell.version, origin: origin)
      if runner.hasPlaces { cell.isUnobserved = false }
    }
  }

  /// The part of `commit` for an observed store: see `Cell.isUnobserved`. Not inlined, because
  /// inlining would slow the commit of an unobserved store by a quarter.
  @inlinable
  @inline(never)
  func commitWatched(
    _ cell: inout Cell, _ action: Action, from site: CallSite?, _ token: EffectToken?,
    _ origin: UInt64, _ thread: UInt, _ work: inout PendingWork<Action>?,
    _ rest: inout CommitFollowUp
  ) -> Outcome {
    let recorder = cell.recorder
    if cell.isHolding, hold(action, from: site, token, origin, thread, &cell) {
      recorder?.noteHeld()
      return .held
    }
    let interest = interest(in: action, &cell, thread)
    let before = interest == .states ? cell.state : nil
    let isTimed = before != nil || recorder != nil
    let start = isTimed ? runner.scheduler.elapsed : .zero
    reduce(&cell, action, thread, origin, &work)
    let end = isTimed ? runner.scheduler.elapsed : .zero
    if let recorder {
      let parent = if let token { token.parent } else { causingVersion() }
      record(
        RecordedCommit(
          version: cell.version, action: RecordedValue(action), reason: nil, parent: parent,
          site: site, effect: token?.effect, start: start, end: end), with: recorder, in: &cell)
    }
    if interest != .none {
      rest.mustFlush = hasSinks
      let parent = if let token { token.parent } else { causingVersion() }
      let duration = before == nil ? nil : end - start
      note(
        .action(action), before, from: site, parent, effect: token?.effect, duration, in: &cell
      )
    }
    if interest == .none, hasSinks {
      // The sinks need not write this commit.
      _ = flushedVersion.compareExchange(
        expected: cell.version &- 1, desired: cell.version, ordering: .acquiringAndReleasing)
    }
    return afterCommit(&cell, &work, &rest)
  }

  /// Passes a commit to a recorder, and the state if the recorder asks for it.
  @inlinable
  func record(
    _ commit: RecordedCommit, with recorder: any CommitRecorder, in cell: inout Cell
  ) {
    guard recorder.record(commit) else { return }
    if recorder.retainState(RecordedValue(cell.state), of: cell.version) { cell.hold() }
  }

  /// Returns the most that observers and sinks need of an action. It asks all sinks.
  @inlinable
  func interest(in action: Action, _ cell: inout Cell, _ thread: UInt) -> CommitInterest {
    var interest: CommitInterest =
      cell.stateObservers > 0 ? .states : cell.observers > 0 ? .commit : .none
    if !hasSinks { return interest }
    // Marks the thread, because a sink that used the store would deadlock.
    reducingThread.store(thread, ordering: .relaxed)
    for sink in sinks {
      let other = sink.interest(in: action)
      if other.rawValue > interest.rawValue { interest = other }
    }
    reducingThread.store(0, ordering: .relaxed)
    return interest
  }

  /// Queues a commit for observers, and passes it to the sinks.
  @inlinable
  func note(
    _ cause: Commit<State, Action>.Cause, _ before: State?, from site: CallSite?, _ parent: UInt64?,
    effect: EffectID?, _ duration: Duration? = nil, in cell: inout Cell
  ) {
    let states = before.map { Commit<State, Action>.States(before: $0, after: cell.state) }
    let commit = Commit(
      version: cell.version, cause: cause, states: states, parent: parent, origin: site,
      effect: effect, duration: duration)
    if cell.observers > 0 { cell.commits.append(commit) }
    if hasSinks { for sink in sinks { sink.enqueue(commit) } }
  }

  /// Ends the effects of removed children, stops and starts sources, and decides whether this thread
  /// must deliver.
  @inlinable
  func afterCommit(
    _ cell: inout Cell, _ work: inout PendingWork<Action>?, _ rest: inout CommitFollowUp
  ) -> Outcome {
    rest.version = cell.version
    if runner.hasPlaces {
      withUnsafePointer(to: &cell.state) { state in
        let ended = runner.endWorkOfAbsentChildren(in: state)
        if !ended.isEmpty { PendingWork.add(ended, to: &work) }
      }
    }
    if hasSources { updateSources(&cell, &work) }
    // The delivering thread will find the new version.
    if cell.isDelivering { return .committed }
    if cell.commits.isEmpty, !plan.hasPending.load(ordering: .relaxed), !mayAffectSubscribers(&cell)
    {
      if plan.states.isEmpty, cell.observers == 0 { updateObserverCounts(&cell) }
      return .committed
    }
    cell.isDelivering = true
    takeBatch(&cell, holding: cell.version &- 1)
    return .mustDeliver
  }

  /// Starts the sources that the newest state requires, and stops the others: see
  /// `EffectRunner.updateSources`.
  @inlinable
  func updateSources(_ cell: inout Cell, _ work: inout PendingWork<Action>?) {
    guard let sources else { return }
    reducingThread.store(currentThread(), ordering: .relaxed)
    let wanted = sources(cell.state)
    reducingThread.store(0, ordering: .relaxed)
    let steps = runner.updateSources(wanted, version: cell.version)
    if !steps.isEmpty { PendingWork.add(steps, to: &work) }
  }

  /// Whether any subscriber may see a change in the newest state. Called while no thread delivers.
  @inlinable
  func mayAffectSubscribers(_ cell: inout Cell) -> Bool {
    if plan.states.isEmpty { return false }
    return withUnsafePointer(to: &cell.state) { plan.mayAffectSubscribers(by: $0) }
  }

  /// Returns the version that causes a dispatch on this thread: the version that the thread is
  /// delivering, or the version of the action whose middleware is running.
  @usableFromInline
  func causingVersion() -> UInt64? {
    let store = ObjectIdentifier(self)
    // An action that is still in the middleware has no version yet.
    return ThreadActivity.innermost { $0.store == store && $0.version != 0 }?.pointee.version
  }

  @usableFromInline
  func waiterIfLimitReached(_ cell: inout Cell) -> DispatchSemaphore? {
    guard cell.version &- observedVersion.load(ordering: .acquiring) >= waitingCommitsLimit else {
      return nil
    }
    if ThreadActivity.mustNotWait {
      hasExceededCommitLimit.store(true, ordering: .relaxed)
      return nil
    }
    let waiter = DispatchSemaphore(value: 0)
    cell.waiters.append(waiter)
    hasWaiters.store(true, ordering: .releasing)
    return waiter
  }

  // MARK: Replacement

  /// Changes the state without an action, as a separate commit. It starts no effect.
  /// - Returns: False if the store is ending.
  func replace(
    _ reason: Replacement, from site: CallSite?, _ transform: @Sendable (inout State) -> Void
  ) -> Bool {
    stopIfReducing("replace the state of")
    var rest = CommitFollowUp()
    var work: PendingWork<Action>?
    var outcome = commitReplacement(reason, from: site, transform, mayWait: true, &work, &rest)
    while case .mustWait = outcome, let waiter = rest.waiter {
      let mayWait = wait(for: waiter)
      outcome = commitReplacement(reason, from: site, transform, mayWait: mayWait, &work, &rest)
    }
    if case .closed = outcome { return false }
    finishCommit(outcome, rest)
    if let work { follow(work) }
    return true
  }

  private func commitReplacement(
    _ reason: Replacement, from site: CallSite?, _ transform: @Sendable (inout State) -> Void,
    mayWait: Bool, _ work: inout PendingWork<Action>?, _ rest: inout CommitFollowUp
  ) -> Outcome {
    let thread = currentThread()
    var old: State?
    let outcome: Outcome = withCell { cell in
      if cell.isEnding { return .closed }
      if mayWait, cell.observers > 0, let waiter = waiterIfLimitReached(&cell) {
        rest.waiter = waiter
        return .mustWait
      }
      // Released outside the lock, because a release may run the program's code.
      old = cell.state
      let before = cell.stateObservers > 0 || hasSinks ? cell.state : nil
      reducingThread.store(thread, ordering: .relaxed)
      transform(&cell.state)
      reducingThread.store(0, ordering: .relaxed)
      cell.version &+= 1
      note(
        .replacement(reason), before, from: site, causingVersion(), effect: nil, in: &cell)
      if let recorder = cell.recorder {
        let now = runner.scheduler.elapsed
        record(
          RecordedCommit(
            version: cell.version, action: nil, reason: reason, parent: causingVersion(),
            site: site, effect: nil, start: now, end: now), with: recorder, in: &cell)
      }
      rest.mustFlush = hasSinks
      return afterCommit(&cell, &work, &rest)
    }
    withExtendedLifetime(old) {}
    return outcome
  }
}
