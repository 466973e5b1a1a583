/// Something that stands between `dispatch` and the reducer, or beside the store for as long as it
/// lives.
///
/// A value of this type is a recipe. Each store makes working parts of its own from it, so one
/// value may be used for many stores. In a store's list the outermost comes first: it sees an
/// action first.
public struct Middleware<State: Sendable, Action: Sendable>: Sendable {
  /// Takes an action on its way in.
  ///
  /// It may pass it on by calling `next`, change it, pass on more than one, or swallow it by not
  /// calling. It runs on the thread that dispatches, and on several at once when several dispatch.
  public typealias Handler = @Sendable (_ action: Action, _ next: (Action) -> Void) -> Void

  /// What one store runs. What is nil costs nothing.
  public struct Parts: Sendable {
    /// Runs once, before the store is handed out, in the order of the list.
    ///
    /// It may return a state to begin with in the place of the initial one, which is a commit of its own.
    /// If it throws, the error is kept in the store's `startupFailures` and this middleware takes no part.
    public var start: (@Sendable (_ initial: State) throws -> State?)?
    /// Takes every action on its way in.
    public var handle: Handler?
    /// Takes every commit, to write it down.
    public var sink: (any CommitSink<State, Action>)?
    /// Runs once, after the last commit: saves what is to be saved, and cancels what runs.
    public var finish: (@Sendable () -> Void)?
    /// Something that `Store.service(_:)` finds by its type.
    public var service: (any Sendable)?

    /// Makes the parts; leave out what is not needed.
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

  /// Makes a middleware that has working parts.
  /// - Parameter makeParts: Called once by each store, with a way to it; working state belongs inside, so
  ///   that no two stores share it.
  public init(
    parts makeParts: @escaping @Sendable (_ store: StoreContext<State, Action>) -> Parts
  ) {
    self.makeParts = makeParts
  }

  /// Makes a middleware of a handler alone, which keeps no state.
  /// - Parameter handle: Takes every action on its way in. It gets the store, whose state it may read
  ///   before and after, the action, and what passes it on.
  public init(
    _ handle:
      @escaping @Sendable (
        _ store: StoreContext<State, Action>, _ action: Action, _ next: (Action) -> Void
      ) -> Void
  ) {
    makeParts = { store in Parts(handle: { handle(store, $0, $1) }) }
  }
}
