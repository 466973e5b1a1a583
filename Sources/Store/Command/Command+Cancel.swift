extension Command {
  /// Cancels all running and waiting work in this store that has the given id.
  ///
  /// After the commit that caused this command, the store applies no action of that work, even if
  /// the work is still running. A child's reducer cancels only the child's own work.
  /// - Parameter id: As given to `cancellable`, `debounce` or `throttle`. Ids of different types
  ///   are never equal.
  /// - Complexity: O(*n*) in the amount of cancelled work.
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
  /// - Complexity: O(*n*) in the amount of work under the id, unless `inFlight` is `.joined`.
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
