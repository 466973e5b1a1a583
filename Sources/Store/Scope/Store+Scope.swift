extension Store {
  /// A store for a part of this one's state, with the part's own actions.
  ///
  /// It holds no state: it reads and changes this store's, and keeps this store alive. Its version
  /// is this store's.
  /// - Parameters:
  ///   - field: Where the part lives.
  ///   - embed: This store's action for an action of the part.
  ///   - extract: The part's action inside an action of this store; needed only to observe commits
  ///     in the scope.
  public func scope<Child: Sendable, ChildAction: Sendable>(
    state field: KeyPath<State, Child> & Sendable,
    action embed: @escaping @Sendable (ChildAction) -> Action,
    extract: (@Sendable (Action) -> ChildAction?)? = nil
  ) -> Store<Child, ChildAction> {
    makeScope({ $0[keyPath: field] }, areEqual: nil, embed, extract)
  }

  /// A store for a part of this one's state, with the part's own actions.
  ///
  /// As above; in addition a change elsewhere, which leaves this part equal, reaches none of its
  /// subscribers.
  /// - Parameters:
  ///   - field: Where the part lives.
  ///   - embed: This store's action for an action of the part.
  ///   - extract: The part's action inside an action of this store; needed only to observe commits
  ///     in the scope.
  public func scope<Child: Equatable & Sendable, ChildAction: Sendable>(
    state field: KeyPath<State, Child> & Sendable,
    action embed: @escaping @Sendable (ChildAction) -> Action,
    extract: (@Sendable (Action) -> ChildAction?)? = nil
  ) -> Store<Child, ChildAction> {
    makeScope({ $0[keyPath: field] }, areEqual: { $0 == $1 }, embed, extract)
  }

  private func makeScope<Child: Sendable, ChildAction: Sendable>(
    _ select: @escaping @Sendable (State) -> Child,
    areEqual: (@Sendable (Child, Child) -> Bool)?,
    _ embed: @escaping @Sendable (ChildAction) -> Action,
    _ extract: (@Sendable (Action) -> ChildAction?)?
  ) -> Store<Child, ChildAction> {
    // The branch must not keep this store: subscriptions in a scope keep the branch, and nothing
    // but a store keeps a store.
    let branch = Branch(select: select, areEqual: areEqual, attach: attach)
    return Store<Child, ChildAction>(
      parent: self,
      link: ScopeLink(
        context: context.scoped(select, embed, extract),
        dispatch: { self.dispatch(embed($0)) },
        attach: { branch.add($0) },
        catchUp: { version in
          branch.unsettle(version)
          self.catchUp(since: version)
        },
        areEqual: areEqual,
        finish: { self.finish() }))
  }
}

extension StoreContext {
  fileprivate func scoped<Child: Sendable, ChildAction: Sendable>(
    _ select: @escaping @Sendable (State) -> Child,
    _ embed: @escaping @Sendable (ChildAction) -> Action,
    _ extract: (@Sendable (Action) -> ChildAction?)?
  ) -> StoreContext<Child, ChildAction> {
    StoreContext<Child, ChildAction>(
      read: {
        let snapshot = read()
        return Snapshot(state: select(snapshot.state), version: snapshot.version)
      },
      send: { send(embed($0)) },
      observe: { keepingStates, body in
        guard let extract else {
          programmerError(
            """
            A store scoped without `extract` cannot observe commits: it does not know which of its root's actions are \
            its own. Pass `extract:` to scope(state:action:extract:), or observe the root store.
            """)
        }
        return observe(keepingStates) { commit in
          guard let action = extract(commit.action) else { return }
          body(
            Commit(
              version: commit.version, action: action,
              states: commit.states.map {
                .init(before: select($0.before), after: select($0.after))
              }))
        }
      })
  }
}
