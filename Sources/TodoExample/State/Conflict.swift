/// A field that was changed in two ways: the list has ours until the user has chosen.
struct Conflict: Codable, Equatable, Identifiable, Sendable {
  enum Field: String, Codable, CaseIterable, Sendable {
    case title, isDone, priority, due, notes, subtasks, created
    /// One side removed the item, the other one changed it.
    case removal
  }

  struct ID: Codable, Hashable, Sendable {
    let todo: TodoID
    let field: Field
  }

  let id: ID
  /// Nil where we removed it.
  let ourItem: Todo?
  /// Nil where they removed it.
  let theirItem: Todo?

  /// What we made of the field, in words.
  var ours: String { ourItem?.text(of: id.field) ?? "removed" }
  /// What they made of the field, in words.
  var theirs: String { theirItem?.text(of: id.field) ?? "removed" }
}

extension Todo {
  /// Makes a field what it is in another version of the item.
  mutating func take(_ field: Conflict.Field, from other: Todo) {
    switch field {
    case .title: title = other.title
    case .isDone: (isDone, completed) = (other.isDone, other.completed)
    case .priority: priority = other.priority
    case .due: due = other.due
    case .notes: notes = other.notes
    case .subtasks: subtasks = other.subtasks
    case .created: created = other.created
    case .removal: break
    }
  }

  /// Whether a field is the same in another version of the item.
  func agrees(with other: Todo, on field: Conflict.Field) -> Bool {
    var copy = self
    copy.take(field, from: other)
    return copy == self
  }

  fileprivate func text(of field: Conflict.Field) -> String {
    switch field {
    case .title, .removal: title
    case .isDone: isDone ? completed.map { "done \($0)" } ?? "done" : "open"
    case .priority: priority?.description ?? "none"
    case .due: due?.description ?? "none"
    case .notes: notes
    case .subtasks: subtasks.map(\.description).joined(separator: "\n")
    case .created: created?.description ?? "none"
    }
  }
}
