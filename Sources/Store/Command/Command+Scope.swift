// The effects of a child: a field, an optional, an element of a list, a case of an enum.

extension Command {
  /// Puts this command into a scope. The command's ids are independent of equal ids in other
  /// scopes, and all of its work, with or without an id, belongs to the scope.
  ///
  /// `Reducer.scope` does this for the children that it runs, and cancels their work when they are
  /// removed. If a reducer calls a child's function directly, the store does not know the child:
  /// use this function to distinguish children of the same type, and `cancelScope(by:)` to cancel
  /// their work.
  ///
  /// ```swift
  /// case .left(let action):
  ///   return update(&state.left, action).map { .left($0) }.scoped(by: "left")
  /// ```
  /// - Parameter name: Identifies the scope among the other scopes at the same level.
  /// - Complexity: O(1).
  public func scoped(by name: some Hashable & Sendable) -> Command {
    guard let tree else { return .none }
    return Command(.scope(.named(name), tree))
  }

  /// Cancels all running and waiting work in a scope and in the scopes inside it.
  /// - Parameter name: As given to `scoped(by:)`.
  /// - Complexity: O(*n* log *n*) in the amount of cancelled work.
  public static func cancelScope(by name: some Hashable & Sendable) -> Command {
    Command(.cancelScope(.named(name)))
  }

  /// Cancels all effects of a child and of its own children.
  ///
  /// When a child is removed, such as an element of a list or an optional that becomes nil, the
  /// store cancels its effects automatically. Use this function for a child that stays.
  ///
  /// ```swift
  /// case .stop: return .cancelScope(.optional(\Shelf.player))
  /// ```
  /// - Parameter path: The path to the child.
  /// - Complexity: O(*n* log *n*) in the amount of cancelled work.
  public static func cancelScope<Parent, Child>(_ path: StatePath<Parent, Child>) -> Command {
    Command(.cancelScope(path.selection.path))
  }

  /// Asks the parent to remove this child.
  ///
  /// The innermost surrounding `Reducer.scope(…, dismissed:)` dispatches its `dismissed` action in
  /// a separate commit. The parent's reducer then removes the child, and the store cancels the
  /// child's effects. If the child was removed before, nothing is dispatched. If no surrounding
  /// scope has a `dismissed` action, the store reports a `StoreIssue.unhandledDismissal`.
  ///
  /// ```swift
  /// case .close: return .dismiss()
  /// ```
  public static func dismiss(
    fileID: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) -> Command {
    Command(.dismiss(CallSite(fileID: fileID, line: line, function: function)))
  }

  /// Replaces each `dismiss()` in this command by an action.
  ///
  /// `Reducer.scope` does this for the children that it runs. Use this function after `map` in a
  /// reducer that calls a child's function directly.
  /// - Parameter action: The action for a child that asks to be removed. The reducer that receives
  ///   it removes the child.
  /// - Complexity: O(*n*) in the number of commands in this command.
  public func dismissed(by action: Action) -> Command {
    guard let tree else { return .none }
    return Command(tree: tree.rebuilt(action: { $0 }, dismissal: action, work: { $0 }))
  }
}
