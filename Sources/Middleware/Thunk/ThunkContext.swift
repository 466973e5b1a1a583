import MillraceStore

/// A store as seen by asynchronous work. It does not keep the store alive.
public struct ThunkContext<State: Sendable, Action: Sendable>: Sendable {
  let store: StoreContext<State, Action>
  let token: EffectToken

  /// The newest state; after the store's end, its last state.
  public var state: State { store.state }

  /// The dependencies of the store's effects: clock, randomness, clients.
  public var dependencies: Dependencies { store.dependencies }

  /// Dispatches an action, unless the work has been cancelled or the store has ended.
  /// - Returns: Whether the action was dispatched.
  @discardableResult
  public func dispatch(
    _ action: Action, fileID: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function
  ) -> Bool {
    store.dispatch(
      action, from: CallSite(fileID: fileID, line: line, function: function), token)
  }
}
