/// A way to a store that does not keep the store alive: for middleware, and for the work that it
/// starts.
public struct StoreContext<State: Sendable, Action: Sendable>: Sendable {
  let read: @Sendable () -> Snapshot<State>
  let send: @Sendable (Action, CallSite?) -> Bool
  let observe: @Sendable (Bool, @escaping @Sendable (Commit<State, Action>) -> Void) -> Subscription

  /// The newest state; after the store's end, its last.
  public var state: State { read().state }

  /// The newest state and its version.
  public var snapshot: Snapshot<State> { read() }

  /// Dispatches an action through the whole list of middleware, if the store has not ended.
  ///
  /// While the store is starting, the action is kept until all middleware has started. Inside a
  /// reducer it is a programmer's error.
  /// - Parameters:
  ///   - action: What happened.
  ///   - fileID: Where; the default is the place of the call, as for `line` and `function`.
  /// - Returns: False if the store has finished or is gone, and the action was dropped.
  @discardableResult
  public func dispatch(
    _ action: Action, fileID: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function
  ) -> Bool {
    send(action, CallSite(fileID: fileID, line: line, function: function))
  }

  /// Dispatches an action on behalf of a place that is known already.
  @discardableResult
  public func dispatch(_ action: Action, from origin: CallSite) -> Bool { send(action, origin) }

  /// Sees every action once, in version order: see `Store.observeCommits(keepingStates:_:)`.
  public func observeCommits(
    keepingStates: Bool = false, _ body: @escaping @Sendable (Commit<State, Action>) -> Void
  ) -> Subscription {
    observe(keepingStates, body)
  }
}

extension StoreContext {
  init(core: Core<State, Action>, entrance: Entrance<State, Action>) {
    self.init(
      read: { core.snapshot },
      send: { entrance.dispatch(Message(action: $0, site: $1)) },
      observe: { core.addObserver(keepingStates: $0, $1) })
  }
}
