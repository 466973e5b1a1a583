import MillraceDocument

/// A change of a to-do list. Unknown ids are ignored.
enum TodoAction: Codable, Equatable, Sendable {
  /// Adds items at the end, a line each as todo.txt writes them; blank ones are skipped. Each has an id.
  case add([String], ids: [TodoID], at: Moment)
  /// Adds items that come from elsewhere at the end.
  case insert([Todo])
  /// Ticks items or opens them again. One that recurs is followed by the next, when it is ticked.
  case tick([TodoID], Bool, at: Moment)
  case prioritize([TodoID], Priority?)
  case schedule([TodoID], Due?)
  /// Changes an item in what differs from the fields at the beginning of an edit.
  case change(TodoID, TodoFields, since: TodoFields, at: Moment)
  /// Removals with pauses of at most a second are one step of undo.
  case remove([TodoID], at: Moment)
  case clearDone
  /// Moves items, which keep their order, to before another one; nil moves them to the end. Moves with pauses of at most
  /// a second are one step of undo.
  case move([TodoID], before: TodoID?, at: Moment)
}

extension TodoAction {
  /// The items that it adds to a list, which has none with their ids.
  func added(to list: TodoList) -> [Todo] {
    var added: [Todo] = []
    if case .insert(let todos) = self { added = todos }
    if case .add(let lines, let ids, let moment) = self {
      for (line, id) in zip(lines, ids) {
        guard var todo = Todo(line: line.onOneLine.trimmed, id: id, today: moment.day)
        else { continue }
        todo.created = todo.created ?? moment.day
        if todo.isDone { todo.completed = todo.completed ?? moment.day }
        added.append(todo)
      }
    }
    return IdentifiedList(added).filter { !list.items.contains(id: $0.id) }
  }
}
