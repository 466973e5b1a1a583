extension Middleware {
  /// Turns a child's middleware into a middleware of the parent.
  ///
  /// It handles the child's actions, and receives the commits of these actions and of replacements
  /// of the state; it does not see other actions and commits. Its context is the child's: it reads
  /// the child's state, and dispatches the child's actions. Middleware that replaces or replays the
  /// state, such as `persistence`, works only for a root, not for a child.
  ///
  /// ```swift
  /// let store = Store(
  ///   initial: Shop(), reducer: shop,
  ///   middleware: [.scope(state: \.cart, action: cartPath, cartTracking)])
  /// ```
  /// - Parameters:
  ///   - field: The field with the child's state.
  ///   - action: The case of the parent's actions that contains the child's actions.
  ///   - child: The child's middleware.
  public static func scope<Child: Sendable, ChildAction: Sendable>(
    state field: WritableKeyPath<State, Child> & Sendable,
    action: CasePath<Action, ChildAction>, _ child: Middleware<Child, ChildAction>
  ) -> Middleware {
    Middleware(parts: { store in
      let selection = Selection<State, Child>.field(field)
      let scope = Scope<Child, ChildAction>(
        of: store.scope, selection,
        by: EffectKey(action.identity), retainsWholeState: store.scope.retainsWholeState,
        first: nil, embed: action.embed, extract: action.extract)
      let parts = child.makeParts(StoreContext(scope: scope))
      return Parts(
        start: parts.start.map { start in lifted(start, field) },
        handle: parts.handle.map { handle in lifted(handle, action) },
        sink: parts.sink.map { sink in
          ScopedSink(sink: sink, part: { $0[keyPath: field] }, extract: action.extract)
        },
        finish: parts.finish, service: parts.service)
    })
  }

  private static func lifted<Child>(
    _ start: @escaping @Sendable (Child) throws -> Child?,
    _ field: WritableKeyPath<State, Child> & Sendable
  ) -> @Sendable (State) throws -> State? {
    { initial in
      guard let child = try start(initial[keyPath: field]) else { return nil }
      var state = initial
      state[keyPath: field] = child
      return state
    }
  }

  private static func lifted<ChildAction: Sendable>(
    _ handle: @escaping @Sendable (_ action: ChildAction, _ next: (ChildAction) -> Void) -> Void,
    _ path: CasePath<Action, ChildAction>
  ) -> Handler {
    { whole, next in
      guard let own = path.extract(whole) else { return next(whole) }
      handle(own) { next(path.embed($0)) }
    }
  }
}

/// Receives the commits of the parent, and passes the child's commits to the child's sink.
private struct ScopedSink<
  State: Sendable, Action: Sendable, Child: Sendable, ChildAction: Sendable
>: CommitSink {
  let sink: any CommitSink<Child, ChildAction>
  let part: @Sendable (State) -> Child
  let extract: @Sendable (Action) -> ChildAction?

  func interest(in action: Action) -> CommitInterest {
    extract(action).map { sink.interest(in: $0) } ?? .none
  }

  func enqueue(_ commit: Commit<State, Action>) {
    if let own = commit.part(part, extract) { sink.enqueue(own) }
  }

  func flush(through version: UInt64) { sink.flush(through: version) }
}
