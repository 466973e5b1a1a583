/// What a scoped store knows of its parent.
@usableFromInline
struct ScopeLink<State: Sendable, Action: Sendable>: Sendable {
  /// Lends the newest state to a body, which is called once: with the last state that was there, if
  /// none is.
  @usableFromInline let read: @Sendable ((Lent<State>) -> Void) -> Void
  /// Lends the newest state to a body; does not call it when the child is gone.
  @usableFromInline let find: @Sendable ((Lent<State>) -> Void) -> Void
  @usableFromInline let dispatch: @Sendable (Action, CallSite) -> Void
  /// Stops the program if this is no time for something.
  @usableFromInline let admit: @Sendable (StoreUse) -> Void
  /// Those who listen to this part: the ones who do already, or new ones.
  @usableFromInline let audience: @Sendable () -> Audience<State>
  /// Called when a subscriber has been added, with the version that it has seen.
  @usableFromInline let catchUp: @Sendable (_ since: UInt64) -> Void
  /// Calls a body once, when the root has ended and everything is delivered.
  @usableFromInline let ending: @Sendable (_ body: @escaping @Sendable () -> Void) -> Subscription
  @usableFromInline let context: StoreContext<State, Action>
  @usableFromInline let issues: @Sendable () -> [StoreIssue]
  @usableFromInline let finish: @Sendable () -> Void

  @inlinable
  init(
    read: @escaping @Sendable ((Lent<State>) -> Void) -> Void,
    find: @escaping @Sendable ((Lent<State>) -> Void) -> Void,
    dispatch: @escaping @Sendable (Action, CallSite) -> Void,
    admit: @escaping @Sendable (StoreUse) -> Void,
    audience: @escaping @Sendable () -> Audience<State>,
    catchUp: @escaping @Sendable (_ since: UInt64) -> Void,
    ending: @escaping @Sendable (_ body: @escaping @Sendable () -> Void) -> Subscription,
    context: StoreContext<State, Action>,
    issues: @escaping @Sendable () -> [StoreIssue],
    finish: @escaping @Sendable () -> Void
  ) {
    self.read = read
    self.find = find
    self.dispatch = dispatch
    self.admit = admit
    self.audience = audience
    self.catchUp = catchUp
    self.ending = ending
    self.context = context
    self.issues = issues
    self.finish = finish
  }
}
