import Millrace

/// What can happen to a to-do list. Unknown ids are ignored everywhere.
enum TodoAction: Codable, Equatable, Sendable {
  /// Adds items, a line each as todo.txt writes them; blank ones are skipped. If the only line is the draft, the
  /// draft is cleared.
  /// - Parameters:
  ///   - ids: one a line.
  ///   - after: the item that they follow; nil to add them at the end.
  case add([String], ids: [TodoID], after: TodoID?, at: Moment)
  /// Adds items that come from elsewhere at the end.
  case insert([Todo])
  case tick([TodoID], Bool, at: Moment)
  case prioritize([TodoID], Priority?)
  case schedule([TodoID], Due?)
  /// Removals with pauses of at most a second are one step of undo.
  case remove([TodoID], at: Moment)
  case clearDone
  /// Moves items, which keep their order, to before another one; nil moves them to the end. Moves with pauses of
  /// at most a second are one step of undo.
  case move([TodoID], before: TodoID?, at: Moment)
  case undo, redo
  /// Brings in what somebody else made of the list.
  /// - Parameter base: the list that both sides began with.
  case merge(TodoList, base: TodoList)
  /// Ends a conflict.
  case settle(Conflict.ID, takesTheirs: Bool)

  case draftChanged(String)
  case show(TodoTab)
  case sort(TodoSort)
  case filter(TodoFilter)
  /// Begins to edit an item, and keeps the edit of another one.
  case beginEdit(TodoID, isForm: Bool, at: Moment)
  case editChanged(TodoFields)
  /// Ends the edit of this item and keeps it; an edit of another item is left alone.
  case commitEdit(TodoID, at: Moment)
  case cancelEdit
  case notify(String?)
}
