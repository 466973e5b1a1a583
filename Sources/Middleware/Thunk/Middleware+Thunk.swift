import MillraceStore

extension Middleware {
  /// Lets a store run asynchronous work: `store.dispatch { context in … }`.
  ///
  /// The work may read the state and dispatch any number of times. It is cancelled when the store
  /// ends.
  public static var thunk: Middleware {
    Middleware(parts: { _ in Parts(service: ThunkSupport()) })
  }
}

extension Store {
  /// Starts asynchronous work that may read this store and dispatch to it.
  ///
  /// ```swift
  /// let found = store.dispatch(id: "search", inFlight: .kept, retry: .backOff(attempts: 3)) {
  ///   context in
  ///   let count = try await find(context.state.text)
  ///   context.dispatch(.found(count))
  ///   return count
  /// }
  /// ```
  ///
  /// The store's middleware must contain `.thunk`; without it, or inside a reducer, this is a
  /// programmer's error. The work does not keep the store alive. It is cancelled when the store
  /// ends, or when this is the store of a child that is removed: a removed element, or an optional
  /// that becomes nil. Actions of cancelled work are dropped.
  /// - Parameters:
  ///   - id: As in `Command.cancellable(id:inFlight:)`: each store, and each scoped child, has its
  ///     own ids, which thunks share with commands. Nil for work without an id.
  ///   - inFlight: How to handle other work that runs under the id. If it is kept, the task fails
  ///     at once with `ThunkError.alreadyRunning`.
  ///   - retry: When failed work is tried again; nil for never.
  ///   - timeout: The longest time for each attempt, on the clock of the dependencies. A longer
  ///     attempt is cancelled, is not waited for, and fails with an `EffectTimeout`.
  ///   - recover: Makes an action of the last attempt's error. The action is dispatched before the
  ///     task ends; the task still throws the error.
  ///   - fileID: The call site; the default is that of the call, as for `line` and `function`.
  ///   - thunk: The work. It runs on no actor, unless it is isolated to one, and once for each
  ///     attempt.
  /// - Returns: The running task, with the value or the error of the work. Cancelling it cancels
  ///   the work. Work of a child that no longer exists is cancelled from the start.
  @discardableResult
  public func dispatch<Value: Sendable>(
    id: (any Hashable & Sendable)? = nil, inFlight: InFlight = .joined,
    retry: Retry? = nil, timeout: Duration? = nil,
    catch recover: (@Sendable (any Error) -> Action)? = nil,
    fileID: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
    _ thunk: @escaping @Sendable (ThunkContext<State, Action>) async throws -> Value
  ) -> Task<Value, any Error> {
    if service(ThunkSupport.self) == nil {
      programmerError(
        """
        A thunk was dispatched to a store that does not know how to run it. Add .thunk to the store's middleware: \
        Store(initial: …, reducer: …, middleware: [.thunk]).
        """)
    }
    return Thunk(
      store: context, attempts: Attempts(retry: retry, timeout: timeout), recover: recover,
      site: CallSite(fileID: fileID, line: line, function: function), body: thunk
    ).start(id: id, inFlight)
  }

  /// Cancels all work with an id in this store: thunks, and the commands of its reducer.
  ///
  /// After this returns, no action of that work is applied. Calling it inside a reducer is a
  /// programmer's error.
  /// - Parameter id: As given to `dispatch(id:)`, or to a command.
  /// - Complexity: O(*n*) in the amount of work that this ends.
  public func cancelThunk(id: some Hashable & Sendable) { context.perform(.cancel(id: id)) }
}

/// The service by which `dispatch` finds out whether a store has the middleware `.thunk`.
private struct ThunkSupport: Sendable {}
