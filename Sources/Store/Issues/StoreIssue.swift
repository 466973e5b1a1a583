/// A problem that a store reports, and that does not stop the store.
public enum StoreIssue: RuntimeIssue {
  /// An action was addressed to an absent child: a removed element, an optional that is nil, or
  /// another case of an enum.
  ///
  /// The store ignored the action. It reports this once for each child and reducer, and remembers
  /// up to ten thousand reports.
  case absentChild(child: String, reducer: CallSite)
  /// A child asked to be dismissed, but no surrounding scope has an action for that.
  case unhandledDismissal(child: CallSite)
  /// An effect threw an error that no `catch` turned into an action.
  case effectFailed(error: String, effect: CallSite)
  /// An effect sent an action after its operation had returned.
  ///
  /// The store ignored the action, and reports this once for each effect.
  case sentTooLate(effect: CallSite)
  /// Two of the sources that a state requires have the same id. Only the first one runs.
  case duplicateSource(id: String)
  /// A middleware failed to start and is left out: see `Store.startupFailures`.
  case middlewareDidNotStart(error: String)
  /// An action was dispatched after the end of the store.
  case droppedAfterEnd(action: String, origin: CallSite?)
  /// A subscriber, an observer or a sink dispatched while too many commits waited for observers.
  case commitLimitExceeded
  /// A dispatch timed out while it waited for another thread's delivery, which probably waits for
  /// the dispatching thread.
  case deliveryTimedOut

  /// False for failed effects, dropped actions and failed middleware: every one is reported. Other
  /// issues are reported once.
  public var isReportedOnce: Bool {
    switch self {
    case .effectFailed, .droppedAfterEnd, .middlewareDidNotStart: false
    case .absentChild, .unhandledDismissal, .sentTooLate, .duplicateSource, .commitLimitExceeded,
      .deliveryTimedOut:
      true
    }
  }
}

extension StoreIssue: CustomStringConvertible {
  /// One line: what happened, where, and what to do.
  public var description: String {
    switch self {
    case .absentChild(let child, let reducer):
      """
      An action for \(child) was ignored, because the child does not exist (reducer at \(reducer)). Do not send \
      actions to a removed child.
      """
    case .unhandledDismissal(let child):
      """
      A child asked to be dismissed (at \(child)), but no surrounding scope handles it. Pass an action: \
      .scope(…, action: …, dismissed: …, child).
      """
    case .effectFailed(let error, let effect):
      """
      An effect failed: \(error) (made at \(effect)). Add .catch { error in … } to its command to turn the error into an action.
      """
    case .sentTooLate(let effect):
      """
      An effect (made at \(effect)) sent an action after its operation had returned; the action was ignored. Await the \
      sending code inside the operation, or convert callbacks to an AsyncStream and use .stream.
      """
    case .duplicateSource(let id):
      "Two sources have the id \(id); the second does not run. Give each its own id."
    case .middlewareDidNotStart(let error):
      "A middleware failed to start, and the store runs without it: \(error)"
    case .droppedAfterEnd(let action, let origin):
      """
      The action \(action) was dropped, because the store has ended\(origin.map { " (dispatched at \($0))" } ?? ""). \
      Dispatch before finish(), and stop tasks, timers and input that dispatch before calling it.
      """
    case .commitLimitExceeded:
      """
      A subscriber, an observer or a sink dispatched while \(waitingCommitsLimit) commits waited for observers. Dispatch \
      fewer actions there, or return a command from the reducer instead.
      """
    case .deliveryTimedOut:
      """
      A dispatch timed out while another thread was calling subscribers. A subscriber must not wait for a thread \
      that dispatches; start a task in the subscriber instead.
      """
    }
  }
}
