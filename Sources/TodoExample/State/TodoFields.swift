/// The fields of an item as editable texts: for one line, or for a form.
struct TodoFields: Codable, Equatable, Sendable {
  /// A todo.txt line, without dates of creation and completion: `(A) call +home due:fri`. In a form
  /// the priority and the due date have fields of their own, but may also be in the line.
  var line = ""
  var priority = ""
  var due = ""
  var notes = ""
  /// One per line; a line that begins with `x ` is done.
  var subtasks = ""
}

extension TodoFields {
  init(_ todo: Todo, isForm: Bool) {
    guard isForm else {
      var open = todo
      (open.isDone, open.created) = (false, nil)
      line = open.line
      return
    }
    var unnamed = todo
    (unnamed.isDone, unnamed.created, unnamed.priority, unnamed.due) = (false, nil, nil, nil)
    line = unnamed.line
    priority = todo.priority?.description ?? ""
    due = todo.due?.description ?? ""
    notes = todo.notes
    subtasks = todo.subtasks.map(\.description).joined(separator: "\n")
  }

  /// Changes the fields of an item that the user has changed since `begun`. Ignores texts that
  /// cannot be parsed.
  func apply(to todo: inout Todo, since begun: TodoFields, at moment: Moment) {
    func read(_ line: String) -> Todo? {
      Todo(line: line.onOneLine.trimmed, id: todo.id, today: moment.day)
    }
    // An empty line leaves the title unchanged.
    if line != begun.line, let new = read(line) {
      let old = read(begun.line)
      if new.title != old?.title { todo.title = new.title }
      if new.priority != old?.priority { todo.priority = new.priority }
      if new.due != old?.due { todo.due = new.due }
      if new.threshold != old?.threshold { todo.threshold = new.threshold }
      if new.recurrence != old?.recurrence { todo.recurrence = new.recurrence }
      if new.created != old?.created { todo.created = new.created ?? todo.created }
      if new.isDone { todo.setDone(true, on: moment.day) }
    }
    if priority != begun.priority {
      let letter = Priority(priority.trimmed.uppercased())
      if letter != nil || priority.isBlank { todo.priority = letter }
    }
    if due != begun.due {
      let date = Due(parsing: due, today: moment.day)
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
