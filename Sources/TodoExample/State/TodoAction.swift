import Millrace

/// What can happen to a to-do list.
enum TodoAction: Codable, Equatable, Sendable {
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
    let id = state.list.takeID()
    state.list.items.append(Todo(id: id, title: title))
    state.newest = id
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
    state.endEdit()
    state.editing = .init(id: id, title: todo.title)

  case .titleChanged(let title):
    state.editing?.title = title

  case .commitEdit(let id):
    if state.editing?.id == id { state.endEdit() }

  case .cancelEdit:
    state.editing = nil

  case .notify(let notice):
    state.notice = notice
  }
}

extension TodoState {
  /// Keeps the title that is being edited, if there is one.
  fileprivate mutating func endEdit() {
    guard let editing else { return }
    self.editing = nil
    let title = editing.title.trimmed
    // An item without a title could not be told apart: the old one stays.
    if !title.isEmpty { list.items[id: editing.id]?.title = title }
  }
}

extension TodoList {
  /// An id that no item has. The file may say anything of the next one.
  fileprivate mutating func takeID() -> Todo.ID {
    var id = max(1, nextID)
    while items.contains(id: id) || id == .max { id = id == .max ? 1 : id + 1 }
    nextID = id + 1
    return id
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
