import MillraceDocument

/// A change of a to-do list. Unknown ids are ignored.
enum TodoAction: Codable, Equatable, Sendable {
  /// Adds an item at the end of the list for each todo.txt line, with the id at the same index.
  /// Skips blank lines.
  case add([String], ids: [TodoID], at: Moment = .unset)
  /// Adds complete items, such as those of an imported file, at the end of the list.
  case insert([Todo])
  /// Ticks or reopens items. When a recurring item is ticked, its next item is inserted after it.
  case tick([TodoID], Bool, at: Moment = .unset)
  case prioritize([TodoID], Priority?)
  case schedule([TodoID], Due?)
  /// Changes the fields of an item that the user has changed since the edit began (`since`). Only
  /// journals of earlier versions contain this action; edits are now `DocumentAction.edit`.
  case change(TodoID, TodoFields, since: TodoFields, at: Moment)
  /// Removes items. Removals with pauses of at most a second are one undo step.
  case remove([TodoID], at: Moment = .unset)
  case clearDone
  /// Moves items, in their order in the list, before another item; with nil, to the end of the
  /// list. Moves with pauses of at most a second are one undo step.
  case move([TodoID], before: TodoID?, at: Moment = .unset)
}

extension TodoAction {
  /// The items that the action adds to a list. Omits items whose ids are already in the list.
  func added(to list: TodoList) -> [Todo] {
    var added: [Todo] = []
    if case .insert(let todos) = self { added = todos }
    if case .add(let lines, let ids, let moment) = self {
      for (line, id) in zip(lines, ids) {
        guard var todo = Todo(line: line.onOneLine, id: id, now: moment) else { continue }
        todo.title = todo.title.trimmed
        todo.created = todo.created ?? moment.day
        if todo.isDone { todo.completed = todo.completed ?? moment.day }
        added.append(todo)
      }
    }
    return IdentifiedList(added).filter { !list.items.contains(id: $0.id) }
  }
}
