// A child's effects have ids of their own, which belong to its place in the state: two children that
// use the same id never meet, but two reducers of one field share their ids. When the child goes, whoever
// removed it, its effects end.

extension Reducer {
  /// Runs a child's reducer on a field of this state, for the actions that are the child's.
  ///
  /// - Parameters:
  ///   - field: Where the child's state lives. It is changed in place, without a copy of its
  ///     parent.
  ///   - action: The case of the child's actions among this state's.
  ///   - child: The child's reducer. The ids in its commands are the child's own; they belong to the
  ///     field, so that two children of one field share them.
  @inlinable
  public static func scope<Child: Sendable, ChildAction>(
    state field: WritableKeyPath<State, Child> & Sendable,
    action: CasePath<Action, ChildAction>,
    _ child: Reducer<Child, ChildAction>
  ) -> Reducer where State: Sendable {
    // What is always there is never missed.
    scope(.field(field), action: action, child)
  }

  /// Runs a child's reducer on a child that may not be there: see `StatePath`.
  ///
  /// An action for a child that is not there is ignored, and reported once as a
  /// `StoreIssue.childIsGone`.
  /// - Parameters:
  ///   - path: Where the child is. It is changed in place.
  ///   - action: The case of the child's actions among this state's.
  ///   - dismissed: The action for a child that asks to go by `Command.dismiss()`: this state's reducer
  ///     removes the child. Without it, a scope around this one is asked.
  ///   - child: The child's reducer. The ids in its commands are the child's own.
  @inlinable
  public static func scope<Child, ChildAction>(
    _ path: StatePath<State, Child>,
    action: CasePath<Action, ChildAction>,
    dismissed: Action? = nil,
    _ child: Reducer<Child, ChildAction>,
    fileID: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) -> Reducer {
    let site = CallSite(fileID: fileID, line: line, function: function)
    return Reducer { state, whole in
      guard let part = action.extract(whole) else { return .none }
      var command = Command<ChildAction>.none
      guard path.modify(&state, { command = child.run(&$0, part) }) else {
        return .gone(path.name() + path.actions(like: whole), site)
      }
      return command.isNone ? .none : command.lifted(action.embed, dismissed, from: path.selection)
    }
  }

  /// Runs a child's reducer on the element of a list that an action names.
  ///
  /// An action for an element that is not there is ignored, and reported once for each element as a
  /// `StoreIssue.childIsGone`.
  /// - Parameters:
  ///   - list: Where the elements live. The element is changed in place.
  ///   - action: The case of the elements' actions among this state's: an id, and an action of the
  ///     element with this id.
  ///   - dismissed: Makes the action for an element that asks to go by `Command.dismiss()`, of its id: this
  ///     state's reducer removes the element. Without it, a scope around this one is asked.
  ///   - child: The element's reducer. The ids in its commands are the element's own.
  @inlinable
  public static func scope<Element: Identifiable & Sendable, ElementAction>(
    elements list: WritableKeyPath<State, IdentifiedList<Element>> & Sendable,
    action: CasePath<Action, (Element.ID, ElementAction)>,
    dismissed: (@Sendable (Element.ID) -> Action)? = nil,
    _ child: Reducer<Element, ElementAction>,
    fileID: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) -> Reducer where State: Sendable, Element.ID: Sendable {
    let place = Field(list)
    let site = CallSite(fileID: fileID, line: line, function: function)
    return Reducer { state, whole in
      guard let (id, part) = action.extract(whole) else { return .none }
      let command = place.modify(&state) { list in
        list.contains(id: id) ? list[id: id].modify { child.run(&$0, part) } : nil
      }
      guard let command else {
        return .gone("element \(id) of \(list)", site)
      }
      if command.isNone { return .none }
      return command.lifted(
        { action.embed((id, $0)) }, dismissed?(id), from: .element(id, in: list))
    }
  }
}

extension StatePath {
  /// Which actions a child's are, for people to read; nothing if that does not help.
  @usableFromInline
  func actions<Action>(like action: Action) -> String {
    guard case .choice = selection.key else { return "" }
    let mirror = Mirror(reflecting: action)
    guard mirror.displayStyle == .enum else { return "" }
    // A case that holds nothing has no children, and reads as its name.
    let name = mirror.children.first.map { $0.label ?? "" } ?? "\(action)"
    return name.isEmpty ? "" : " (actions: \(name))"
  }
}

extension Command {
  /// A child's command as its parent's.
  @usableFromInline
  func lifted<Parent, Whole, Part>(
    _ embed: @escaping @Sendable (Action) -> Parent, _ dismissed: Parent? = nil,
    from child: Selection<Whole, Part>
  ) -> Command<Parent> {
    let tree = tree?.rebuilt(action: embed, dismissal: dismissed) { $0.map(embed) }
    guard let tree else { return .none }
    return Command<Parent>(.scope(EffectKey(child.key), child.presence, tree))
  }

  /// For an action whose child is not there.
  @usableFromInline
  static func gone(_ child: String, _ reducer: CallSite) -> Command {
    .issue(.childIsGone(child: child, reducer: reducer))
  }
}
