import Millrace

extension Todo: Codable {
  /// In the file: what an item does not have is nil, and left out.
  private struct Saved: Codable {
    let id: TodoID
    let title: String?
    let isDone: Bool?
    let priority: Priority?
    let due: Due?
    let created, completed: CalendarDay?
    let notes: String?
    let subtasks: [Subtask]?
  }

  init(from decoder: any Decoder) throws {
    let saved = try Saved(from: decoder)
    self.init(
      id: saved.id, title: saved.title ?? "", isDone: saved.isDone ?? false,
      priority: saved.priority, due: saved.due, created: saved.created, completed: saved.completed,
      notes: saved.notes ?? "", subtasks: saved.subtasks ?? [])
  }

  func encode(to encoder: any Encoder) throws {
    try Saved(
      id: id, title: title, isDone: isDone ? true : nil, priority: priority, due: due,
      created: created, completed: completed, notes: notes.isEmpty ? nil : notes,
      subtasks: subtasks.isEmpty ? nil : subtasks
    ).encode(to: encoder)
  }
}
