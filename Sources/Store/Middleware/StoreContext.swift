/// A reference that does not retain its store, for middleware and the work that middleware starts.
public struct StoreContext<State: Sendable, Action: Sendable>: Sendable {
  let scope: Scope<State, Action>

  /// The dependencies of the store's effects and middleware: time, randomness, and those that the
  /// program adds.
  public var dependencies: Dependencies { scope.link.dependencies }

  /// The newest state; after the store's end, the last one.
  public var state: State { scope.snapshot.state }

  /// The newest state and its version.
  public var snapshot: Snapshot<State> { scope.snapshot }

  /// Reports a failure to the observers of the store's issues of this type, or to standard error if
  /// there are none.
  public func report(_ issue: some RuntimeIssue) { scope.link.issues.report(issue) }

  /// Reports an issue that the state contains, too. A screen that starts later shows no toast for it.
  package func reportOfState(_ issue: some RuntimeIssue) {
    scope.link.issues.report(issue, isInState: true)
  }

  /// Dispatches an action through all middleware, if the store has not ended.
  ///
  /// While the store is starting, the action is queued until all middleware has started. Inside a
  /// reducer this call is a programmer's error.
  /// - Parameters:
  ///   - action: The action to dispatch.
  ///   - fileID: With `line` and `function`, the call site; by default, that of this call.
  /// - Returns: False if the store has ended. Then it has dropped the action and reported it.
  @discardableResult
  public func dispatch(
    _ action: Action, fileID: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function
  ) -> Bool {
    scope.send(action, CallSite(fileID: fileID, line: line, function: function), nil)
  }

  /// Dispatches an action on behalf of another call site.
  @discardableResult
  public func dispatch(_ action: Action, from origin: CallSite) -> Bool {
    scope.send(action, origin, nil)
  }

  /// Changes the state without an action, for code that restores or reloads the state, and for time
  /// travel tools. The change is a separate commit, which no middleware handles and which starts no
  /// effect. The store delivers it to subscribers, and starts and stops sources for the new state.
  ///
  /// In the context of a scoped store this is a programmer's error.
  /// - Parameters:
  ///   - reason: Why the state changes.
  ///   - transform: Changes the newest state under the store's lock, so that no action is lost. It
  ///     must be quick. To use the store inside is a programmer's error.
  /// - Returns: False if the store has ended.
  @discardableResult
  public func replaceState(
    reason: Replacement, _ transform: @escaping @Sendable (inout State) -> Void
  ) -> Bool {
    tryReplacingState(reason: reason) {
      transform(&$0)
      return true
    }
  }

  /// Changes the state as ``replaceState(reason:_:)`` does, unless `transform` returns false. It
  /// then must leave the state unchanged, and nothing is committed.
  /// - Returns: False if the store has ended, or if `transform` returned false.
  package func tryReplacingState(
    reason: Replacement, _ transform: @escaping @Sendable (inout State) -> Bool
  ) -> Bool {
    guard let root = scope.root else {
      programmerError(
        "The state of a scoped store cannot be replaced. Replace the root's state, and change the part in it."
      )
    }
    return root.core?.replace(reason, from: nil, transform) ?? false
  }

  /// Applies an action to a state with the store's reducer, for code that replays actions. It drops
  /// the reducer's command, and commits nothing.
  ///
  /// In the context of a scoped store this is a programmer's error.
  public func reduce(_ state: inout State, _ action: Action) {
    guard let root = scope.root else {
      programmerError("A scoped store cannot replay actions. Use the context of its root.")
    }
    _ = root.reducer.run(&state, action)
  }

  /// Calls a body with every commit once, in version order: see
  /// `Store.observeCommits(keepingStates:_:)`.
  public func observeCommits(
    keepingStates: Bool = false, _ body: @escaping @Sendable (Commit<State, Action>) -> Void
  ) -> Subscription {
    scope.observe(keepingStates, body)
  }
}

// These functions are for tools, and work only for a root, because a scoped store has no history.
extension StoreContext {
  /// Makes a tool record every commit from now on, instead of the tool that recorded before. The
  /// tool first receives the present state.
  /// - Returns: The current time on the store's clock, by which the commits are timed, too.
  package func record(with recorder: any CommitRecorder) -> Duration {
    guard let root = scope.root else {
      programmerError("A scoped store cannot be recorded. Record its root.")
    }
    return root.core?.record(with: recorder) ?? .zero
  }

  /// Ends the recording, unless another tool has replaced this one.
  package func endRecording(with recorder: any CommitRecorder) {
    scope.root?.core?.endRecording(with: recorder)
  }

  /// Holds every later action: after the middleware, before the reducer, until `release`.
  ///
  /// No thread waits: a dispatch returns at once, its change is not in the state, and there is no
  /// work to await. A replacement of the state is not an action, and is not held. Actions of work
  /// that is cancelled meanwhile are dropped; actions of work that ended meanwhile are not. The
  /// store's end drops the held actions.
  ///
  /// A store without a recorder holds nothing. The end of the recording releases the actions.
  package func hold() { scope.root?.core?.hold() }

  /// Commits the held actions on the calling thread, in the order of their dispatches.
  ///
  /// Actions that other threads dispatch meanwhile are added at the end of the held actions. If
  /// there are too many of them, another thread continues the release. If a recorder holds actions
  /// again, the remaining actions stay held.
  /// - Parameter dropping: Whether to drop the actions instead.
  package func release(dropping: Bool = false) { scope.root?.core?.release(dropping: dropping) }

  /// The number of held actions; nil if actions are not held.
  package var heldCount: Int? { scope.root?.core?.heldCount }

  /// Makes views show a state instead of the newest one, from their next rendering on; nil makes
  /// them show the newest again. The store and all other subscribers continue with the newest
  /// state.
  package func show(_ state: State?) { scope.root?.show(state) }

  /// The version that was the newest when views last read the state.
  package var shownVersion: UInt64 {
    scope.root?.shownVersion.load(ordering: .relaxed) ?? 0
  }
}

extension StoreContext {
  /// Dispatches an action on behalf of an effect.
  /// - Returns: False if the effect was cancelled or has ended, or if the store has ended.
  package func dispatch(_ action: Action, from origin: CallSite, _ token: EffectToken) -> Bool {
    !token.dropsActions && scope.send(action, origin, token)
  }

  /// Whether the store has started and is not ending, so that it accepts actions immediately.
  package func isRunning() -> Bool { scope.link.isRunning }

  /// Performs a command that no reducer returned; in the context of a scoped store, as the child's
  /// command.
  package func perform(_ command: Command<Action>) { scope.perform(command) }

  /// Calls a body as an effect of the store, so that `finish()` in the body does not wait until the
  /// store has ended.
  package func asEffect(_ body: () -> Void) {
    let context = EffectContext(storeID: ObjectIdentifier(scope.link)) { _ in }
    EffectContext.$current.withValue(context, operation: body)
  }
}
