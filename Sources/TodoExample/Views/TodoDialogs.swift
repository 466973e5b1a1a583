import Millrace

/// Asks before a change that concerns more than a screenful.
struct ConfirmDialog: Component {
  let question: String
  let close: @MainActor () -> Void
  let action: @MainActor () -> Void

  var body: Node {
    Dialog(question, onClose: close) {
      Row(gap: 1, justify: .end) {
        Button("No") { close() }
        Button("Yes") {
          close()
          action()
        }
      }
    }
  }
}

/// A form for all that an item has.
struct TodoForm: Component {
  let editing: TodoState.Editing
  let today: CalendarDay
  let now: @MainActor () -> Moment
  let dispatch: Dispatcher<TodoAction>

  var body: Node {
    let due = editing.fields.due
    let isNamed = !editing.fields.line.isBlank
    let save: @MainActor () -> Void = {
      // What is wrong is shown, and stays to be mended.
      if isNamed, isUnderstood(due) { dispatch(.commitEdit(editing.id, at: now())) }
    }
    Dialog("Item", onClose: save) {
      Form(onSubmit: save) {
        FormField("What", error: isNamed ? nil : "needed", hint: "with +projects and @tags") {
          TextField(field(\.line), onSubmit: save).autofocus().width(40)
        }
        FormField("Priority") {
          Select([""] + Priority.all.map(\.description), selection: field(\.priority)) {
            $0.isEmpty ? "none" : $0
          }
        }
        FormField(
          "Due", error: isUnderstood(due) ? nil : "not understood: fri, in 3 days 9am, 27 Nov",
          hint: Due(words: due, today: today)?.words(today: today) ?? "fri, in 3 days 9am, 27 Nov"
        ) {
          TextField(field(\.due), onSubmit: save)
        }
        FormField("Notes") { TextField(field(\.notes), onSubmit: save) }
        FormField("Subtasks") {
          Column {
            for (index, step) in steps.enumerated() {
              Row(gap: 1) {
                Checkbox(step.hasPrefix("x ")) {
                  change(index, to: step.hasPrefix("x ") ? String(step.dropFirst(2)) : "x " + step)
                }
                TextField(
                  step.hasPrefix("x ") ? String(step.dropFirst(2)) : step,
                  placeholder: "another step",
                  onChange: { change(index, to: (step.hasPrefix("x ") ? "x " : "") + $0) },
                  onSubmit: save
                ).grow()
              }
              .key(index)
            }
          }
        }
        Row(gap: 1, justify: .end) {
          Button("Undo changes") { dispatch(.cancelEdit) }
          Button("Done") { save() }
        }
      }
    }
  }

  /// The subtasks, and an empty one to write the next into.
  @MainActor private var steps: [String] {
    let steps = editing.fields.subtasks.split(separator: "\n", omittingEmptySubsequences: false)
    return steps.map(String.init) + (steps.last == "" ? [] : [""])
  }

  @MainActor private func change(_ index: Int, to text: String) {
    var steps = steps
    steps[index] = text
    field(\.subtasks).wrappedValue = steps.joined(separator: "\n")
  }

  @MainActor private func isUnderstood(_ text: String) -> Bool {
    !text.contains { !$0.isWhitespace } || Due(words: text, today: today) != nil
  }

  @MainActor private func field(_ path: WritableKeyPath<TodoFields, String>) -> Binding<String> {
    Binding(
      get: { editing.fields[keyPath: path] },
      set: { text in
        var fields = editing.fields
        fields[keyPath: path] = text
        dispatch(.editChanged(fields))
      })
  }
}

/// When items are due: in words, or from a month.
struct ScheduleDialog: Component {
  let todos: [Todo]
  let today: CalendarDay
  let dispatch: Dispatcher<TodoAction>
  let close: @MainActor () -> Void
  @Local private var text = ""

  var body: Node {
    let due = Due(words: text, today: today)
    Dialog(todos.count == 1 ? "Due" : "Due: \(todos.count) items", onClose: close) {
      TextField(
        $text, placeholder: "fri, next week, in 3 days 9am",
        onSubmit: { if let due { set(due) } }
      )
      .autofocus().width(30)
      Text(due?.words(today: today) ?? (text.isEmpty ? "" : "not understood")).style(\.muted)
      MonthView((due ?? todos.first?.due)?.day ?? today, today: today) {
        set(Due(day: $0, minute: (text.isBlank ? todos.first?.due : due)?.minute))
      }
      Row(gap: 1, justify: .end) {
        Button("No date") { set(nil) }
        Button("Cancel") { close() }
      }
    }
  }

  @MainActor private func set(_ due: Due?) {
    dispatch(.schedule(todos.map(\.id), due))
    close()
  }
}

/// Projects, tags and priorities that there are, to choose from.
struct FilterDialog: Component {
  /// A word of a filter, and how many items have it.
  struct Choice: Identifiable, Sendable {
    let id: String
    let count: Int
  }

  let items: IdentifiedList<Todo>
  let filter: TodoFilter
  let dispatch: Dispatcher<TodoAction>
  let close: @MainActor () -> Void
  @Local private var choices: [Choice]?
  /// As it is typed.
  @Local private var text: String?

  var body: Node {
    Dialog("Filter", onClose: close) {
      TextField(
        text ?? filter.description, placeholder: "+project @tag (A) words",
        onChange: {
          text = $0
          dispatch(.filter(TodoFilter(parsing: $0)))
        }, onSubmit: close
      )
      .autofocus().width(34)
      if let choices {
        List(choices) { choice in
          Row(gap: 1) {
            Checkbox(words.contains(choice.id)) { toggle(choice.id) }
            Text(choice.id).truncate().grow()
            Text("\(choice.count)").dim()
          }
        }
        .height(.cells(Double(min(10, max(1, choices.count)))))
      } else {
        Spinner("Counting")
      }
      Row(gap: 1, justify: .end) {
        Button("Show all") {
          dispatch(.filter(TodoFilter()))
          close()
        }
        Button("Done") { close() }
      }
    }
    .task {
      let items = items
      choices = await Task.detached { Self.choices(of: items) }.value
    }
  }

  private var words: [String] { filter.description.split(separator: " ").map(String.init) }

  @MainActor private func toggle(_ word: String) {
    text = nil
    let rest = words.filter { $0 != word }
    let new = rest.count == words.count ? words + [word] : rest
    dispatch(.filter(TodoFilter(parsing: new.joined(separator: " "))))
  }

  /// - Complexity: O(n).
  nonisolated static func choices(of items: IdentifiedList<Todo>) -> [Choice] {
    var counts: [String: Int] = [:]
    for todo in items where !todo.isDone {
      for project in todo.projects { counts["+" + project, default: 0] += 1 }
      for tag in todo.tags { counts["@" + tag, default: 0] += 1 }
      if let priority = todo.priority { counts["(\(priority))", default: 0] += 1 }
    }
    return counts.map { Choice(id: $0.key, count: $0.value) }.sorted { $0.id < $1.id }
  }
}

/// What was changed here and elsewhere, side by side.
struct ConflictDialog: Component {
  let conflict: Conflict
  let count: Int
  let dispatch: Dispatcher<TodoAction>
  let close: @MainActor () -> Void

  var body: Node {
    let title = (conflict.ourItem ?? conflict.theirItem)?.title ?? ""
    Dialog(count == 1 ? "Changed twice" : "Changed twice: \(count) times", onClose: close) {
      Text("\(title): \(conflict.id.field.rawValue)").bold()
      Row(gap: 2) {
        side("Here", conflict.ours, takesTheirs: false)
        side("Elsewhere", conflict.theirs, takesTheirs: true)
      }
    }
  }

  @MainActor private func side(_ name: String, _ text: String, takesTheirs: Bool) -> Node {
    Box(title: name) {
      Text(text).grow()
      Button("Keep this") {
        if count == 1 { close() }
        dispatch(.settle(conflict.id, takesTheirs: takesTheirs))
      }
    }
    .width(26).shrink(1)
  }
}

/// Where the list goes that its own file has no room for.
struct SaveDialog: Component {
  let file: any SavedFile
  let close: @MainActor () -> Void
  let quit: @MainActor () -> Void
  @Local private var path = ""
  @Local private var problem: String?

  var body: Node {
    Dialog("Not saved", onClose: close) {
      Text("\(file.failure.map { "\($0)" } ?? "Saved now.")").style(\.danger)
      Form {
        FormField("Save to", error: problem) {
          TextField($path, placeholder: "another file", onSubmit: { save() }).autofocus().width(30)
        }
      }
      Row(gap: 1, justify: .end) {
        Button("Stay") { close() }
        Button("Save and quit") { save() }
        Button("Lose it") { quit() }
      }
    }
  }

  @MainActor private func save() {
    do {
      switch file.failure {
      case nil: break
      case _ where !path.isBlank: try file.saveCopy(to: .file(path))
      // The disk may have room by now.
      case .cannotWrite: try file.overwrite()
      // What stands there is somebody else's.
      default: return problem = "needed"
      }
      quit()
    } catch {
      problem = "\(error)"
    }
  }
}
