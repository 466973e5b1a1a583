/// How an action changes a state: the one place where a state changes.
///
/// A reducer is pure. It reads the state and the action it is given, changes the state in place,
/// and does nothing else: it starts no work, reads no clock, and never touches the store that runs
/// it. What is to be done besides, it returns as a `Command`.
public struct Reducer<State, Action: Sendable>: Sendable {
  @usableFromInline let run: @Sendable (inout State, Action) -> Command<Action>

  /// Makes a reducer of a function that only changes the state.
  /// - Parameter reduce: Changes the state in place as the action says.
  @inlinable
  public init(_ reduce: @escaping @Sendable (_ state: inout State, _ action: Action) -> Void) {
    run = { state, action in
      reduce(&state, action)
      return .none
    }
  }

  // Disfavoured, because a function without a `return` could be either kind, and means the one
  // above.
  /// Makes a reducer of a function that changes the state, and says what is to be done besides.
  /// - Parameter reduce: Changes the state in place as the action says, and returns a command:
  ///   `.none` when there is nothing to do.
  @inlinable
  @_disfavoredOverload
  public init(
    _ reduce: @escaping @Sendable (_ state: inout State, _ action: Action) -> Command<Action>
  ) {
    run = reduce
  }

  /// Applies one action to a state: for a reducer that calls another one.
  ///
  /// A reducer of reducers changes what another one does:
  ///
  /// ```swift
  /// func counted(_ reducer: Reducer<Shelf, ShelfAction>) -> Reducer<Shelf, ShelfAction> {
  ///   Reducer { state, action -> Command<ShelfAction> in
  ///     state.actions += 1
  ///     return reducer.reduce(&state, action)
  ///   }
  /// }
  /// ```
  /// - Returns: What the reducer wants done; nothing of it has been begun. A reducer that drops it drops the
  ///   effects.
  @inlinable
  public func reduce(_ state: inout State, _ action: Action) -> Command<Action> {
    run(&state, action)
  }
}
