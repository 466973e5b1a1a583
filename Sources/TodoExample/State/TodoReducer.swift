import Millrace

/// Does what an action says, can take it back, and says what was done.
let todoReducer = Reducer<TodoState, TodoAction> { state, action in
  let (before, sentence) = (state.list, state.sentence(for: action))
  let joined = state.removals(joinedBy: action)
  _ = undoableReducer.reduce(&state, action)
  if let id = state.editing?.id, !state.list.items.contains(id: id) { state.editing = nil }
  let hasChanged = state.list != before
  let isTravel = action == .undo || action == .redo
  guard let sentence, hasChanged || isTravel else { return }
  state.removedCount = 0
  if case .remove(_, let moment) = action {
    state.removedCount = joined + before.items.count - state.list.items.count
    state.removedAt = moment.time
  }
  // What is before the user's eyes a sentence would only cover.
  switch action {
  case .add(let lines, _, _, _) where lines.count == 1: return
  case .move: return
  default: break
  }
  state.said = .init(
    number: (state.said?.number ?? 0) + 1, text: sentence, isUndoable: hasChanged && !isTravel)
}

private let undoableReducer = Reducer<TodoState, TodoAction> { $0.apply($1) }
  .undoable(\.list, history: \.history) { state, action in
    guard let sentence = state.sentence(for: action) else { return .leftOut }
    let name = stepName(sentence)
    return switch action {
    case .undo: .undo
    case .redo: .redo
    case .remove(_, let moment): .step(name, group: "remove", at: moment.time)
    case .move(_, _, let moment): .step(name, group: "move", at: moment.time)
    default: .step(name)
    }
  }

extension TodoState {
  fileprivate mutating func apply(_ action: TodoAction) {
    switch action {
    case .add(let lines, let ids, let previous, let moment):
      let added = action.added(to: list)
      add(added, after: previous)
      if lines.count == 1, !ids.isEmpty, lines[0].trimmed == draft.trimmed { draft = "" }
      guard let last = added.last else { return }
      newest = last.id
      // What was just added is seen.
      if !tab.shows(last, on: moment.day) || !filter.matches(last) {
        (tab, filter) = (.all, TodoFilter())
      }
    case .insert: add(action.added(to: list), after: nil)
    case .tick(let ids, let isDone, let moment):
      for id in ids { list.items[id: id]?.setDone(isDone, on: moment.day) }
    case .prioritize(let ids, let priority):
      for id in ids { list.items[id: id]?.priority = priority }
    case .schedule(let ids, let due): for id in ids { list.items[id: id]?.due = due }
    case .remove(let ids, _): for id in ids { list.items.remove(id: id) }
    case .clearDone: list.items.removeAll(where: \.isDone)
    case .move(let ids, let next, _): list.move(Set(ids), before: next)
    case .undo, .redo: break
    case .merge(let theirs, let base): merge(theirs, base: base)
    case .settle(let id, let takesTheirs): settle(id, takesTheirs: takesTheirs)
    case .draftChanged(let text): draft = text
    case .show(let tab): self.tab = tab
    case .sort(let sort): self.sort = sort
    case .filter(let filter): self.filter = filter
    case .beginEdit(let id, let isForm, let moment):
      if list.items.contains(id: id) { endEdit(at: moment) }
      guard let todo = list.items[id: id] else { return }
      let fields = TodoFields(todo, isForm: isForm)
      editing = Editing(id: id, fields: fields, isForm: isForm, begun: fields)
    case .editChanged(let fields): editing?.fields = fields
    case .commitEdit(let id, let moment): if editing?.id == id { endEdit(at: moment) }
    case .cancelEdit: editing = nil
    case .notify(let notice): self.notice = notice
    }
  }

  private mutating func add(_ todos: [Todo], after previous: TodoID?) {
    let place = previous.flatMap { list.items.index(id: $0) }.map { $0 + 1 }
    list.items.insert(contentsOf: todos, at: place ?? list.items.count)
  }

  /// Keeps the edit, if there is one.
  private mutating func endEdit(at moment: Moment) {
    guard let editing, var todo = list.items[id: editing.id] else { return }
    self.editing = nil
    editing.fields.apply(to: &todo, since: editing.begun, at: moment)
    list.items[id: editing.id] = todo
  }

  private mutating func merge(_ theirs: TodoList, base: TodoList) {
    var (merged, new) = list.merged(with: theirs, base: base)
    // An edit is a change, too.
    if let editing, editing.fields != editing.begun, let todo = list.items[id: editing.id],
      merged.items.append(todo).inserted
    {
      new.append(Conflict(id: .init(todo: todo.id, field: .removal), ourItem: todo, theirItem: nil))
    }
    merged.conflicts = list.conflicts.filter { old in !new.contains { $0.id == old.id } } + new
    list = merged
  }

  private mutating func settle(_ id: Conflict.ID, takesTheirs: Bool) {
    guard let place = list.conflicts.firstIndex(where: { $0.id == id }) else { return }
    let theirs = list.conflicts.remove(at: place).theirItem
    // A file can say anything of it.
    guard takesTheirs, theirs?.id ?? id.todo == id.todo else { return }
    if let theirs, id.field != .removal {
      list.items[id: id.todo]?.take(id.field, from: theirs)
    } else {
      list.items[id: id.todo] = theirs
    }
  }
}

extension TodoList {
  /// Moves items, in their order here, to before another one, or before the first that stays if that one moves too.
  fileprivate mutating func move(_ ids: Set<TodoID>, before next: TodoID?) {
    let place = next.map { items.index(id: $0) } ?? items.count
    guard let place else { return }
    let anchor = items[place...].first { !ids.contains($0.id) }
    let moved = ids.compactMap { items.index(id: $0) }.sorted().map { items[$0] }
    for todo in moved { items.remove(id: todo.id) }
    items.insert(contentsOf: moved, at: anchor.flatMap { items.index(id: $0.id) } ?? items.count)
  }
}
