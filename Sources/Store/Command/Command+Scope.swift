// The effects of a child: a field, an optional, an element of a list, a case of an enum.

extension Command {
  /// Gives this command a place of its own: the ids in it are not those of other places, and all
  /// its work, named or not, belongs to the place.
  ///
  /// `Reducer.scope` does this for the children that it runs, and ends their work when they go. Where a
  /// reducer calls a child's function itself, the store knows nothing of the child: it tells children of
  /// one type apart by this, and ends their work with `cancelScope(by:)`.
  ///
  /// ```swift
  /// case .left(let action):
  ///   return update(&state.left, action).map { .left($0) }.scoped(by: "left")
  /// ```
  /// - Parameter place: What tells the place from others around it.
  /// - Complexity: O(1).
  public func scoped(by place: some Hashable & Sendable) -> Command {
    guard let tree else { return .none }
    return Command(.scope(EffectKey(place), nil, tree))
  }

  /// Ends all that runs or waits in a place, and in places inside it.
  /// - Parameter place: As given to `scoped(by:)`.
  /// - Complexity: O(*n*) in the amount of work that this ends.
  public static func cancelScope(by place: some Hashable & Sendable) -> Command {
    Command(.cancelScope(EffectKey(place)))
  }

  /// Ends all effects of a child, and those of its own children.
  ///
  /// The effects of a child that is gone end by themselves: those of an element that was removed, of an
  /// optional that is nil. This is for one that stays.
  ///
  /// ```swift
  /// case .stop:
  ///   return .cancelScope(.optional(\Desk.editor))
  /// ```
  /// - Parameter path: Where the child is.
  /// - Complexity: O(*n*) in the amount of work that this ends.
  public static func cancelScope<Parent, Child>(_ path: StatePath<Parent, Child>) -> Command {
    cancelScope(by: path.selection.key)
  }

  /// Asks the parent to let this child go.
  ///
  /// The innermost scope around that names an action for this, `Reducer.scope(…, dismissed:)`, dispatches
  /// it: a commit of its own, in which the parent's reducer removes the child, and with which the child's
  /// effects end. When the child is gone by then, nothing is dispatched. Where no scope names an action, the store
  /// reports a `StoreIssue.nobodyDismisses`.
  ///
  /// ```swift
  /// case .cancelled, .saved: return .dismiss()
  /// ```
  public static func dismiss(
    fileID: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) -> Command {
    Command(.dismiss(CallSite(fileID: fileID, line: line, function: function)))
  }

  /// Makes an action of each `dismiss()` in this command.
  ///
  /// `Reducer.scope` does this for the children that it runs. This is for a reducer that calls a child's
  /// function itself, after `map`.
  /// - Parameter action: Says that the child wants to go; the reducer that gets it removes the child.
  /// - Complexity: O(*n*) in the number of commands in this one.
  public func dismissed(by action: Action) -> Command {
    guard let tree else { return .none }
    return Command(tree: tree.rebuilt(action: { $0 }, dismissal: action, work: { $0 }))
  }
}
