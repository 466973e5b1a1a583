/// How asynchronous work sends its actions: call it like a function, as often as needed, from any
/// thread, until the work has returned.
///
///     .run { send in
///       for await line in lines { send(.read(line)) }
///     }
public struct Send<Action: Sendable>: Sendable {
  /// What the store's effects depend on: time, chance, clients.
  public let dependencies: Dependencies
  private let deliver: @Sendable (Action) -> Bool

  init(_ dependencies: Dependencies, _ deliver: @escaping @Sendable (Action) -> Bool) {
    self.dependencies = dependencies
    self.deliver = deliver
  }

  /// Dispatches an action, on the caller's thread. It goes through the middleware and the reducer
  /// before this returns; while the store is starting, it is kept until that is done.
  ///
  /// What is sent when the operation of a command has returned is not applied, since it could not be
  /// cancelled: the store reports it as a `StoreIssue.sentTooLate`.
  /// - Parameter action: What happened.
  /// - Returns: Whether the work is still wanted. False when it has been cancelled or has returned, or
  ///   the store has ended; then this action may not have been applied, and no later one is.
  @discardableResult
  public func callAsFunction(_ action: Action) -> Bool { deliver(action) }

  /// The same, for the actions that a transformation makes actions of this type of.
  func taking<Old>(_ transform: @escaping @Sendable (Old) -> Action) -> Send<Old> {
    Send<Old>(dependencies) { [deliver] in deliver(transform($0)) }
  }
}
