/// The fields of an item as editable texts: for one line, or for a form.
struct TodoFields: Codable, Equatable, Sendable {
  /// A todo.txt line, without dates of creation and completion: `(A) call +home due:fri`. In a form
  /// the priority and the due date have fields of their own, but may also be in the line.
  var line = ""
  var priority = ""
  var due = ""
  var notes = ""
  /// The subtasks, one per line. A line that begins with `x ` is a done subtask.
  var subtasks = ""
}

extension TodoFields {
  init(_ todo: Todo, isForm: Bool) {
    var open = todo
    (open.isDone, open.created) = (false, nil)
    if isForm { (open.priority, open.due) = (nil, nil) }
    line = open.line
    guard isForm else { return }
    priority = todo.priority?.description ?? ""
    due = todo.due?.description ?? ""
    notes = todo.notes
    subtasks = todo.subtasks.map(\.description).joined(separator: "\n")
  }

  /// Applies the changes that the user has made since `begun` to an item. If a field cannot be
  /// parsed, the item keeps its value. In the line, such a field also becomes part of the title.
  func apply(to todo: inout Todo, since begun: TodoFields, at moment: Moment) {
    func read(_ line: String) -> TodoLine { TodoLine(line.onOneLine, id: todo.id, now: moment) }
    let edited = read(line)
    // A blank line changes no field of the item.
    if line != begun.line, let new = edited.todo {
      let old = read(begun.line).todo
      func isInvalid(_ key: String) -> Bool { edited.problems.contains { $0.key == key } }
      if new.title != old?.title { todo.title = new.title.trimmed }
      if new.priority != old?.priority { todo.priority = new.priority }
      if new.due != old?.due, new.due != nil || !isInvalid("due:") { todo.due = new.due }
      if new.threshold != old?.threshold, new.threshold != nil || !isInvalid("t:") {
        todo.threshold = new.threshold
      }
      if new.recurrence != old?.recurrence, new.recurrence != nil || !isInvalid("rec:") {
        todo.recurrence = new.recurrence
      }
      if new.created != old?.created { todo.created = new.created ?? todo.created }
      if new.isDone, old?.isDone != true { todo.setDone(true, on: moment.day) }
    }
    if priority != begun.priority {
      let letter = Priority(priority.trimmed.uppercased())
      if letter != nil || priority.isBlank { todo.priority = letter }
    }
    if due != begun.due {
      let date = Due(parsing: due, now: moment)
      if date != nil || due.isBlank { todo.due = date }
    }
    if notes != begun.notes { todo.notes = notes }
    if subtasks != begun.subtasks {
      todo.subtasks = subtasks.split(whereSeparator: \.isNewline).map(\.trimmed)
        .filter { !$0.isEmpty }.map { line in
          let step = Subtask(line)
          return Subtask(title: step.title.trimmed, isDone: step.isDone)
        }
    }
  }
}
