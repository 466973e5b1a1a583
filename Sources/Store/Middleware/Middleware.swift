/// Handles actions between `dispatch` and the reducer, or works beside a store during its lifetime.
///
/// Each store makes its own parts from a middleware value, so one value can be used for many
/// stores. The first middleware in a store's list is the outermost: it receives an action first.
public struct Middleware<State: Sendable, Action: Sendable>: Sendable {
  /// Handles an action before the reducer.
  ///
  /// It may forward the action by calling `next`, change it, forward several actions, or drop it by
  /// not calling `next`. It runs on the thread that dispatches, and on several threads at once if
  /// several threads dispatch.
  public typealias Handler = @Sendable (_ action: Action, _ next: (Action) -> Void) -> Void

  /// The parts that one store runs. The store skips parts that are nil.
  public struct Parts: Sendable {
    /// Runs once, before the store's initializer returns, in the order of the store's middleware.
    ///
    /// It may return a state that replaces the initial one, in a separate commit. If it throws, the
    /// store adds the error to `startupFailures` and leaves this middleware out.
    public var start: (@Sendable (_ initial: State) throws -> State?)?
    /// Handles every action before the reducer.
    public var handle: Handler?
    /// Receives every commit in which it is interested, and writes it.
    public var sink: (any CommitSink<State, Action>)?
    /// Runs once, after the last commit, to save pending data and to cancel running work.
    public var finish: (@Sendable () -> Void)?
    /// A service that `Store.service(_:)` finds by its type.
    public var service: (any Sendable)?

    /// Makes the parts. Omit the parts that are not needed.
    /// - Parameters:
    ///   - start: Runs once, and may return another first state.
    ///   - handle: Handles every action before the reducer.
    ///   - sink: Receives every commit in which it is interested, and writes it.
    ///   - finish: Runs once, after the last commit.
    ///   - service: A value that `Store.service(_:)` finds by its type.
    public init(
      start: (@Sendable (_ initial: State) throws -> State?)? = nil,
      handle: Handler? = nil,
      sink: (any CommitSink<State, Action>)? = nil,
      finish: (@Sendable () -> Void)? = nil,
      service: (any Sendable)? = nil
    ) {
      self.start = start
      self.handle = handle
      self.sink = sink
      self.finish = finish
      self.service = service
    }
  }

  let makeParts: @Sendable (StoreContext<State, Action>) -> Parts

  /// Makes a middleware from its parts.
  /// - Parameter makeParts: Called once by each store, with a reference to the store. Create
  ///   mutable state inside it, so that stores do not share it.
  public init(
    parts makeParts: @escaping @Sendable (_ store: StoreContext<State, Action>) -> Parts
  ) {
    self.makeParts = makeParts
  }

  /// Makes a middleware from a handler without state.
  /// - Parameter handle: Handles every action. It receives the store, the action, and the function
  ///   that forwards the action. It may read the store's state before and after it forwards the
  ///   action.
  public init(
    _ handle:
      @escaping @Sendable (
        _ store: StoreContext<State, Action>, _ action: Action, _ next: (Action) -> Void
      ) -> Void
  ) {
    makeParts = { store in Parts(handle: { handle(store, $0, $1) }) }
  }
}
