extension Command {
  /// Ends all that runs or waits under an id in this store.
  ///
  /// From the commit on that asked for this, no action of that work is applied, whatever the work
  /// is doing. A child's reducer ends only the child's own work.
  /// - Parameter id: As given to `cancellable`, `debounce` or `throttle`. Ids of different types
  ///   are never equal.
  /// - Complexity: O(*n*) in the amount of work that this ends.
  public static func cancel(id: some Hashable & Sendable) -> Command {
    Command(.cancel(EffectKey(id)))
  }

  /// Names the work in this command, so that `cancel(id:)` ends it: all of it, also what a
  /// concatenation or a delay has not begun.
  ///
  /// Several commands may run under one id, and one command under several.
  /// - Parameters:
  ///   - id: The name, within this store and child. Ids of different types are never equal.
  ///   - cancelInFlight: Whether what runs or waits under this id is ended first.
  public func cancellable(
    id: some Hashable & Sendable, cancelInFlight: Bool = false
  ) -> Command {
    guard let tree else { return .none }
    return Command(.cancellable(EffectKey(id), cancelInFlight ? .cancelled : .joined, tree))
  }
}
