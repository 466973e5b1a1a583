/// A program's state in one place, which only actions change.
///
/// Any thread may dispatch, read and subscribe. Actions go through the middleware to the reducer,
/// which changes the state in place under a lock; the version goes up by one; then subscribers are
/// told.
///
/// A store ends with `finish()`, or when it and all stores scoped from it are released.
public final class Store<State: Sendable, Action: Sendable>: Sendable {
  @usableFromInline let scope: Scope<State, Action>
  /// The core where it is a root's: its `dispatch` is turned into code for this state and action.
  ///
  /// Safe: `owner` keeps it for as long as this store lives, and neither is ever changed.
  @usableFromInline let rootCore: Unmanaged<RootCore<State, Action>>?
  /// Dispatches to the root. A function, because a client's compiler makes it of its own types.
  @usableFromInline let send: @Sendable (Action, CallSite) -> Dispatched
  /// Ends the store when nobody has it, or a scope of it, any more.
  @usableFromInline let owner: StoreOwner

  /// What middleware could not do at the start, in the order of the list; empty when all went well.
  ///
  /// A middleware that failed takes no part. Persistence that could not get at its file, for one,
  /// never writes.
  public var startupFailures: [any Error] { owner.root.startupFailures }

  /// What the store could not do and went on without: actions for children that are gone, effects that
  /// failed. See `Issues`.
  public var issues: Issues<StoreIssue> { Issues(hub: owner.root.issues) }

  /// Issues of another type, such as a middleware's.
  public func issues<Kind: RuntimeIssue>(of kind: Kind.Type) -> Issues<Kind> {
    Issues(hub: owner.root.issues)
  }

  /// What effects and middleware depend on.
  public var dependencies: Dependencies { owner.root.dependencies }

  /// Makes a store.
  /// - Parameters:
  ///   - initial: The state to begin with, unless a middleware restores another.
  ///   - reducer: What actions do.
  ///   - middleware: The outermost first.
  ///   - sources: The long-lived work that a state wants, told apart by id. After each change
  ///     the store starts what appeared, stops what went, and leaves the rest alone.
  ///   - start: A command to begin with.
  ///   - dependencies: What effects, sources and middleware depend on: time, chance, clients.
  ///   - onIssue: Reads the issues of all layers, from the start on; called on any thread. Without it they
  ///     are printed to standard error, unless somebody reads them: see `Issues`.
  public init(
    initial: State,
    reducer: Reducer<State, Action>,
    middleware: [Middleware<State, Action>] = [],
    sources: (@Sendable (State) -> [ActionSource<Action>])? = nil,
    start: Command<Action> = .none,
    dependencies: Dependencies = Dependencies(),
    onIssue: (@Sendable (any RuntimeIssue) -> Void)? = nil
  ) {
    let core = RootCore(
      initial: initial, reducer: reducer, dependencies: dependencies, issues: IssueHub(onIssue))
    scope = core.scope
    rootCore = .passUnretained(core)
    send = { core.dispatch($0, from: $1) }
    owner = StoreOwner(core)
    core.start(middleware, sources: sources, start)
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
  /// The middleware runs on the caller's thread, then the reducer. On return the state holds the
  /// change, and it has been delivered to the subscribers, unless a delivery was under way already:
  /// then that one goes on to this change, on its own thread, when it is done with the current one.
  /// The actions that the reducer's command asks for at once have been applied as well.
  ///
  /// Who can wait for whom: see "The store's contract". After `finish()` the action is dropped, and
  /// reported. To dispatch from inside a reducer is a programmer's error and stops the program.
  /// - Parameters:
  ///   - action: What happened.
  ///   - fileID: Where; the defaults name the place of the call, which its commit then shows.
  /// - Returns: What can be awaited: `await store.dispatch(.load).ended()`.
  @inlinable
  @discardableResult
  public func dispatch(
    _ action: Action, fileID: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function
  ) -> Dispatched {
    dispatch(action, from: CallSite(fileID: fileID, line: line, function: function))
  }

  /// Applies an action on behalf of a place in the program that is known already.
  @inlinable
  @discardableResult
  public func dispatch(_ action: Action, from origin: CallSite) -> Dispatched {
    guard let rootCore else { return send(action, origin) }
    return rootCore._withUnsafeGuaranteedRef { $0.dispatch(action, from: origin) }
  }

  /// Sees every commit once, in version order, whatever thread it was made on.
  ///
  /// A store scoped without `extract` cannot tell its own actions among its root's: there this is a
  /// programmer's error. After the end nothing follows.
  /// - Parameters:
  ///   - keepingStates: Whether commits carry the states on both sides. A reducer then copies what
  ///     it changes.
  ///   - body: Called one at a time, before the subscribers, with every commit that follows this
  ///     call.
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

  /// Ends the store: no action is taken any more, running work is cancelled, and the middleware
  /// saves what it must.
  ///
  /// Returns when every commit has reached every observer and sink, and what is to be saved is saved, or
  /// could not be and was reported; also when another thread had begun it. Called from inside a
  /// delivery, a sink or an effect it marks the end and returns: the delivery completes it, or, where
  /// there is none, another thread.
  ///
  /// Afterwards the state can still be read, tokens may be cancelled, subscribers are told nothing, and
  /// a sequence of values is the last one alone. What is dispatched is dropped and reported. Inside a
  /// reducer this is a programmer's error. Ending a scoped store ends its root.
  ///
  /// A store that is released ends as well, but waits for nothing: another thread saves, after the release. Call
  /// this before the process exits, or what was to be saved last may be lost.
  public func finish() { owner.root.finish(mayWait: true) }

  /// What a middleware offers to those who know its type.
  /// - Returns: The first service of this type in the list of middleware, or nil.
  /// - Complexity: O(*n*) in the number of middleware.
  public func service<Service: Sendable>(_ type: Service.Type) -> Service? { services(type).first }

  /// All services of a type, in the order of the list of middleware.
  package func services<Service: Sendable>(_ type: Service.Type) -> [Service] {
    owner.root.services.compactMap { $0 as? Service }
  }
}

/// Ends a store when it is released: it is shared by the store and its scopes.
@usableFromInline
package final class StoreOwner: Sendable {
  @usableFromInline let root: any StoreRoot

  init(_ root: any StoreRoot) { self.root = root }

  deinit { root.release() }
}
