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
  /// Nil in a root store.
  let link: ScopeLink<State, Action>?

  /// What middleware could not do at the start, in the order of the list; empty when all went well.
  ///
  /// A middleware that failed takes no part. Persistence that could not get at its file, for one,
  /// never writes.
  public let startupFailures: [any Error]

  private let services: [any Sendable]

  /// Makes a store.
  /// - Parameters:
  ///   - initial: The state to begin with, unless a middleware restores another.
  ///   - reducer: What actions do.
  ///   - middleware: The outermost first.
  public init(
    initial: State,
    reducer: Reducer<State, Action>,
    middleware: [Middleware<State, Action>] = []
  ) {
    let pipeline = Pipeline(initial: initial, reducer: reducer, middleware: middleware)
    root = pipeline
    link = nil
    startupFailures = pipeline.startupFailures
    services = pipeline.services
  }

  init<Parent, ParentAction>(
    parent: Store<Parent, ParentAction>, link: ScopeLink<State, Action>
  ) {
    root = nil
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
    return scopedSnapshot.state
  }

  /// The newest state with its version.
  @inlinable
  public var snapshot: Snapshot<State> {
    if let root { return root.core.snapshot }
    return scopedSnapshot
  }

  /// Applies an action.
  ///
  /// The middleware runs on the caller's thread, then the reducer. On return the state holds the
  /// change, and it has been delivered to the subscribers, unless a delivery was under way already:
  /// then that one goes on to this change, on its own thread, when it is done with the current one.
  ///
  /// To dispatch from inside a reducer, or after `finish()`, is a programmer's error and stops the
  /// program.
  /// - Parameter action: What happened.
  @inlinable
  public func dispatch(_ action: Action) {
    if let root { root.dispatch(action) } else { scopedDispatch(action) }
  }

  /// Ends the store: no action is taken any more, running work is cancelled, and the middleware
  /// saves what it must.
  ///
  /// Returns when that is done, also when another thread had begun it. Ending a scoped store ends
  /// its root.
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
