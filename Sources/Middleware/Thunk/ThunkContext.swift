import MillraceStore

/// What asynchronous work sees of its store. It does not keep the store alive.
public struct ThunkContext<State: Sendable, Action: Sendable>: Sendable {
  let store: StoreContext<State, Action>
  let token: EffectToken

  /// The newest state; after the store's end, its last.
  public var state: State { store.state }

  /// What the store's effects depend on: time, chance, clients.
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
