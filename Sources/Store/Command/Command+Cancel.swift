extension Command {
  /// Cancels all running and waiting work that has the given id in the scope of this command: the
  /// store, or the child whose reducer returns the command.
  ///
  /// After the commit that caused this command, the store applies no action of that work, even if
  /// the work is still running. Work of a parent or a child under an equal id continues, as do the
  /// later parts of a concatenation that contains this command.
  /// - Parameter id: As given to `cancellable`, `debounce` or `throttle`. Ids of different types
  ///   are never equal.
  /// - Complexity: O(*n* log *n*) in the amount of cancelled work.
  public static func cancel(id: some Hashable & Sendable) -> Command {
    Command(.cancel(EffectKey(id)))
  }

  /// Names the work in this command, so that `cancel(id:)` cancels all of it, including parts of a
  /// concatenation or a delay that have not started.
  ///
  /// Several commands may run under one id, and one command under several ids.
  /// - Parameters:
  ///   - id: The name of the work. Equal ids in two stores, or in two children of one store, name
  ///     different work. Ids of different types are never equal.
  ///   - inFlight: How to handle work that already runs or waits under this id, except work that
  ///     contains this command.
  /// - Complexity: O(1). With `inFlight`, except `.joined`, the store then takes O(*n* log *n*) in
  ///   the amount of work under the id.
  public func cancellable(
    id: some Hashable & Sendable, inFlight: InFlight = .joined
  ) -> Command {
    guard let tree else { return .none }
    return Command(.cancellable(EffectKey(id), inFlight, tree))
  }
}

/// How to handle work that already runs or waits under an id when new work arrives under the same
/// id.
public enum InFlight: Sendable {
  /// The existing work continues beside the new work.
  case joined
  /// The existing work is cancelled, and the new work starts.
  case cancelled
  /// The existing work continues, and the new work is dropped.
  ///
  /// Work is in flight until it returns, or until it begins to send its last action: the result of
  /// a `task`, or the action that `catch` makes from an error. So the reducer that handles the last
  /// action can start new work. The open interval of a throttle is not in flight.
  case kept
}
