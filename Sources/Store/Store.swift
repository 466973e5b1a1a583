/// A program's state in one place, which only actions change.
///
/// Any thread may dispatch, read and subscribe. Actions go through the middleware to the reducer,
/// which changes the state in place under a lock; the version goes up by one; then subscribers are
/// told.
///
/// A store ends with `finish()`, or when it and all stores scoped from it are released.
public final class Store<State: Sendable, Action: Sendable>: Sendable {
  /// Nil in a scoped store.
  @usableFromInline let root: Pipeline<State, Action>?
  /// The same, for `dispatch`: counting a reference to it once more would cost a third of one.
  ///
  /// Safe: `root` keeps it for as long as this store lives, and neither is ever changed.
  @usableFromInline let direct: Unmanaged<Pipeline<State, Action>>?
  /// Nil in a root store.
  @usableFromInline let link: ScopeLink<State, Action>?

  /// What middleware could not do at the start, in the order of the list; empty when all went well.
  ///
  /// A middleware that failed takes no part. Persistence that could not get at its file, for one,
  /// never writes.
  public let startupFailures: [any Error]

  private let services: [any Sendable]

  /// What went wrong since the start and is not an error of a caller: actions for children that
  /// are gone, effects that failed; the first hundred different ones.
  public var issues: [StoreIssue] { root?.issues.issues ?? link?.issues() ?? [] }

  /// Makes a store.
  /// - Parameters:
  ///   - initial: The state to begin with, unless a middleware restores another.
  ///   - reducer: What actions do.
  ///   - middleware: The outermost first.
  ///   - subscriptions: The long-lived work that a state wants, told apart by id. After each change
  ///     the store starts what appeared, stops what went, and leaves the rest alone.
  ///   - start: A command to begin with.
  ///   - clock: Time for the commands and the sources; a test injects a `ManualClock`.
  ///   - onIssue: Called, on any thread, with what went wrong. `issues` keeps the first hundred.
  public init(
    initial: State,
    reducer: Reducer<State, Action>,
    middleware: [Middleware<State, Action>] = [],
    subscriptions: (@Sendable (State) -> [ActionSource<Action>])? = nil,
    start: Command<Action> = .none,
    clock: any Clock<Duration> = ContinuousClock(),
    onIssue: (@Sendable (StoreIssue) -> Void)? = nil
  ) {
    let pipeline = Pipeline(
      initial: initial, reducer: reducer, middleware: middleware,
      effects: StoreEffects(
        subscriptions: subscriptions, start: start, clock: clock, onIssue: onIssue))
    root = pipeline
    direct = .passUnretained(pipeline)
    link = nil
    startupFailures = pipeline.startupFailures
    services = pipeline.services
  }

  @usableFromInline
  init<Parent, ParentAction>(
    parent: Store<Parent, ParentAction>, link: ScopeLink<State, Action>
  ) {
    root = nil
    direct = nil
    self.link = link
    startupFailures = parent.startupFailures
    services = parent.services
  }

  deinit {
    root?.finish()
  }

  /// The newest state.
  @inlinable
  public var state: State {
    if let root { return root.core.state }
    return snapshot.state
  }

  /// The newest state with its version.
  @inlinable
  public var snapshot: Snapshot<State> {
    if let root { return root.core.snapshot }
    return Snapshot(lending: reading)
  }

  /// Applies an action.
  ///
  /// The middleware runs on the caller's thread, then the reducer. On return the state holds the
  /// change, and it has been delivered to the subscribers, unless a delivery was under way already:
  /// then that one goes on to this change, on its own thread, when it is done with the current one.
  /// The actions that the reducer's command asks for at once have been applied as well.
  ///
  /// To dispatch from inside a reducer, or after `finish()`, is a programmer's error and stops the
  /// program.
  /// - Parameters:
  ///   - action: What happened.
  ///   - fileID: Where; the defaults name the place of the call, which its commit then shows.
  @inlinable
  public func dispatch(
    _ action: Action, fileID: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function
  ) {
    dispatch(action, from: CallSite(fileID: fileID, line: line, function: function))
  }

  /// Applies an action on behalf of a place in the program that is known already.
  @inlinable
  public func dispatch(_ action: Action, from origin: CallSite) {
    guard let direct else {
      link?.dispatch(action, origin)
      return
    }
    direct._withUnsafeGuaranteedRef { $0.dispatch(action, from: origin) }
  }

  /// Ends the store: no action is taken any more, running work is cancelled, and the middleware
  /// saves what it must.
  ///
  /// Afterwards the state can still be read, tokens may be cancelled, and a sequence of values is the
  /// last one alone. To dispatch or to subscribe is a programmer's error.
  ///
  /// Returns when that is done, also when another thread had begun it; at once, when it is called
  /// by what it calls itself. A subscriber that another thread is just calling may still be running
  /// then. Inside a reducer it is a programmer's error. Ending a scoped store ends its root.
  public func finish() {
    if let root { root.finish() } else { link?.finish() }
  }

  /// What a middleware offers to those who know its type.
  /// - Returns: The first service of this type in the list of middleware, or nil.
  /// - Complexity: O(*n*) in the number of middleware.
  public func service<Service: Sendable>(_ type: Service.Type) -> Service? {
    for service in services {
      if let service = service as? Service { return service }
    }
    return nil
  }
}
