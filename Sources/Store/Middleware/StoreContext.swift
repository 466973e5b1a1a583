/// A reference to a store that does not keep the store alive: for middleware, and for the work that it
/// starts.
public struct StoreContext<State: Sendable, Action: Sendable>: Sendable {
  let scope: Scope<State, Action>

  /// What the store's effects and middleware depend on: time, chance, and whatever the program adds.
  public var dependencies: Dependencies { scope.link.dependencies }

  /// The newest state; after the store's end, its last.
  public var state: State { scope.snapshot.state }

  /// The newest state and its version.
  public var snapshot: Snapshot<State> { scope.snapshot }

  /// Reports something that could not be done, to whoever reads the store's issues of this type; to
  /// standard error if nobody does.
  public func report(_ issue: some RuntimeIssue) { scope.link.issues.report(issue) }

  /// Dispatches an action through the whole list of middleware, if the store has not ended.
  ///
  /// While the store is starting, the action is kept until all middleware has started. Inside a
  /// reducer it is a programmer's error.
  /// - Parameters:
  ///   - action: What happened.
  ///   - fileID: Where; the default is the place of the call, as for `line` and `function`.
  /// - Returns: False if the store has finished or is gone; then the action was dropped, and reported.
  @discardableResult
  public func dispatch(
    _ action: Action, fileID: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function
  ) -> Bool {
    scope.send(action, CallSite(fileID: fileID, line: line, function: function), nil)
  }

  /// Dispatches an action on behalf of a place that is known already.
  @discardableResult
  public func dispatch(_ action: Action, from origin: CallSite) -> Bool {
    scope.send(action, origin, nil)
  }

  /// Changes the state without an action: for what restores or reloads it, and for tools that travel in
  /// time. The change is a commit of its own, which no middleware handles and which starts no effect;
  /// sources follow it, and subscribers are told.
  ///
  /// In the context of a scoped store it is a programmer's error.
  /// - Parameters:
  ///   - reason: Why the state changes.
  ///   - transform: Changes the newest state, under the store's lock: no action that is dispatched meanwhile
  ///     is lost. It must be quick; to use the store inside is a programmer's error.
  /// - Returns: False if the store has finished or is gone.
  @discardableResult
  public func replaceState(
    reason: Replacement, _ transform: @escaping @Sendable (inout State) -> Void
  ) -> Bool {
    guard let root = scope.root else {
      programmerError(
        "The state of a scoped store cannot be replaced. Replace that of its root, with the part changed."
      )
    }
    return root.core?.replace(reason, from: nil, transform) ?? false
  }

  /// Applies an action to a state by the store's reducer, without the store: for what replays actions. The
  /// reducer's command is dropped, and nothing is committed.
  ///
  /// In the context of a scoped store it is a programmer's error.
  public func reduce(_ state: inout State, _ action: Action) {
    guard let root = scope.root else {
      programmerError("A scoped store replays no actions. Replay them by the context of its root.")
    }
    _ = root.reducer.run(&state, action)
  }

  /// Sees every commit once, in version order: see `Store.observeCommits(keepingStates:_:)`.
  public func observeCommits(
    keepingStates: Bool = false, _ body: @escaping @Sendable (Commit<State, Action>) -> Void
  ) -> Subscription {
    scope.observe(keepingStates, body)
  }
}

// For tools. Of a root alone: a scoped store has no history of its own.
extension StoreContext {
  /// Has a tool note every commit from now on, in the place of another. It is given the present state to keep.
  /// - Returns: The time by the clock of the commits.
  package func record(with recorder: any CommitRecorder) -> Duration {
    guard let root = scope.root else {
      programmerError("A scoped store has no history of its own. Record its root.")
    }
    return root.core?.record(with: recorder) ?? .zero
  }

  /// Ends that, unless another tool has taken its place.
  package func endRecording(with recorder: any CommitRecorder) {
    scope.root?.core?.endRecording(with: recorder)
  }

  /// Has views show another state than the newest; nil ends that. The store itself, and all that follows it but
  /// views, goes on with the newest. Views have to be made again for it to show.
  package func show(_ state: State?) { scope.root?.show(state) }

  /// The version that was the newest when views last read the state.
  package var shownVersion: UInt64 {
    scope.root?.shownVersion.load(ordering: .relaxed) ?? 0
  }
}

extension StoreContext {
  /// Dispatches an action on behalf of work.
  /// - Returns: Whether the work was wanted.
  package func dispatch(_ action: Action, from origin: CallSite, _ token: EffectToken) -> Bool {
    !token.isSilent && scope.send(action, origin, token)
  }

  /// Whether the store has started, and its end has not begun: then what is dispatched is taken at once.
  package func isRunning() -> Bool { scope.link.isRunning }

  /// Carries out a command that no reducer asked for, at the child's place in the context of a scoped store.
  package func perform(_ command: Command<Action>) { scope.perform(command) }

  /// Calls a body as an effect of the store: one that ends the store does not wait for the end.
  package func asEffect(_ body: () -> Void) {
    EffectContext.$storeID.withValue(ObjectIdentifier(scope.link), operation: body)
  }
}
