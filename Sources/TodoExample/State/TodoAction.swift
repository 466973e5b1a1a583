import Millrace

/// What can happen to a to-do list.
enum TodoAction: Equatable, Sendable {
  case draftChanged(String)
  case add
  case toggle(Todo.ID)
  case remove(Todo.ID)
  case clearDone
  case show(TodoFilter)
  case beginEdit(Todo.ID)
  case titleChanged(String)
  /// Ends the edit of this item and keeps the title; an edit of another item is left alone.
  case commitEdit(Todo.ID)
  case cancelEdit
  case notify(String?)
}

let todoReducer = Reducer<TodoState, TodoAction> { state, action in
  switch action {
  case .draftChanged(let text):
    state.draft = text

  case .add:
    let title = state.draft.trimmed
    guard !title.isEmpty else { return }
    state.list.items.append(Todo(id: state.list.nextID, title: title))
    state.newest = state.list.nextID
    state.list.nextID += 1
    state.draft = ""
    // What was just added is seen: a filter that hides it ends.
    if state.list.filter == .done { state.list.filter = .all }

  case .toggle(let id):
    state.list.items[id: id]?.isDone.toggle()

  case .remove(let id):
    state.list.items.remove(id: id)
    if state.editing?.id == id { state.editing = nil }

  case .clearDone:
    state.list.items.removeAll(where: \.isDone)
    if let id = state.editing?.id, state.list.items[id: id] == nil { state.editing = nil }

  case .show(let filter):
    state.list.filter = filter

  case .beginEdit(let id):
    guard let todo = state.list.items[id: id] else { return }
    state.editing = .init(id: id, title: todo.title)

  case .titleChanged(let title):
    state.editing?.title = title

  case .commitEdit(let id):
    guard let editing = state.editing, editing.id == id else { return }
    state.editing = nil
    let title = editing.title.trimmed
    // An item without a title could not be told apart: the old one stays.
    if !title.isEmpty { state.list.items[id: id]?.title = title }

  case .cancelEdit:
    state.editing = nil

  case .notify(let notice):
    state.notice = notice
  }
}

extension String {
  /// Without white space at either end.
  fileprivate var trimmed: String {
    guard let start = firstIndex(where: { !$0.isWhitespace }),
      let end = lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(self[start...end])
  }
}
