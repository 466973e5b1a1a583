import Store

/// Sends actions upwards: what a view is given instead of a store.
///
/// A value, so that a component may hold it among its props; two dispatchers are equal when they
/// are the same one, so that an `Equatable` component stays comparable.
public struct Dispatcher<Action: Sendable>: Sendable, Equatable {
  private final class Target: Sendable {
    let send: @Sendable (Action) -> Void

    init(_ send: @escaping @Sendable (Action) -> Void) { self.send = send }
  }

  private let target: Target

  /// A dispatcher that calls `send`. It is equal to copies of itself alone.
  public init(_ send: @escaping @Sendable (Action) -> Void) { target = Target(send) }

  /// A dispatcher to a store. It keeps the store alive.
  public init<State>(_ store: Store<State, Action>) { self.init { store.dispatch($0) } }

  /// Sends an action.
  public func callAsFunction(_ action: Action) { target.send(action) }

  /// A dispatcher for a part: its actions are wrapped in this one's.
  ///
  /// Make it once, where the part's view does not change with every frame: two calls give two
  /// dispatchers, which are not equal.
  public func wrap<ChildAction: Sendable>(
    _ embed: @escaping @Sendable (ChildAction) -> Action
  ) -> Dispatcher<ChildAction> {
    let target = target
    return Dispatcher<ChildAction> { target.send(embed($0)) }
  }

  public static func == (first: Dispatcher, second: Dispatcher) -> Bool {
    first.target === second.target
  }
}
