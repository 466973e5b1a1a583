/// Something that a store could not do and went on without: reported, never thrown away.
public enum StoreIssue: Error, Hashable, Sendable {
  /// An action was meant for a child that is not there: an element that was removed, an optional
  /// that is nil, another case of an enum.
  ///
  /// It was ignored. It is reported once for each child and reducer, however often it happens; the
  /// store remembers ten thousand of them.
  case childIsGone(child: String, reducer: CallSite)
  /// An effect threw an error that no `catch` turned into an action.
  case effectFailed(error: String, effect: CallSite)
  /// An effect sent an action when its operation had returned.
  ///
  /// It was ignored. It is reported once for each effect.
  case sentTooLate(effect: CallSite)
  /// Two of the sources that a state wants have the same id. The first of them runs.
  case duplicateSource(id: String)
}

extension StoreIssue: CustomStringConvertible {
  /// One line: what happened, where, and what to do.
  public var description: String {
    switch self {
    case .childIsGone(let child, let reducer):
      """
      An action for \(child) was ignored, because it is not there (reducer at \(reducer)). Cancel the effects of a \
      child when it is removed: return .cancelScope(of: …) from the reducer that removes it.
      """
    case .effectFailed(let error, let effect):
      """
      An effect failed: \(error) (made at \(effect)). Add .catch { error in … } to its command to tell the reducer.
      """
    case .sentTooLate(let effect):
      """
      An effect sent an action after it had returned (made at \(effect)); it was ignored. Await, inside its operation, \
      whatever sends; or turn callbacks into an AsyncStream, and .stream that.
      """
    case .duplicateSource(let id):
      "Two sources have the id \(id); the second does not run. Give each its own id."
    }
  }
}
