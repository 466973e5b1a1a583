/// Holds a program's state, which actions change.
///
/// Any thread may dispatch, read and subscribe. An action goes through the middleware to the
/// reducer, which changes the state in place under a lock. Then the version grows by one, and the
/// store calls the subscribers.
///
/// A store ends with `finish()`, or when it and all stores scoped from it are released.
public final class Store<State: Sendable, Action: Sendable>: Sendable {
  @usableFromInline let scope: Scope<State, Action>
  /// The core, if this store is a root: its `dispatch` is specialised for this state and action.
  ///
  /// Safe: `owner` retains the core as long as this store exists, and neither `owner` nor
  /// `rootCore` changes.
  @usableFromInline let rootCore: Unmanaged<RootCore<State, Action>>?
  /// Dispatches to the root. It is a closure, so that the compiler can specialise it in the
  /// client's module, for the client's types.
  @usableFromInline let send: @Sendable (Action, CallSite) -> Dispatched
  /// Ends the store when it and all its scopes are released.
  @usableFromInline let owner: StoreOwner

  /// The errors of middleware that failed to start, in the order of the middleware; empty if all
  /// middleware started.
  ///
  /// The store runs without a middleware that failed. For example, persistence that could not read
  /// its file never writes.
  public var startupFailures: [any Error] { owner.root.startupFailures }

  /// Problems that the store reported, and that did not stop it: actions for removed children,
  /// failed effects. See `Issues`.
  public var issues: Issues<StoreIssue> { Issues(hub: owner.root.issues) }

  /// Returns the issues of another type, such as a middleware's.
  public func issues<Kind: RuntimeIssue>(of kind: Kind.Type) -> Issues<Kind> {
    Issues(hub: owner.root.issues)
  }

  /// The dependencies of effects and middleware.
  public var dependencies: Dependencies { owner.root.dependencies }

  /// Makes a store.
  /// - Parameters:
  ///   - initial: The first state, unless a middleware restores another state.
  ///   - reducer: Applies actions to the state, and declares the sources that a state requires.
  ///   - middleware: The middleware, outermost first.
  ///   - start: A command to perform when the store has started.
  ///   - dependencies: The dependencies of effects, sources and middleware: time, randomness,
  ///     clients.
  ///   - onIssue: Receives the issues of the store and its middleware from the start on, on any
  ///     thread. Without it, the store prints issues to standard error, unless an observer reads
  ///     them: see `Issues`.
  public init(
    initial: State,
    reducer: Reducer<State, Action>,
    middleware: [Middleware<State, Action>] = [],
    start: Command<Action> = .none,
    dependencies: Dependencies = Dependencies(),
    onIssue: (@Sendable (any RuntimeIssue) -> Void)? = nil
  ) {
    let core = RootCore(
      initial: initial, reducer: reducer, dependencies: dependencies.forStore(),
      issues: IssueHub(onIssue))
    scope = core.scope
    rootCore = .passUnretained(core)
    send = { core.dispatch($0, from: $1) }
    owner = StoreOwner(core)
    core.start(middleware, start)
  }

  @usableFromInline
  init(
    _ scope: Scope<State, Action>, owner: StoreOwner,
    send: @escaping @Sendable (Action, CallSite) -> Dispatched
  ) {
    self.scope = scope
    rootCore = nil
    self.send = send
    self.owner = owner
  }

  /// The newest state.
  @inlinable
  public var state: State {
    if let rootCore { return rootCore._withUnsafeGuaranteedRef { $0.newest.state } }
    return scope.snapshot.state
  }

  /// The newest state with its version.
  @inlinable
  public var snapshot: Snapshot<State> {
    if let rootCore { return rootCore._withUnsafeGuaranteedRef { $0.newest } }
    return scope.snapshot
  }

  /// Applies an action.
  ///
  /// The middleware runs on the caller's thread, then the reducer. On return, the state contains
  /// the change, and the store has delivered it to the subscribers. If another delivery was
  /// running, that delivery takes over the change instead, on its own thread, and the call does not
  /// wait for it. The store has also applied the actions that the reducer's command dispatches
  /// immediately.
  ///
  /// The article "The store's contract" describes which threads may wait for which. After
  /// `finish()` the store drops the action and reports it. To dispatch inside a reducer is a
  /// programmer's error and stops the program.
  /// - Parameters:
  ///   - action: The action to apply.
  ///   - fileID: With `line` and `function`, the call site that the commit names; by default, that
  ///     of this call.
  /// - Returns: A value to await the started work: `await store.dispatch(.load).ended()`.
  @inlinable
  @discardableResult
  public func dispatch(
    _ action: Action, fileID: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function
  ) -> Dispatched {
    dispatch(action, from: CallSite(fileID: fileID, line: line, function: function))
  }

  /// Applies an action on behalf of another call site.
  @inlinable
  @discardableResult
  public func dispatch(_ action: Action, from origin: CallSite) -> Dispatched {
    guard let rootCore else { return send(action, origin) }
    return rootCore._withUnsafeGuaranteedRef { $0.dispatch(action, from: origin) }
  }

  /// Calls a body with every commit once, in version order, whichever thread made the commit.
  ///
  /// For a store scoped without `extract`, this call is a programmer's error, because such a store
  /// cannot recognize its own actions among its root's. After the store's end, no call follows.
  /// - Parameters:
  ///   - keepingStates: Whether commits contain the states before and after. A reducer then copies
  ///     the parts that it changes.
  ///   - body: Called with one commit at a time, before the subscribers, from the next commit on.
  /// - Returns: A token. The observation ends when it is cancelled or released.
  public func observeCommits(
    keepingStates: Bool = false,
    _ body: @escaping @Sendable (Commit<State, Action>) -> Void
  ) -> Subscription {
    owner.root.stopIfReducing("observe")
    return context.observeCommits(keepingStates: keepingStates, body)
  }

  /// A reference to this store that does not keep it alive.
  public var context: StoreContext<State, Action> { StoreContext(scope: scope) }

  /// Ends the store: it accepts no more actions, cancels running work, and lets the middleware save
  /// pending data.
  ///
  /// Returns when every commit has reached every observer and sink, and the middleware has saved or
  /// has reported a failure, even if another thread called `finish()` first. Inside a delivery, a
  /// sink or an effect, it only marks the store as ending and returns. The store ends after the
  /// running delivery or, if no delivery is running, on another thread.
  ///
  /// Afterwards the state can still be read and tokens may be cancelled. Subscribers receive
  /// nothing, and a new sequence of values contains only the last state. The store drops and
  /// reports dispatched actions. To call `finish()` inside a reducer is a programmer's error.
  /// Ending a scoped store ends its root.
  ///
  /// A released store also ends, but its release does not wait: another thread saves afterwards.
  /// Call this before the process exits, or the last changes may not be saved.
  public func finish() { owner.root.finish(mayWait: true) }

  /// Returns a service that a middleware offers, found by its type.
  /// - Returns: The first service of this type in the list of middleware, or nil.
  /// - Complexity: O(*n*) in the number of middleware.
  public func service<Service: Sendable>(_ type: Service.Type) -> Service? { services(type).first }

  /// All services of a type, in the order of the list of middleware.
  package func services<Service: Sendable>(_ type: Service.Type) -> [Service] {
    owner.root.services.compactMap { $0 as? Service }
  }
}

/// Ends the store when this object is released. The store and its scopes share one owner.
@usableFromInline
package final class StoreOwner: Sendable {
  @usableFromInline let root: any StoreRoot

  init(_ root: any StoreRoot) { self.root = root }

  deinit { root.release() }
}
