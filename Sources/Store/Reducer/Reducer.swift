/// Defines how actions change a state. Only reducers change a store's state.
///
/// A reducer is pure. It reads its state and action, changes the state in place, and has no other
/// effect: it starts no work, reads no clock, and does not use the store that runs it. It returns
/// all other work as a `Command`.
public struct Reducer<State, Action: Sendable>: Sendable {
  @usableFromInline let run: @Sendable (inout State, Action) -> Command<Action>

  /// Makes a reducer from a function that only changes the state.
  /// - Parameter reduce: Changes the state in place according to the action.
  @inlinable
  public init(_ reduce: @escaping @Sendable (_ state: inout State, _ action: Action) -> Void) {
    run = { state, action in
      reduce(&state, action)
      return .none
    }
  }

  // Disfavoured, because a closure without a `return` matches both initialisers, and means the one
  // above.
  /// Makes a reducer from a function that changes the state and returns a command.
  /// - Parameter reduce: Changes the state in place according to the action, and returns a command;
  ///   `.none` if there is no work.
  @inlinable
  @_disfavoredOverload
  public init(
    _ reduce: @escaping @Sendable (_ state: inout State, _ action: Action) -> Command<Action>
  ) {
    run = reduce
  }

  /// Applies one action to a state, for a reducer that calls another one.
  ///
  /// A reducer can modify the behaviour of another reducer:
  ///
  /// ```swift
  /// func counted(_ reducer: Reducer<Shelf, ShelfAction>) -> Reducer<Shelf, ShelfAction> {
  ///   Reducer { state, action -> Command<ShelfAction> in
  ///     state.actions += 1
  ///     return reducer.reduce(&state, action)
  ///   }
  /// }
  /// ```
  /// - Returns: The reducer's command, which has not started. A caller that ignores it loses the
  ///   effects.
  @inlinable
  public func reduce(_ state: inout State, _ action: Action) -> Command<Action> {
    run(&state, action)
  }
}
