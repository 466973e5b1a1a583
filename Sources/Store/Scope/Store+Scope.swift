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
  ///   - action: The case of the part's actions among this store's.
  @inlinable
  public func scope<Child: Sendable, ChildAction: Sendable>(
    state field: KeyPath<State, Child> & Sendable, action: CasePath<Action, ChildAction>
  ) -> Store<Child, ChildAction> {
    scope(state: field, by: EffectKey(action.identity), action.embed, action.extract)
  }

  /// A store for a field of this one's state, with the field's own actions.
  /// - Parameters:
  ///   - field: Where the part lives.
  ///   - embed: This store's action for an action of the part.
  ///   - extract: The part's action inside an action of this store; needed only to observe commits
  ///     in the scope.
  @inlinable
  public func scope<Child: Sendable, ChildAction: Sendable>(
    state field: KeyPath<State, Child> & Sendable,
    action embed: @escaping @Sendable (ChildAction) -> Action,
    extract: (@Sendable (Action) -> ChildAction?)? = nil
  ) -> Store<Child, ChildAction> {
    scope(state: field, by: .unique, embed, extract)
  }

  @inlinable
  func scope<Child: Sendable, ChildAction: Sendable>(
    state field: KeyPath<State, Child> & Sendable, by route: EffectKey,
    _ embed: @escaping @Sendable (ChildAction) -> Action,
    _ extract: (@Sendable (Action) -> ChildAction?)?
  ) -> Store<Child, ChildAction> {
    let selection = Selection.field(field)
    // A part of what may go may go, too.
    return scope(
      selection, at: scope.path.appending(selection, areEqual: equality(of: Child.self)),
      by: route, embed, extract, keepsWhole: scope.keepsWhole,
      first: scope.lastShown == nil ? nil : first(selection))
  }

  /// A store for a child that may not be there, or nil while it is not: see `StatePath`.
  ///
  /// When the child goes, its store stays: it reads the last state that it showed, its subscribers hear
  /// nothing until the child is back, and its actions are ignored by the reducer, and reported.
  ///
  /// The child that was read last is kept, to be there when it has gone. So the first action after each
  /// read of that store's state, or of one scoped from it, copies what it changes of the child; to
  /// subscribe reads it once. Where that is much, read the state of this store instead.
  /// - Parameters:
  ///   - path: Where the child is.
  ///   - action: The case of the child's actions among this store's.
  @inlinable
  public func scope<Child: Sendable, ChildAction: Sendable>(
    _ path: StatePath<State, Child>, action: CasePath<Action, ChildAction>
  ) -> Store<Child, ChildAction>? {
    guard let first = first(path.selection) else { return nil }
    return scope(
      path.selection, at: path.extend(scope.path), by: EffectKey(action.identity), action.embed,
      action.extract,
      keepsWhole: path.isElement || scope.keepsWhole, first: first)
  }

  /// A store for the element of a list that has an id, or nil while there is none.
  ///
  /// A change of another element costs its subscribers nothing: those whom a change concerns are
  /// found by id, in time that follows what changed. Otherwise as `scope(_:action:)`.
  /// - Parameters:
  ///   - id: The element's.
  ///   - list: Where the elements live.
  ///   - action: The case of the elements' actions among this store's.
  @inlinable
  public func scope<Element: Identifiable & Equatable & Sendable, ElementAction: Sendable>(
    element id: Element.ID, in list: WritableKeyPath<State, IdentifiedList<Element>> & Sendable,
    action: CasePath<Action, (Element.ID, ElementAction)>
  ) -> Store<Element, ElementAction>? where Element.ID: Sendable {
    scope(.element(id, in: list), action: action.element(id))
  }

  @inlinable
  func first<Child: Sendable>(_ selection: Selection<State, Child>) -> Snapshot<Child>? {
    let whole = snapshot
    return selection.part(of: whole.state).map { Snapshot(state: $0, version: whole.version) }
  }

  @inlinable
  func scope<Child: Sendable, ChildAction: Sendable>(
    _ selection: Selection<State, Child>, at path: PlanPath, by route: EffectKey,
    _ embed: @escaping @Sendable (ChildAction) -> Action,
    _ extract: (@Sendable (Action) -> ChildAction?)?, keepsWhole: Bool, first: Snapshot<Child>?
  ) -> Store<Child, ChildAction> {
    let send: @Sendable (ChildAction, CallSite) -> Dispatched
    if let root = rootCore?.takeUnretainedValue() {
      send = { root.dispatch(embed($0), from: $1) }
    } else {
      let outer = self.send
      send = { outer(embed($0), $1) }
    }
    let child = Scope<Child, ChildAction>(
      of: scope, selection, at: path, by: route, keepsWhole: keepsWhole, first: first,
      embed: embed, extract: extract)
    return Store<Child, ChildAction>(child, owner: owner, send: send)
  }
}
