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
    /// Not applied: the store is ending, or the replacement of the state was refused.
    case closed
    /// Not applied: the work that sent the action was cancelled.
    case cancelled
    /// Not applied: a tool holds the action.
    case held
  }

  /// The work that remains for a commit after the lock is released.
  @usableFromInline
  struct CommitFollowUp {
    @usableFromInline var version: UInt64 = 0
    /// Whether sinks have enqueued the commit.
    @usableFromInline var mustFlush = false
    /// For `mustWait`: the semaphore that is signalled when few enough commits wait for observers.
    @usableFromInline var waiter: DispatchSemaphore?

    @inlinable
    init() {}
  }

  /// Applies an action to the state in place, under the lock. Parts of the state that nothing else
  /// references are not copied.
  /// - Parameters:
  ///   - token: The token of the work that sent the action; nil for an action from outside.
  ///   - origin: The origin (see `EffectToken.origin`) of the work that the reducer's command
  ///     starts; 0 for a new one.
  ///   - mayWait: Whether to refuse the action while too many commits wait for observers.
  ///   - work: Set to the effects to start or stop after the lock is released: those of the
  ///     reducer's command, of removed children, and sources.
  ///   - followUp: Set to the rest of the work that remains after the lock is released.
  @inlinable
  func commit(
    _ action: Action, from site: CallSite?, _ token: EffectToken?, _ origin: UInt64, mayWait: Bool,
    work: inout PendingWork<Action>?, followUp: inout CommitFollowUp
  ) -> Outcome {
    let thread = currentThread()
    // Relaxed ordering is sufficient: only this thread's own number matters, and only this thread
    // writes it.
    if reducingThread.load(ordering: .relaxed) == thread { stopReentrantUse("dispatch to") }
    return withCell { cell in
      if cell.isEnding { return .closed }
      // Cancellations are committed under this lock, so actions of work that was cancelled before
      // are never applied.
      if let token, token.dropsActions { return .cancelled }
      var notice = Notice()
      if cell.isWatched || hasSinks {
        let refusal = prepare(
          &notice, for: action, from: site, token, origin, thread, mayWait: mayWait, &cell,
          &followUp)
        if let refusal { return refusal }
      }
      reducingThread.store(thread, ordering: .relaxed)
      let command = reducer.run(&cell.state, action)
      reducingThread.store(0, ordering: .relaxed)
      cell.version &+= 1
      if !command.isNone {
        work = runner.register(command, version: cell.version, origin: origin)
      }
      if notice.isDue { announce(.action(action), notice, from: site, token, &cell, &followUp) }
      return afterCommit(&cell, &work, &followUp)
    }
  }

  /// The information about a commit for the recorder, the sinks and the observers.
  @usableFromInline
  struct Notice {
    @usableFromInline var isDue = false
    @usableFromInline var interest = CommitInterest.none
    /// The time at which the reducer began, if it is timed.
    @usableFromInline var start: Duration?

    @inlinable
    init() {}
  }

  /// Decides, before the reducer runs, what the recorder, the sinks and the observers receive of an
  /// action's commit.
  /// - Returns: The outcome of an action that must not be applied now; nil if it may be applied.
  @inlinable
  @inline(never)
  func prepare(
    _ notice: inout Notice, for action: Action, from site: CallSite?, _ token: EffectToken?,
    _ origin: UInt64, _ thread: UInt, mayWait: Bool, _ cell: inout Cell,
    _ followUp: inout CommitFollowUp
  ) -> Outcome? {
    if mayWait, cell.observers > 0, let waiter = waiterIfLimitReached(&cell) {
      followUp.waiter = waiter
      return .mustWait
    }
    let recorder = cell.recorder
    if cell.isHolding, hold(action, from: site, token, origin, thread, &cell) {
      recorder?.didHoldAction()
      return .held
    }
    notice.isDue = true
    notice.interest = interest(in: action, &cell, thread)
    if notice.interest == .states { cell.before = cell.state }
    if notice.interest == .states || recorder != nil { notice.start = runner.scheduler.elapsed }
    return nil
  }

  /// Returns the greatest interest that observers and sinks have in an action's commit. It asks all
  /// sinks.
  @inlinable
  func interest(in action: Action, _ cell: inout Cell, _ thread: UInt) -> CommitInterest {
    var interest: CommitInterest =
      cell.stateObservers > 0 ? .states : cell.observers > 0 ? .commit : .none
    if !hasSinks { return interest }
    // Marks the thread as reducing, so that a sink that uses the store stops the program. It would
    // deadlock otherwise.
    reducingThread.store(thread, ordering: .relaxed)
    for sink in sinks {
      let other = sink.interest(in: action)
      if other.rawValue > interest.rawValue { interest = other }
    }
    reducingThread.store(0, ordering: .relaxed)
    return interest
  }

  /// Passes a commit to the recorder and the sinks, and queues it for observers.
  @inlinable
  @inline(never)
  func announce(
    _ cause: Commit<State, Action>.Cause, _ notice: Notice, from site: CallSite?,
    _ token: EffectToken?, _ cell: inout Cell, _ followUp: inout CommitFollowUp
  ) {
    let isTimed = notice.start != nil || cell.recorder != nil
    let end = isTimed ? runner.scheduler.elapsed : .zero
    let parent = if let token { token.parent } else { causingVersion() }
    if let recorder = cell.recorder {
      let commit = RecordedCommit(
        version: cell.version, cause, parent: parent, site: site, effect: token?.effect,
        start: notice.start ?? end, end: end)
      if recorder.record(commit),
        recorder.retainState(RecordedValue(cell.state), of: cell.version)
      {
        cell.hold()
      }
    }
    if notice.interest == .none {
      // No sink has to write this commit, so it counts as flushed if all commits before it do. If
      // they are flushed later, `isFlushed` finds that nothing was enqueued since.
      _ = flushedVersion.compareExchange(
        expected: cell.version &- 1, desired: cell.version, ordering: .acquiringAndReleasing)
      return
    }
    followUp.mustFlush = hasSinks
    let states = cell.before.take().map {
      Commit<State, Action>.States(before: $0, after: cell.state)
    }
    let duration = states == nil ? nil : notice.start.map { end - $0 }
    let commit = Commit(
      version: cell.version, cause: cause, states: states, parent: parent, origin: site,
      effect: token?.effect, duration: duration)
    if cell.observers > 0 { cell.commits.append(commit) }
    if hasSinks {
      for sink in sinks { sink.enqueue(commit) }
      enqueuedVersion.store(cell.version, ordering: .releasing)
    }
  }

  /// Ends the effects of removed children, stops and starts sources, and decides whether this
  /// thread must deliver.
  @inlinable
  @inline(__always)
  func afterCommit(
    _ cell: inout Cell, _ work: inout PendingWork<Action>?, _ followUp: inout CommitFollowUp
  ) -> Outcome {
    followUp.version = cell.version
    if runner.needsChildCheck || hasSources { updateWork(&cell, &work) }
    // The delivering thread will find the new version.
    if cell.isDelivering { return .committed }
    if plan.states.isEmpty || !mayAffectSubscribers(&cell), cell.commits.isEmpty,
      !plan.hasPending.load(ordering: .relaxed)
    {
      return .committed
    }
    return startDelivery(&cell)
  }

  @inlinable
  @inline(never)
  func startDelivery(_ cell: inout Cell) -> Outcome {
    cell.isDelivering = true
    takeBatch(&cell, holding: cell.version &- 1)
    return .mustDeliver
  }

  /// Ends the effects of removed children, starts the sources that the newest state requires, and
  /// stops the other sources: see `EffectRunner.updateSources`.
  @inlinable
  @inline(never)
  func updateWork(_ cell: inout Cell, _ work: inout PendingWork<Action>?) {
    if runner.needsChildCheck {
      withUnsafePointer(to: &cell.state) { state in
        let ended = runner.endWorkOfAbsentChildren(in: state)
        if !ended.isEmpty { PendingWork.add(ended, to: &work) }
      }
    }
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
    withUnsafePointer(to: &cell.state) { plan.mayAffectSubscribers(by: $0) }
  }

  /// Returns the version of the commit that causes a dispatch on this thread; nil if there is none.
  /// It is the commit that the thread is delivering or flushing. Inside middleware, it is the
  /// commit of the action that the middleware has forwarded.
  @usableFromInline
  func causingVersion() -> UInt64? {
    let store = ObjectIdentifier(self)
    // Before the middleware forwards its action, its activity has version 0, and the surrounding
    // activity is the cause.
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

  /// Changes the state without an action, as a separate commit. It runs no reducer, and so starts
  /// no command. It starts and stops sources, and ends the effects of removed children.
  /// - Parameter transform: Changes the state. If it returns false, it must leave the state
  ///   unchanged, and nothing is committed.
  /// - Returns: False if the store is ending, or if `transform` returned false.
  func replace(
    _ reason: Replacement, from site: CallSite?, _ transform: @Sendable (inout State) -> Bool
  ) -> Bool {
    stopIfReducing("replace the state of")
    var followUp = CommitFollowUp()
    var work: PendingWork<Action>?
    var outcome = commitReplacement(reason, from: site, transform, mayWait: true, &work, &followUp)
    while case .mustWait = outcome, let waiter = followUp.waiter {
      let mayWait = wait(for: waiter)
      outcome = commitReplacement(reason, from: site, transform, mayWait: mayWait, &work, &followUp)
    }
    if case .closed = outcome { return false }
    deliverAndFlush(outcome, followUp)
    if let work { follow(work) }
    return true
  }

  private func commitReplacement(
    _ reason: Replacement, from site: CallSite?, _ transform: @Sendable (inout State) -> Bool,
    mayWait: Bool, _ work: inout PendingWork<Action>?, _ followUp: inout CommitFollowUp
  ) -> Outcome {
    let thread = currentThread()
    var old: State?
    let outcome: Outcome = withCell { cell in
      if cell.isEnding { return .closed }
      if mayWait, cell.observers > 0, let waiter = waiterIfLimitReached(&cell) {
        followUp.waiter = waiter
        return .mustWait
      }
      // The old state is released outside the lock, because a release may run the program's code.
      old = cell.state
      var notice = Notice()
      notice.interest = .states
      reducingThread.store(thread, ordering: .relaxed)
      let isReplaced = transform(&cell.state)
      reducingThread.store(0, ordering: .relaxed)
      if !isReplaced { return .closed }
      if cell.stateObservers > 0 || hasSinks { cell.before = old }
      cell.version &+= 1
      announce(.replacement(reason), notice, from: site, nil, &cell, &followUp)
      return afterCommit(&cell, &work, &followUp)
    }
    withExtendedLifetime(old) {}
    return outcome
  }
}
