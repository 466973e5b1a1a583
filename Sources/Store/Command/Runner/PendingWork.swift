/// The steps to perform for a command outside the store's lock.
@usableFromInline
struct PendingWork<Action: Sendable>: Sendable {
  @usableFromInline var steps: [Step<Action>]
  /// Identifies the dispatch, from outside of any effect, that caused the work; 0 if the steps only
  /// end work, or concern sources.
  @usableFromInline let origin: UInt64

  @usableFromInline
  init(steps: [Step<Action>], origin: UInt64) {
    self.steps = steps
    self.origin = origin
  }

  @usableFromInline
  static func add(_ steps: [Step<Action>], to work: inout PendingWork?) {
    work = PendingWork(steps: (work?.steps ?? []) + steps, origin: work?.origin ?? 0)
  }
}

/// One step to perform outside the locks.
@usableFromInline
enum Step<Action: Sendable>: Sendable {
  case dispatch(ImmediateAction<Action>)
  case perform(EffectWork<Action>, Job<Action>)
  case begin(ThunkStart, Job<Action>)
  case tick(ActionSource<Action>.Timer, Job<Action>)
  case wait(Duration, Job<Action>)
  case call(@Sendable () -> Void)
  case report(StoreIssue)
  /// Releases the commands of a job.
  case release([CommandTree<Action>])
  /// Notifies observers that no effect is running.
  case reportIdle
}

/// An action to dispatch now.
@usableFromInline
struct ImmediateAction<Action: Sendable>: Sendable {
  let action: Action
  /// The token of the work that sends the action. The store checks it when it commits the action.
  let token: EffectToken
  /// The call site at which the command was made.
  let site: CallSite?
  /// The job to end after the action was dispatched or skipped.
  let job: Job<Action>?
}
