// A scoped store holds no state: it reads and changes its root's, and keeps its root alive. Its
// version is the root's.

extension Store {
  /// A store for a field of this one's state, with the field's own actions.
  ///
  /// It holds no state: it reads and changes this store's, and keeps this store alive. Its version
  /// is this store's. A change elsewhere, which leaves an `Equatable` field equal, reaches none of
  /// its subscribers.
  /// - Parameters:
  ///   - field: Where the part lives.
  ///   - embed: This store's action for an action of the part.
  ///   - extract: The part's action inside an action of this store; needed only to observe commits
  ///     in the scope.
  @inlinable
  public func scope<Child: Equatable & Sendable, ChildAction: Sendable>(
    state field: KeyPath<State, Child> & Sendable,
    action embed: @escaping @Sendable (ChildAction) -> Action,
    extract: (@Sendable (Action) -> ChildAction?)? = nil
  ) -> Store<Child, ChildAction> {
    scope(.field(field), areEqual: { $0 == $1 }, embed, extract)
  }

  /// A store for a field that has no equality: every commit counts as a change of it.
  @inlinable
  public func scope<Child: Sendable, ChildAction: Sendable>(
    state field: KeyPath<State, Child> & Sendable,
    action embed: @escaping @Sendable (ChildAction) -> Action,
    extract: (@Sendable (Action) -> ChildAction?)? = nil
  ) -> Store<Child, ChildAction> {
    scope(.field(field), areEqual: nil, embed, extract)
  }

  /// A store for a field of this one's state, with the field's own actions.
  /// - Parameters:
  ///   - field: Where the part lives.
  ///   - action: The case of the part's actions among this store's.
  @inlinable
  public func scope<Child: Equatable & Sendable, ChildAction: Sendable>(
    state field: KeyPath<State, Child> & Sendable, action: CasePath<Action, ChildAction>
  ) -> Store<Child, ChildAction> {
    scope(.field(field), areEqual: { $0 == $1 }, action.embed, action.extract)
  }

  /// A store for a field that has no equality: every commit counts as a change of it.
  @inlinable
  public func scope<Child: Sendable, ChildAction: Sendable>(
    state field: KeyPath<State, Child> & Sendable, action: CasePath<Action, ChildAction>
  ) -> Store<Child, ChildAction> {
    scope(.field(field), areEqual: nil, action.embed, action.extract)
  }

  @inlinable
  func scope<Child: Sendable, ChildAction: Sendable>(
    _ selection: Selection<State, Child>,
    areEqual: (@Sendable (Child, Child) -> Bool)?,
    _ embed: @escaping @Sendable (ChildAction) -> Action,
    _ extract: (@Sendable (Action) -> ChildAction?)?
  ) -> Store<Child, ChildAction> {
    let (read, audience) = (reading, listening)
    return scope(
      read: { body in read { selection.lend($0, body) } },
      audience: { audience().branch(selection, areEqual: areEqual) },
      selection, embed, extract)
  }

  /// Makes a scoped store.
  /// - Parameters:
  ///   - read: Lends the child's newest state, or the last that was there.
  ///   - audience: Those who listen to the child.
  ///   - selection: How the child is found in this store's state.
  @inlinable
  func scope<Child: Sendable, ChildAction: Sendable>(
    read: @escaping @Sendable ((Lent<Child>) -> Void) -> Void,
    audience: @escaping @Sendable () -> Audience<Child>,
    _ selection: Selection<State, Child>,
    _ embed: @escaping @Sendable (ChildAction) -> Action,
    _ extract: (@Sendable (Action) -> ChildAction?)?
  ) -> Store<Child, ChildAction> {
    let (send, find) = (sending, finding)
    return Store<Child, ChildAction>(
      parent: self,
      link: ScopeLink(
        read: read,
        find: { body in find { selection.lend($0, body) } },
        dispatch: { send(embed($0), $1) },
        admit: admitting,
        audience: audience,
        catchUp: catchingUp,
        ending: ending,
        context: context.scoped(read, selection, embed, extract),
        issues: { self.issues },
        finish: { self.finish() }))
  }

  /// Reads this store without keeping it.
  @inlinable
  var reading: @Sendable ((Lent<State>) -> Void) -> Void {
    if let link { return link.read }
    guard let core = root?.core else { programmerError("A store is a root or a scope.") }
    return { body in core.snapshot.lend(body) }
  }

  /// Reads this store, unless it is that of a child that is gone, without keeping it.
  @inlinable
  var finding: @Sendable ((Lent<State>) -> Void) -> Void { link?.find ?? reading }

  /// Finds those who listen to this store's state, without keeping it.
  @inlinable
  var listening: @Sendable () -> Audience<State> {
    if let link { return link.audience }
    guard let audience = root?.core.audience else {
      programmerError("A store is a root or a scope.")
    }
    return { audience }
  }

  /// Dispatches to this store's root, and keeps that.
  @inlinable
  var sending: @Sendable (Action, CallSite) -> Void {
    if let link { return link.dispatch }
    return { self.dispatch($0, from: $1) }
  }

  @inlinable
  var admitting: @Sendable (StoreUse) -> Void {
    if let link { return link.admit }
    guard let core = root?.core else { programmerError("A store is a root or a scope.") }
    return { core.admit($0) }
  }

  @inlinable
  var catchingUp: @Sendable (UInt64) -> Void {
    if let link { return link.catchUp }
    guard let core = root?.core else { programmerError("A store is a root or a scope.") }
    return { core.catchUp(since: $0) }
  }
}

extension StoreContext {
  /// The context of a scoped store.
  @usableFromInline
  func scoped<Child: Sendable, ChildAction: Sendable>(
    _ lend: @escaping @Sendable ((Lent<Child>) -> Void) -> Void,
    _ selection: Selection<State, Child>,
    _ embed: @escaping @Sendable (ChildAction) -> Action,
    _ extract: (@Sendable (Action) -> ChildAction?)?
  ) -> StoreContext<Child, ChildAction> {
    StoreContext<Child, ChildAction>(
      read: { Snapshot(lending: lend) },
      send: { send(embed($0), $1) },
      observe: { keepingStates, body in
        guard let extract else {
          programmerError(
            """
            A store scoped without `extract` cannot observe commits: it does not know which of its root's actions are \
            its own. Pass a CasePath, or `extract:`, to scope(state:action:), or observe the root store.
            """)
        }
        return observe(keepingStates) { commit in
          guard let action = extract(commit.action) else { return }
          let states = commit.states.flatMap { states -> Commit<Child, ChildAction>.States? in
            // A child that is not there on both sides has no states to show.
            guard let before = selection.part(of: states.before),
              let after = selection.part(of: states.after)
            else { return nil }
            return .init(before: before, after: after)
          }
          body(
            Commit(
              version: commit.version, action: action, states: states, origin: commit.origin,
              isFromEffect: commit.isFromEffect))
        }
      })
  }
}

extension Selection {
  /// A copy of the part, if there is one.
  func part(of whole: Whole) -> Part? {
    withUnsafePointer(to: whole) { address in
      var part: Part?
      lend(Lent(address, version: 0)) { part = $0.state }
      return part
    }
  }
}

extension Snapshot {
  /// A copy of what is lent.
  @inlinable
  init(lending lend: ((Lent<State>) -> Void) -> Void) {
    var snapshot: Snapshot?
    lend { snapshot = $0.snapshot }
    guard let snapshot else { programmerError("A store lent no state.") }
    self = snapshot
  }
}
