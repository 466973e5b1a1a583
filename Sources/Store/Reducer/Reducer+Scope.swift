// A child's effects have ids of their own, which belong to its place in the state: two children that
// use the same id never meet, but two reducers of one field share their ids. When an action comes for a
// child that is gone, what it still has running is ended.

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
  public static func scope<Child, ChildAction>(
    state field: WritableKeyPath<State, Child> & Sendable,
    action: CasePath<Action, ChildAction>,
    _ child: Reducer<Child, ChildAction>
  ) -> Reducer {
    let place = Field(field)
    return Reducer { state, whole in
      guard let part = action.extract(whole) else { return .none }
      let command = place.modify(&state) { child.run(&$0, part) }
      return command.isNone ? .none : command.lifted(action.embed, from: ChildKey(field))
    }
  }

  /// Runs a child's reducer on an optional field, while it holds something.
  ///
  /// An action for a child that is not there is ignored, and reported once as a
  /// `StoreIssue.childIsGone`.
  /// - Parameters:
  ///   - field: Where the child's state lives.
  ///   - action: The case of the child's actions among this state's.
  ///   - child: The child's reducer. The ids in its commands are the child's own.
  @inlinable
  public static func scope<Child, ChildAction>(
    optional field: WritableKeyPath<State, Child?> & Sendable,
    action: CasePath<Action, ChildAction>,
    _ child: Reducer<Child, ChildAction>,
    fileID: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) -> Reducer {
    let place = Field(field)
    let site = CallSite(fileID: fileID, line: line, function: function)
    return Reducer { state, whole in
      guard let part = action.extract(whole) else { return .none }
      let command = place.modify(&state) { $0.modify { child.run(&$0, part) } }
      guard let command else { return .gone("\(field)", ChildKey(field), site) }
      return command.isNone ? .none : command.lifted(action.embed, from: ChildKey(field))
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
  ///   - child: The element's reducer. The ids in its commands are the element's own.
  @inlinable
  public static func scope<Element: Identifiable & Sendable, ElementAction>(
    elements list: WritableKeyPath<State, IdentifiedList<Element>> & Sendable,
    action: CasePath<Action, (Element.ID, ElementAction)>,
    _ child: Reducer<Element, ElementAction>,
    fileID: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) -> Reducer where Element.ID: Sendable {
    let place = Field(list)
    let site = CallSite(fileID: fileID, line: line, function: function)
    return Reducer { state, whole in
      guard let (id, part) = action.extract(whole) else { return .none }
      let command = place.modify(&state) { list in
        list.contains(id: id) ? list[id: id].modify { child.run(&$0, part) } : nil
      }
      guard let command else {
        return .gone("element \(id) of \(list)", ChildKey(list, id: id), site)
      }
      if command.isNone { return .none }
      return command.lifted({ action.embed((id, $0)) }, from: ChildKey(list, id: id))
    }
  }

  /// Runs a child's reducer on what a case of an enum holds, while the state is that case.
  ///
  /// An action for a case that the state is not in is ignored, and reported once as a
  /// `StoreIssue.childIsGone`.
  /// - Parameters:
  ///   - field: Where the enum is; `\.self` when it is the state itself.
  ///   - path: The case. What it holds is changed without a copy. The effects of the child belong to
  ///     this case path: where reducers are made anew for each action, keep it in a constant.
  ///   - action: The case of the child's actions among this state's.
  ///   - child: The child's reducer. The ids in its commands are the child's own.
  @inlinable
  public static func scope<Choice, Child, ChildAction>(
    state field: WritableKeyPath<State, Choice> & Sendable,
    case path: CasePath<Choice, Child>,
    action: CasePath<Action, ChildAction>,
    _ child: Reducer<Child, ChildAction>,
    fileID: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) -> Reducer {
    let place = Field(field)
    let site = CallSite(fileID: fileID, line: line, function: function)
    // Not the type that the case holds: another case may hold the same.
    let key = ChildKey(field, id: path.identity)
    return Reducer { state, whole in
      guard let part = action.extract(whole) else { return .none }
      let command = place.modify(&state) { choice in
        path.modify(&choice) { child.run(&$0, part) }
      }
      guard let command else {
        return .gone("a \(Child.self) in \(field)\(ofActions(like: whole))", key, site)
      }
      return command.isNone ? .none : command.lifted(action.embed, from: key)
    }
  }
}

/// Which child of a state: the prefix of the ids in its commands.
@usableFromInline
struct ChildKey: Hashable, @unchecked Sendable {
  // Safe: made of key paths that are Sendable, and of ids that are.
  private let path: AnyKeyPath
  private let id: AnyHashable?

  @usableFromInline
  init<Root, Value>(_ path: KeyPath<Root, Value> & Sendable) {
    self.path = path
    id = nil
  }

  @usableFromInline
  init<Root, Value>(_ path: KeyPath<Root, Value> & Sendable, id: some Hashable & Sendable) {
    self.path = path
    self.id = AnyHashable(id)
  }
}

/// Which actions a child's are, for people to read; nothing if they are not cases of an enum.
@usableFromInline
func ofActions<Action>(like action: Action) -> String {
  let mirror = Mirror(reflecting: action)
  guard mirror.displayStyle == .enum else { return "" }
  // A case that holds nothing has no children, and reads as its name.
  let name = mirror.children.first.map { $0.label ?? "" } ?? "\(action)"
  return name.isEmpty ? "" : " (actions: \(name))"
}

extension Command {
  /// A child's command as its parent's.
  @usableFromInline
  func lifted<Parent>(
    _ embed: @escaping @Sendable (Action) -> Parent, from child: ChildKey
  ) -> Command<Parent> {
    map(embed).scoped(by: child)
  }

  /// For an action whose child is not there.
  @usableFromInline
  static func gone(_ child: String, _ key: ChildKey, _ reducer: CallSite) -> Command {
    .merge([.issue(.childIsGone(child: child, reducer: reducer)), .cancelScope(by: key)])
  }
}
