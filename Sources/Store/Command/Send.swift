/// Sends the actions of asynchronous work. The work can call it like a function from any thread,
/// any number of times, until it returns.
///
/// ```swift
/// return .run { send in
///   for await line in lines { send(.read(line)) }
/// }
/// ```
public struct Send<Action: Sendable>: Sendable {
  /// The dependencies of the store's effects: time, randomness, clients.
  public let dependencies: Dependencies
  private let deliver: @Sendable (Action) -> Bool

  init(_ dependencies: Dependencies, _ deliver: @escaping @Sendable (Action) -> Bool) {
    self.dependencies = dependencies
    self.deliver = deliver
  }

  /// Dispatches an action on the caller's thread. The middleware and the reducer handle the action
  /// before the call returns. While the store is starting, the store queues the action.
  ///
  /// The store does not apply an action that is sent after the operation of a command or a source
  /// has returned, because such an action can no longer be cancelled. The store reports it as a
  /// `StoreIssue.sentTooLate`.
  /// - Parameter action: The action to dispatch.
  /// - Returns: Whether the work should continue. False if the work was cancelled, has returned, or
  ///   has exceeded its timeout, or if the store has ended. Then the store may not have applied
  ///   this action, and will not apply later ones.
  @discardableResult
  public func callAsFunction(_ action: Action) -> Bool { deliver(action) }

  /// Returns a sender for actions of another type, which a transformation converts to this type.
  func taking<Old>(_ transform: @escaping @Sendable (Old) -> Action) -> Send<Old> {
    Send<Old>(dependencies) { [deliver] in deliver(transform($0)) }
  }
}
