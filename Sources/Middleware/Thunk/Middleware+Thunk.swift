import MillraceStore

extension Middleware {
  /// Lets a store be given asynchronous work: `store.dispatch { context in … }`.
  ///
  /// The work may read the state and dispatch, any number of times. It is cancelled when the store
  /// ends.
  public static var thunk: Middleware {
    Middleware(parts: { _ in Parts(service: ThunkSupport()) })
  }
}

extension Store {
  /// Starts asynchronous work that may read this store and dispatch to it.
  ///
  /// The store's middleware must contain `.thunk`; without it, or inside a reducer, this is a programmer's
  /// error. The work does not keep the store alive. When the store ends, the work is cancelled, and what it
  /// still dispatches is dropped; after the end it is cancelled from the start.
  /// - Parameter thunk: The work. It runs on no actor, unless it is isolated to one.
  /// - Returns: The running task. `try await task.value` waits for the work and rethrows its error;
  ///   after `task.cancel()`, whatever the work still dispatches is dropped.
  @discardableResult
  public func dispatch(
    _ thunk: @escaping @Sendable (ThunkContext<State, Action>) async throws -> Void
  ) -> Task<Void, any Error> {
    if service(ThunkSupport.self) == nil {
      programmerError(
        """
        A thunk was dispatched to a store that does not know how to run it. Add .thunk to the store's middleware: \
        Store(initial: …, reducer: …, middleware: [.thunk]).
        """)
    }
    stopIfReducing("dispatch to")
    return start(thunk, in: context)
  }
}

/// Says that thunks may be dispatched to a store.
private struct ThunkSupport: Sendable {}
