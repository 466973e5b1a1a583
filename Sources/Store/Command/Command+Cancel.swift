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
  ///   - inFlight: What becomes of what runs or waits under this id already. Work that this command is a
  ///     part of does not count.
  /// - Complexity: O(*n*) in the amount of work under the id, unless that is joined.
  public func cancellable(
    id: some Hashable & Sendable, inFlight: InFlight = .joined
  ) -> Command {
    guard let tree else { return .none }
    return Command(.cancellable(EffectKey(id), inFlight, tree))
  }
}

/// What becomes of the work that runs or waits under an id when more comes.
public enum InFlight: Sendable {
  /// It goes on beside the new.
  case joined
  /// It ends, and the new begins.
  case cancelled
  /// It goes on, and the new is dropped.
  ///
  /// Work is in flight until it has returned, or until only its last action is on the way: that in which a
  /// `task` ends, or the one that `catch` makes of an error. A reducer that handles that action may ask
  /// for more. The open interval of a throttle does not count.
  case kept
}
