/// What is left to do for a command outside the store's lock.
@usableFromInline
struct PendingWork<Action: Sendable>: Sendable {
  var steps: [Step<Action>] = []
  /// Kept until the steps are taken, so that what the program's closures hold is not released under
  /// a lock.
  var tree: CommandTree<Action>?

  @usableFromInline
  mutating func add(_ more: PendingWork) { steps += more.steps }
}

/// An action to dispatch now.
@usableFromInline
struct ImmediateAction<Action: Sendable>: Sendable {
  let action: Action
  /// Of the work that asks for it; to be looked at when the action is committed.
  let token: EffectToken
  /// Where its command was made.
  let site: CallSite?
  /// To be started when the action has been dispatched, or passed over.
  let next: PendingWork<Action>?
}

/// One thing to do outside the locks.
enum Step<Action: Sendable>: Sendable {
  case dispatch(Action, EffectToken, CallSite, ending: JobID?)
  case perform(EffectWork<Action>, EffectToken, JobID)
  case begin(ActionSource<Action>, EffectToken, JobID)
  case wait(Duration, JobID)
  case end(JobID)
  case stop(@Sendable () -> Void)
  case report(StoreIssue)
  /// Releases what a job held.
  case forget([CommandTree<Action>])
  /// Tells those who wait for it that nothing runs.
  case tellIdle
}
