// A scoped store reads and changes its root's state, and keeps its root alive. Its version is the
// root's.

extension Store {
  /// Returns a store for a field of this store's state, with the field's own actions.
  ///
  /// It holds no state: it reads and changes this store's state, and keeps this store alive. Its
  /// version is this store's. Its subscribers are not called for changes that leave an `Equatable`
  /// field equal.
  /// - Parameters:
  ///   - field: The field with the child's state.
  ///   - action: The case of this store's actions that contains the child's actions.
  @inlinable
  public func scope<Child: Sendable, ChildAction: Sendable>(
    state field: KeyPath<State, Child> & Sendable, action: CasePath<Action, ChildAction>
  ) -> Store<Child, ChildAction> {
    scope(state: field, by: EffectKey(action.identity), action.embed, action.extract)
  }

  /// Returns a store for a field of this store's state, with the field's own actions.
  /// - Parameters:
  ///   - field: The field with the child's state.
  ///   - embed: Makes this store's action from an action of the child.
  ///   - extract: Extracts the child's action from an action of this store. Needed only to observe
  ///     commits in the scope.
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
    state field: KeyPath<State, Child> & Sendable, by actionKey: EffectKey,
    _ embed: @escaping @Sendable (ChildAction) -> Action,
    _ extract: (@Sendable (Action) -> ChildAction?)?
  ) -> Store<Child, ChildAction> {
    let selection = Selection.field(field)
    // If this store's state may be removed, the field may be removed, too.
    return scope(
      selection, by: actionKey, embed, extract, retainsWholeState: scope.retainsWholeState,
      first: scope.lastShown == nil ? nil : first(selection))
  }

  /// Returns a store for a child that may be absent, or nil while it is absent: see `StatePath`.
  ///
  /// While a tool such as the inspector makes views show another state, a child that exists only in
  /// that state counts as present.
  ///
  /// When the child is removed, its store continues to exist: it reads the last state that it
  /// showed, its subscribers are not called until the child returns, and the reducer ignores its
  /// actions and reports them.
  ///
  /// To show a removed child, its store keeps the state that was read last. So the first action
  /// after each read of the child's store, or of a store scoped from it, copies the parts of the
  /// child that it changes. A subscription reads the state when it begins, and can read it again
  /// when its value changes. If the copies are expensive, read the state of the parent store
  /// instead.
  /// - Parameters:
  ///   - path: The path to the child.
  ///   - action: The case of this store's actions that contains the child's actions.
  @inlinable
  public func scope<Child: Sendable, ChildAction: Sendable>(
    _ path: StatePath<State, Child>, action: CasePath<Action, ChildAction>
  ) -> Store<Child, ChildAction>? {
    guard let first = first(path.selection) else { return nil }
    return scope(
      path.selection, by: EffectKey(action.identity), action.embed, action.extract,
      retainsWholeState: path.isElement || scope.retainsWholeState, first: first)
  }

  /// Returns a store for the list's element with the given id, or nil if there is none.
  ///
  /// When other elements change, the subscribers of this element's store are not visited, because
  /// subscribers are found by the ids of the changed elements. Otherwise like `scope(_:action:)`.
  /// - Parameters:
  ///   - id: The id of the element.
  ///   - list: The field with the list.
  ///   - action: The case of this store's actions that contains an element's id and its action.
  @inlinable
  public func scope<Element: Identifiable & Equatable & Sendable, ElementAction: Sendable>(
    element id: Element.ID, in list: WritableKeyPath<State, IdentifiedList<Element>> & Sendable,
    action: CasePath<Action, (Element.ID, ElementAction)>
  ) -> Store<Element, ElementAction>? where Element.ID: Sendable {
    scope(.element(id, in: list), action: action.element(id))
  }

  @inlinable
  func first<Child: Sendable>(_ selection: Selection<State, Child>) -> Snapshot<Child>? {
    func part(of whole: Snapshot<State>) -> Snapshot<Child>? {
      selection.part(of: whole.state).map { Snapshot(state: $0, version: whole.version) }
    }
    // A tool may make views show an older state, with children that the newest state lacks.
    return part(of: snapshot) ?? part(of: shownSnapshot)
  }

  @inlinable
  func scope<Child: Sendable, ChildAction: Sendable>(
    _ selection: Selection<State, Child>, by actionKey: EffectKey,
    _ embed: @escaping @Sendable (ChildAction) -> Action,
    _ extract: (@Sendable (Action) -> ChildAction?)?, retainsWholeState: Bool,
    first: Snapshot<Child>?
  ) -> Store<Child, ChildAction> {
    let send: @Sendable (ChildAction, CallSite) -> Dispatched
    if let root = rootCore?.takeUnretainedValue() {
      send = { root.dispatch(embed($0), from: $1) }
    } else {
      let outer = self.send
      send = { outer(embed($0), $1) }
    }
    let child = Scope<Child, ChildAction>(
      of: scope, selection, by: actionKey, retainsWholeState: retainsWholeState, first: first,
      embed: embed, extract: extract)
    return Store<Child, ChildAction>(child, owner: owner, send: send)
  }
}
