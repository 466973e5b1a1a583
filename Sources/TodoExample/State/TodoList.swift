import MillraceDocument

/// The document: a list of items.
struct TodoList: DocumentModel {
  static let version = 2

  var items = IdentifiedList<Todo>()

  mutating func apply(_ action: TodoAction) {
    switch action {
    case .add, .insert: items.append(contentsOf: action.added(to: self))
    case .tick(let ids, let isDone, let moment):
      for id in ids { tick(id, isDone, on: moment.day) }
    case .prioritize(let ids, let priority): for id in ids { items[id: id]?.priority = priority }
    case .schedule(let ids, let due): for id in ids { items[id: id]?.due = due }
    case .change(let id, let fields, let begun, let moment):
      guard var todo = items[id: id] else { return }
      fields.apply(to: &todo, since: begun, at: moment)
      items[id: id] = todo
    case .remove(let ids, _): for id in ids { items.remove(id: id) }
    case .clearDone: items.removeAll(where: \.isDone)
    case .move(let ids, let next, _): move(Set(ids), before: next)
    }
  }

  private mutating func tick(_ id: TodoID, _ isDone: Bool, on day: CalendarDay) {
    guard let index = items.index(id: id), items[index].isDone != isDone else { return }
    items[id: id]?.setDone(isDone, on: day)
    if isDone, let next = items[index].next(id: id.next, completedOn: day) {
      items.insert(next, at: index + 1)
    }
  }

  /// Moves items, in their order in the list, before another item. If that item moves, too, uses
  /// the next item that does not move.
  private mutating func move(_ ids: Set<TodoID>, before next: TodoID?) {
    let index = next.map { items.index(id: $0) } ?? items.count
    guard let index else { return }
    let anchor = items[index...].first { !ids.contains($0.id) }
    let moved = ids.compactMap { items.index(id: $0) }.sorted().map { items[$0] }
    for todo in moved { items.remove(id: todo.id) }
    items.insert(contentsOf: moved, at: anchor.flatMap { items.index(id: $0.id) } ?? items.count)
  }
}

extension TodoList {
  /// Returns the items of a file that the list does not have. If the file contains a line several
  /// times, each item of the list with that line accounts for one of them.
  func missing(_ found: [Todo]) -> [Todo] {
    var known: [String: Int] = [:]
    for item in items { known[item.line, default: 0] += 1 }
    return found.filter { item in
      guard let count = known[item.line], count > 0 else { return true }
      known[item.line] = count - 1
      return false
    }
  }

  static func counted(_ count: Int) -> String { "\(count) \(count == 1 ? "item" : "items")" }
}

// The names of actions, for messages and for undo.
extension TodoList {
  func step(for action: TodoAction, since begun: TodoList) -> DocumentStep? {
    switch action {
    case .add(let lines, _, _):
      DocumentStep("added" + object(action.added(to: self)), showsMessage: lines.count != 1)
    case .insert: DocumentStep("added" + object(action.added(to: self)))
    case .tick(let ids, let isDone, _):
      DocumentStep(
        (isDone ? "ticked" : "reopened") + object(found(ids).filter { $0.isDone != isDone }))
    case .prioritize(let ids, let priority):
      DocumentStep(
        (priority.map { "priority \($0):" } ?? "no priority:")
          + object(found(ids).filter { $0.priority != priority }))
    case .schedule(let ids, let due):
      DocumentStep(
        (due.map { "due \($0):" } ?? "no due date:") + object(found(ids).filter { $0.due != due }))
    case .change(let id, _, _, _): DocumentStep("changed" + object(found([id])))
    case .remove(let ids, let moment):
      DocumentStep(
        "deleted" + object(found(ids), besides: begun.items.count - items.count), group: "remove",
        at: moment.time)
    case .clearDone: DocumentStep("deleted" + object(items.filter(\.isDone)))
    case .move(let ids, _, let moment):
      DocumentStep(
        "moved" + object(found(ids)), group: "move", at: moment.time, showsMessage: false)
    }
  }

  /// Returns the items with these ids, each once.
  private func found(_ ids: [TodoID]) -> IdentifiedList<Todo> {
    IdentifiedList(ids.lazy.compactMap { items[id: $0] })
  }

  private func object(_ todos: some Collection<Todo>, besides count: Int = 0) -> String {
    let count = count + todos.count
    let title = todos.first?.title ?? ""
    return count == 1 ? " “\(title.prefix(30))\(title.count > 30 ? "…" : "")”" : " \(count) items"
  }
}

extension Todo: DocumentElement {
  enum Field: String, Codable, CaseIterable, Sendable {
    case title, isDone, priority, due, threshold, recurrence, notes, subtasks, created
  }

  mutating func assign(_ field: Field, from other: Todo) {
    switch field {
    case .title: title = other.title
    case .isDone: (isDone, completed) = (other.isDone, other.completed)
    case .priority: priority = other.priority
    case .due: due = other.due
    case .threshold: threshold = other.threshold
    case .recurrence: recurrence = other.recurrence
    case .notes: notes = other.notes
    case .subtasks: subtasks = other.subtasks
    case .created: created = other.created
    }
  }

  func text(of field: Field) -> String {
    switch field {
    case .title: title
    case .isDone: isDone ? completed.map { "done \($0)" } ?? "done" : "open"
    case .priority: priority?.description ?? "none"
    case .due: due?.description ?? "none"
    case .threshold: threshold?.description ?? "none"
    case .recurrence: recurrence?.description ?? "none"
    case .notes: notes
    case .subtasks: subtasks.map(\.description).joined(separator: "\n")
    case .created: created?.description ?? "none"
    }
  }
}

extension TodoID {
  /// The id of the item that follows a recurring item. It is the same on every machine, so that
  /// ticking the item on two machines adds one item.
  var next: TodoID { TodoID(number &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407) }
}
