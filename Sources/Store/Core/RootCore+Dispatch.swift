/// The actions of commands that are dispatched next, in order.
@usableFromInline
typealias ImmediateQueue<Action: Sendable> = ArraySlice<ImmediateAction<Action>>

extension RootCore {
  /// Dispatches an action. If the store is ending, it drops the action and reports it.
  @inlinable
  func dispatch(_ action: Action, from site: CallSite) -> Dispatched {
    if hasHandlers {
      var origin: UInt64 = 0
      _ = dispatch(action, from: site, token: nil, &origin)
      return Dispatched(origin == 0 ? nil : runner, origin)
    }
    var work: PendingWork<Action>?
    apply(action, from: site, token: nil, origin: 0, &work)
    guard let work else { return Dispatched(nil, 0) }
    follow(work)
    return Dispatched(runner, work.origin)
  }

  /// Dispatches an action from a `StoreContext` or an effect.
  /// - Parameter token: The token of the effect that sends the action.
  /// - Returns: False if the store is ending.
  @usableFromInline
  func dispatch(_ action: Action, from site: CallSite?, token: EffectToken?) -> Bool {
    var origin: UInt64 = 0
    return dispatch(action, from: site, token: token, &origin)
  }

  /// - Parameter origin: Set to the origin of the work that this dispatch starts; without such
  ///   work, to the token's origin, or to 0 without a token.
  @inlinable
  func dispatch(
    _ action: Action, from site: CallSite?, token: EffectToken?, _ origin: inout UInt64
  ) -> Bool {
    stopIfReducing("dispatch to")
    if isEnding {
      if token == nil { issues.reportDropped(action, from: site) }
      return false
    }
    var queue = ImmediateQueue<Action>()
    run(action, from: site, token: token, queue: &queue, &origin)
    if !queue.isEmpty { follow(&queue) }
    return true
  }

  @inlinable package var isEnding: Bool { withCell { $0.isEnding } }

  /// Commits an action and delivers the change.
  /// - Parameter work: Set to the work of the reducer's command.
  /// - Returns: The version of the commit; 0 if there is none.
  @inlinable
  @discardableResult
  func apply(
    _ action: Action, from site: CallSite?, token: EffectToken?, origin: UInt64,
    _ work: inout PendingWork<Action>?
  ) -> UInt64 {
    var followUp = CommitFollowUp()
    let outcome = commit(
      action, from: site, token, origin, mayWait: true, work: &work, followUp: &followUp)
    if case .committed = outcome, !followUp.mustFlush { return followUp.version }
    return completeCommit(outcome, &followUp, action, from: site, token, origin, &work)
  }

  @inlinable
  @inline(never)
  func completeCommit(
    _ first: Outcome, _ followUp: inout CommitFollowUp, _ action: Action, from site: CallSite?,
    _ token: EffectToken?, _ origin: UInt64, _ work: inout PendingWork<Action>?
  ) -> UInt64 {
    var outcome = first
    while case .mustWait = outcome, let waiter = followUp.waiter {
      let mayWait = wait(for: waiter)
      outcome = commit(
        action, from: site, token, origin, mayWait: mayWait, work: &work, followUp: &followUp)
    }
    if case .closed = outcome, token == nil { issues.reportDropped(action, from: site) }
    deliverAndFlush(outcome, followUp)
    return followUp.version
  }

  /// Calls the middleware with an action, commits the resulting actions, and delivers them.
  ///
  /// It starts the work of the reducers' commands, and adds their immediate actions to the queue.
  /// - Parameter origin: Set as in `dispatch(_:from:token:_:)`.
  @inlinable
  func run(
    _ action: Action, from site: CallSite?, token: EffectToken?,
    queue: inout ImmediateQueue<Action>,
    _ origin: inout UInt64
  ) {
    var activity = ThreadActivity(.handling, self, origin: token?.origin ?? 0)
    if hasHandlers {
      ThreadActivity.run(&activity, activitySlot) {
        handle(action, from: site, token, at: 0, $0, queue: &queue)
      }
    } else {
      commitAfterMiddleware(action, from: site, token, &activity, queue: &queue)
    }
    origin = activity.origin
  }

  @inlinable
  func handle(
    _ action: Action, from site: CallSite?, _ token: EffectToken?, at index: Int,
    _ activity: UnsafeMutablePointer<ThreadActivity>, queue: inout ImmediateQueue<Action>
  ) {
    guard index < handlers.count else {
      return commitAfterMiddleware(action, from: site, token, activity, queue: &queue)
    }
    handlers[index](action) {
      handle($0, from: site, token, at: index + 1, activity, queue: &queue)
    }
  }

  /// Commits an action that all middleware has forwarded.
  @inlinable
  func commitAfterMiddleware(
    _ action: Action, from site: CallSite?, _ token: EffectToken?,
    _ activity: UnsafeMutablePointer<ThreadActivity>, queue: inout ImmediateQueue<Action>
  ) {
    var work: PendingWork<Action>?
    let version = apply(
      action, from: site, token: token, origin: activity.pointee.origin, &work)
    // The version is set after the commit, because an action must not be its own cause.
    if version != 0 { activity.pointee.version = version }
    if let work {
      if work.origin != 0 { activity.pointee.origin = work.origin }
      queue += runner.start(work.steps)
    }
  }

  /// Dispatches the actions of commands until none is left. It does not recurse, so that a chain
  /// can have any length.
  @usableFromInline
  func follow(_ queue: inout ImmediateQueue<Action>) {
    while let item = queue.popFirst() {
      if !item.token.dropsActions {
        var origin = item.token.origin
        run(item.action, from: item.site, token: item.token, queue: &queue, &origin)
      }
      queue += runner.endJob(of: item)
    }
  }

  /// Performs a command that no reducer returned, unless the store is ending.
  func perform(_ command: Command<Action>) {
    stopIfReducing("dispatch to")
    let (cause, store) = (causingVersion(), ObjectIdentifier(self))
    // Inside middleware, the work belongs to the surrounding dispatch.
    let handling = ThreadActivity.innermost { $0.kind == .handling && $0.store == store }
    let work = withCell { cell -> PendingWork<Action>? in
      if cell.isEnding { return nil }
      var work = runner.register(
        command, version: cause, origin: handling?.pointee.origin ?? 0)
      if runner.needsChildCheck {
        // The command's child may already be removed.
        withUnsafePointer(to: &cell.state) { work.steps += runner.endWorkOfAbsentChildren(in: $0) }
      }
      return work
    }
    guard let work else { return }
    handling?.pointee.origin = work.origin
    follow(work)
  }

  /// Starts the work of a command, and dispatches its immediate actions.
  @usableFromInline
  func follow(_ work: PendingWork<Action>) {
    var queue = ImmediateQueue(runner.start(work.steps))
    follow(&queue)
  }
}
