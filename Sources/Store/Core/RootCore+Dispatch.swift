/// What is to be dispatched next, in order: the actions that commands ask for.
@usableFromInline
typealias ImmediateQueue<Action: Sendable> = ArraySlice<ImmediateAction<Action>>

extension RootCore {
  /// Dispatches an action; one that comes after the end is dropped and reported.
  @inlinable
  func dispatch(_ action: Action, from site: CallSite) {
    if hasHandlers {
      if !dispatch(action, from: site, token: nil) { refuse(action, from: site) }
      return
    }
    var work: PendingWork<Action>?
    apply(action, from: site, token: nil, &work)
    if let work { follow(work) }
  }

  /// Dispatches an action that goes through the middleware, or comes by way of a context or of an effect.
  /// - Parameter token: Of the effect that sends it.
  /// - Returns: Whether the store has not ended.
  @inlinable
  func dispatch(_ action: Action, from site: CallSite?, token: EffectToken?) -> Bool {
    stopIfReducing("dispatch to")
    if isClosing { return false }
    var queue = ImmediateQueue<Action>()
    run(action, from: site, token: token, queue: &queue)
    if !queue.isEmpty { follow(&queue) }
    return true
  }

  @inlinable package var isClosing: Bool { cell.withLock { $0.isClosing } }

  @usableFromInline
  func refuse(_ action: Action, from site: CallSite?) {
    let text = onOneLine("\(action)")
    let action = text.count > 200 ? text.prefix(200) + "…" : text
    issues.report(StoreIssue.droppedAfterEnd(action: action, origin: site))
  }

  /// Commits an action and delivers it.
  /// - Parameter work: Becomes what the reducer's command is to start.
  /// - Returns: The version that the action led to, where somebody wants to know; else 0.
  @inlinable
  @discardableResult
  func apply(
    _ action: Action, from site: CallSite?, token: EffectToken?, _ work: inout PendingWork<Action>?
  ) -> UInt64 {
    var rest = Remainder()
    let outcome = commit(
      action, from: site, token: token, mayWait: true, work: &work, rest: &rest)
    if case .committed = outcome, !rest.mustFlush { return rest.version }
    return finish(outcome, &rest, action, from: site, token: token, &work)
  }

  @inlinable
  @inline(never)
  func finish(
    _ first: Outcome, _ rest: inout Remainder, _ action: Action, from site: CallSite?,
    token: EffectToken?, _ work: inout PendingWork<Action>?
  ) -> UInt64 {
    var outcome = first
    while case .mustWait = outcome, let waiter = rest.waiter {
      let mayWait = wait(for: waiter, own: nil)
      outcome = commit(
        action, from: site, token: token, mayWait: mayWait, work: &work, rest: &rest)
    }
    if case .closed = outcome, token == nil { refuse(action, from: site) }
    finishCommit(outcome, rest)
    return rest.version
  }

  /// Takes an action through the middleware, commits what comes out, and delivers it.
  ///
  /// What the reducer's command starts is started; the actions it asks for are left in the queue.
  @inlinable
  func run(
    _ action: Action, from site: CallSite?, token: EffectToken?, queue: inout ImmediateQueue<Action>
  ) {
    if !hasHandlers { return pass(action, from: site, token, nil, queue: &queue) }
    ThreadActivity.run(ThreadActivity(.handling, self), activitySlot) { activity in
      handle(action, from: site, token, at: 0, activity, queue: &queue)
    }
  }

  @inlinable
  func handle(
    _ action: Action, from site: CallSite?, _ token: EffectToken?, at index: Int,
    _ activity: UnsafeMutablePointer<ThreadActivity>, queue: inout ImmediateQueue<Action>
  ) {
    guard index < handlers.count else {
      return pass(action, from: site, token, activity, queue: &queue)
    }
    handlers[index](action) {
      handle($0, from: site, token, at: index + 1, activity, queue: &queue)
    }
  }

  /// The innermost step: commits.
  @inlinable
  func pass(
    _ action: Action, from site: CallSite?, _ token: EffectToken?,
    _ activity: UnsafeMutablePointer<ThreadActivity>?, queue: inout ImmediateQueue<Action>
  ) {
    // What caused this action is what the thread was doing before: its own middleware is not.
    let outer = activity?.pointee.version
    var work: PendingWork<Action>?
    let version = apply(action, from: site, token: token, &work)
    activity?.pointee.version = version == 0 ? outer ?? 0 : version
    if let work { queue += runner.start(work) }
  }

  /// Dispatches what commands have asked for, until they ask for no more. No recursion: a chain may
  /// be of any length.
  @usableFromInline
  func follow(_ queue: inout ImmediateQueue<Action>) {
    while let item = queue.popFirst() {
      if !item.token.isSilent {
        run(item.action, from: item.site, token: item.token, queue: &queue)
      }
      queue += runner.finish(item)
    }
  }

  /// Carries out a command that no reducer asked for. After the end it does nothing.
  func perform(_ command: Command<Action>) {
    stopIfReducing("dispatch to")
    let cause = causingVersion()
    follow(
      cell.withLock { cell in
        if cell.isClosing { return [] }
        let work = runner.register(command, version: cause)
        if !runner.hasPlaces { return work }
        cell.isUnwatched = false
        // Its child may be gone already.
        return withUnsafePointer(to: &cell.state) { work + runner.endWorkOfAbsentChildren(in: $0) }
      })
  }

  /// Starts what a command wants, and dispatches the actions that it asks for.
  @usableFromInline
  func follow(_ work: PendingWork<Action>) {
    var queue = ImmediateQueue(runner.start(work))
    follow(&queue)
  }
}
