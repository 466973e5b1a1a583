import Millrace

// What actions do, in words: for the user, and as the names of what can be undone.

extension TodoState {
  /// What an action does to the list; nil for one that leaves the list alone.
  func sentence(for action: TodoAction) -> String? {
    switch action {
    case .add, .insert: "Added" + object(action.added(to: list))
    case .tick(let ids, let isDone, _):
      (isDone ? "Done:" : "Reopened") + object(found(ids).filter { $0.isDone != isDone })
    case .prioritize(let ids, let priority):
      (priority.map { "Priority \($0):" } ?? "No priority:")
        + object(found(ids).filter { $0.priority != priority })
    case .schedule(let ids, let due):
      (due.map { "Due \($0):" } ?? "No due date:") + object(found(ids).filter { $0.due != due })
    case .remove(let ids, _): "Deleted" + object(found(ids), besides: removals(joinedBy: action))
    case .clearDone: "Deleted" + object(list.items.filter(\.isDone))
    case .move(let ids, _, _): "Moved" + object(found(ids))
    case .merge: "Merged with the file"
    case .settle: "Settled a conflict"
    case .beginEdit, .commitEdit: "Changed" + object(found([editing?.id].compactMap(\.self)))
    case .undo: history.undoNames.first.map { "Undone: \($0)" } ?? "Nothing to undo"
    case .redo: history.redoNames.first.map { "Redone: \($0)" } ?? "Nothing to redo"
    case .draftChanged, .show, .sort, .filter, .editChanged, .cancelEdit, .notify: nil
    }
  }

  /// Each once.
  private func found(_ ids: [TodoID]) -> IdentifiedList<Todo> {
    IdentifiedList(ids.lazy.compactMap { list.items[id: $0] })
  }

  private func object(_ todos: some Collection<Todo>, besides count: Int = 0) -> String {
    let count = count + todos.count
    let title = todos.first?.title ?? ""
    return count == 1 ? " “\(title.prefix(30))\(title.count > 30 ? "…" : "")”" : " \(count) items"
  }

  /// How many items were removed in the step that an action joins.
  func removals(joinedBy action: TodoAction) -> Int {
    guard case .remove(_, let moment) = action else { return 0 }
    return (.zero ... .seconds(1)).contains(moment.time - removedAt) ? removedCount : 0
  }
}

/// What a step is called that a sentence tells of: `deleted 12 items`.
func stepName(_ sentence: String) -> String {
  let name = sentence.prefix(1).lowercased() + sentence.dropFirst()
  return name.hasPrefix("done:") ? "ticked" + name.dropFirst(5) : name
}

extension TodoAction {
  /// The items that it adds to a list, which has none with their ids.
  func added(to list: TodoList) -> [Todo] {
    var added: [Todo] = []
    if case .insert(let todos) = self { added = todos }
    if case .add(let lines, let ids, _, let moment) = self {
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
