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
    return Command(.cancellable(EffectKey(id), cancelInFlight: cancelInFlight, tree))
  }
}

// For children: an optional, an element of a list, a case.
extension Command {
  /// Gives this command a place of its own: the ids in it are not those of other places, and all
  /// its work, named or not, belongs to the place.
  /// - Parameter place: What tells the place from others around it.
  package func scoped(by place: some Hashable & Sendable) -> Command {
    guard let tree else { return .none }
    return Command(.scope(EffectKey(place), tree))
  }

  /// Ends all that runs or waits in a place, and in places inside it.
  /// - Parameter place: As given to `scoped(by:)`.
  package static func cancelScope(by place: some Hashable & Sendable) -> Command {
    Command(.cancelScope(EffectKey(place)))
  }
}
