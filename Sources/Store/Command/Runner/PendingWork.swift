/// What is left to do for a command outside the store's lock.
@usableFromInline
struct PendingWork<Action: Sendable>: Sendable {
  @usableFromInline var steps: [Step<Action>]
  /// Tells the work that one dispatch from outside led to from other work.
  @usableFromInline let origin: UInt64

  @usableFromInline
  init(steps: [Step<Action>], origin: UInt64) {
    self.steps = steps
    self.origin = origin
  }
}

/// One thing to do outside the locks.
@usableFromInline
enum Step<Action: Sendable>: Sendable {
  case dispatch(ImmediateAction<Action>)
  case perform(EffectWork<Action>, Job<Action>)
  case begin(ThunkStart, Job<Action>)
  case tick(ActionSource<Action>.Timer, Job<Action>)
  case wait(Duration, Job<Action>)
  case call(@Sendable () -> Void)
  case report(StoreIssue)
  /// Releases what a job held.
  case forget([CommandTree<Action>])
  /// Tells those who wait for it that nothing runs.
  case tellIdle
}

/// An action to dispatch now.
@usableFromInline
struct ImmediateAction<Action: Sendable>: Sendable {
  let action: Action
  /// Of the work that asks for it; to be looked at when the action is committed.
  let token: EffectToken
  /// Where its command was made.
  let site: CallSite?
  /// To be ended when the action has been dispatched, or passed over.
  let job: Job<Action>?
}
