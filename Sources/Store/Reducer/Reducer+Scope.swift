// The ids of a child's effects belong to the child's path in the state: equal ids in two children
// identify different effects, but two reducers of one field share their ids. When any reducer
// removes the child, its effects end.

extension Reducer {
  /// Runs a child's reducer on a field of this state, for the child's actions.
  ///
  /// - Parameters:
  ///   - field: The field with the child's state. It is changed in place, without a copy of the
  ///     parent's state.
  ///   - action: The case of this state's actions that contains the child's actions.
  ///   - child: The child's reducer. The ids in its commands belong to the field, so that two
  ///     reducers of one field share them.
  @inlinable
  public static func scope<Child: Sendable, ChildAction>(
    state field: WritableKeyPath<State, Child> & Sendable,
    action: CasePath<Action, ChildAction>,
    _ child: Reducer<Child, ChildAction>,
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) -> Reducer where State: Sendable {
    // A field always exists, so the call site is never reported.
    scope(
      .field(field, fileID: fileID, line: line, column: column), action: action, child)
  }

  /// Runs a child's reducer on a child that may be absent: see `StatePath`.
  ///
  /// An action for an absent child is ignored, and reported once as a `StoreIssue.absentChild`.
  /// - Parameters:
  ///   - path: The path to the child, which is changed in place.
  ///   - action: The case of this state's actions that contains the child's actions.
  ///   - dismissed: The action to dispatch when the child returns `Command.dismiss()`. This state's
  ///     reducer handles the action by removing the child. If `dismissed` is nil, a surrounding
  ///     scope handles the dismissal.
  ///   - child: The child's reducer. The ids in its commands belong to the child.
  @inlinable
  public static func scope<Child, ChildAction>(
    _ path: StatePath<State, Child>,
    action: CasePath<Action, ChildAction>,
    dismissed: Action? = nil,
    _ child: Reducer<Child, ChildAction>,
    fileID: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) -> Reducer {
    let site = CallSite(fileID: fileID, line: line, function: function)
    var reducer = Reducer { state, whole -> Command<Action> in
      guard let part = action.extract(whole) else { return .none }
      var command = Command<ChildAction>.none
      guard path.modify(&state, { command = child.run(&$0, part) }) else {
        return .reportAbsentChild(path.name() + path.caseDescription(of: whole), site)
      }
      return command.isNone
        ? .none : command.lifted(action.embed, dismissed, from: path.selection.path)
    }
    if let sources = child.sources {
      let selection = path.selection
      reducer.sources = { state in
        selection.part(of: state).map { part in
          sources(part).map { $0.lifted(action.embed, from: selection.path) }
        } ?? []
      }
    }
    return reducer
  }

  /// Runs a child's reducer on the element of a list to which an action is addressed.
  ///
  /// An action for an absent element is ignored, and reported once for each element as a
  /// `StoreIssue.absentChild`.
  /// - Parameters:
  ///   - list: The field with the list. The element is changed in place.
  ///   - action: The case of this state's actions that contains an element's id and its action.
  ///   - dismissed: Makes the action to dispatch when an element returns `Command.dismiss()`, from
  ///     the element's id. This state's reducer handles the action by removing the element. If
  ///     `dismissed` is nil, a surrounding scope handles the dismissal.
  ///   - child: The element's reducer. The ids in its commands belong to the element.
  @inlinable
  public static func scope<Element: Identifiable & Sendable, ElementAction>(
    elements list: WritableKeyPath<State, IdentifiedList<Element>> & Sendable,
    action: CasePath<Action, (Element.ID, ElementAction)>,
    dismissed: (@Sendable (Element.ID) -> Action)? = nil,
    _ child: Reducer<Element, ElementAction>,
    fileID: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) -> Reducer where State: Sendable, Element.ID: Sendable {
    let (accessor, elements) = (Field(list), ListElements(of: list))
    let site = CallSite(fileID: fileID, line: line, function: function)
    var reducer = Reducer { state, whole -> Command<Action> in
      guard let (id, part) = action.extract(whole) else { return .none }
      let command = accessor.modify(&state) { list in
        list.contains(id: id) ? list[id: id].modify { child.run(&$0, part) } : nil
      }
      guard let command else {
        return .reportAbsentChild("element \(id) of \(list)", site)
      }
      if command.isNone { return .none }
      return command.lifted(
        { action.embed((id, $0)) }, dismissed?(id), from: elements.element(id).path)
    }
    if let sources = child.sources {
      reducer.sources = { state in
        state[keyPath: list].flatMap { element -> [ActionSource<Action>] in
          let (id, own) = (element.id, sources(element))
          if own.isEmpty { return [] }
          let child = elements.element(id).path
          return own.map { $0.lifted({ action.embed((id, $0)) }, from: child) }
        }
      }
    }
    return reducer
  }
}

extension StatePath {
  /// Returns the case name of an action, to identify the child in a message; empty unless the child
  /// is a case of an enum.
  @usableFromInline
  func caseDescription<Action>(of action: Action) -> String {
    guard case .enumCase? = selection.path.steps.last?.key else { return "" }
    let mirror = Mirror(reflecting: action)
    guard mirror.displayStyle == .enum else { return "" }
    // A case without associated values has no children, and its description is its name.
    let name = mirror.children.first.map { $0.label ?? "" } ?? "\(action)"
    return name.isEmpty ? "" : " (actions: \(name))"
  }
}

extension ActionSource {
  /// Converts a child's source to a source of its parent.
  @usableFromInline
  func lifted<Parent>(
    _ embed: @escaping @Sendable (Action) -> Parent, from child: ScopePath
  ) -> ActionSource<Parent> {
    var source = map(embed)
    source.id = child.appending(id)
    return source
  }
}

extension Command {
  /// Converts a child's command to a command of its parent.
  @usableFromInline
  func lifted<Parent>(
    _ embed: @escaping @Sendable (Action) -> Parent, _ dismissed: Parent? = nil,
    from child: ScopePath
  ) -> Command<Parent> {
    let tree = tree?.rebuilt(action: embed, dismissal: dismissed) { $0.map(embed) }
    guard let tree else { return .none }
    return Command<Parent>(.scope(child, tree))
  }

  /// Reports an action whose child is absent.
  @usableFromInline
  static func reportAbsentChild(_ child: String, _ reducer: CallSite) -> Command {
    .issue(.absentChild(child: child, reducer: reducer))
  }
}
