import MillraceDocument

/// A form for all fields of an item.
struct TodoForm: Component {
  let editing: TodoInterface.Editing
  let dispatch: TodoDispatcher
  @Environment(\.clock) private var clock
  @Local private var stepFields = (0..<100).map { _ in FocusHandle() }

  @MainActor private var now: Moment { Moment(clock) }

  var body: Node {
    let due = editing.fields.due
    let isNamed = !editing.fields.line.isBlank
    Dialog("Item", onClose: { dispatch(.interface(.leaveEdit)) }) {
      Form(onSubmit: { save() }) {
        FormField("What", error: isNamed ? nil : "needed", hint: "with +projects and @tags") {
          TextField(field(\.line), onSubmit: { save() }).autofocus().width(40)
        }
        FormField("Priority") {
          Select([""] + Priority.all.map(\.description), selection: field(\.priority)) {
            $0.isEmpty ? "none" : $0
          }
        }
        FormField(
          "Due", error: isUnderstood(due) ? nil : "not understood: fri, in 3 days 9am, 27 Nov",
          hint: Due(parsing: due, now: now)?.words(today: now.day)
            ?? "fri, in 3 days 9am, 27 Nov"
        ) {
          TextField(field(\.due), onSubmit: { save() })
        }
        FormField("Notes") {
          Row(gap: 1) {
            TextEditor(field(\.notes), label: "Notes", indentation: nil).height(3).grow().basis(0)
            Button("Editor") {
              save()
              dispatch(.interface(.editNotes(editing.id, at: now)))
            }
          }
        }
        FormField("Subtasks") {
          Column { for (index, step) in steps.enumerated() { row(step, index).key(index) } }
        }
        Row(gap: 1, justify: .end) {
          Button("Undo changes") { dispatch(.interface(.cancelEdit)) }
          Button("Done") { save() }
        }
      }
    }
  }

  @MainActor private func row(_ step: Subtask, _ index: Int) -> Node {
    Row(gap: 1) {
      if step.title.isEmpty, !step.isDone {
        // An empty row cannot be ticked.
        Text("[ ]").dim()
      } else {
        Checkbox(step.isDone) { change(index) { $0.isDone.toggle() } }
      }
      TextField(
        step.title, placeholder: "another step",
        onChange: { title in change(index) { $0.title = title } },
        onSubmit: {
          // Enter moves to the next step. On an empty step, Enter closes the form.
          if step.title.isBlank { save() } else { stepFields[min(index + 1, 99)].focus() }
        }
      )
      .focus(stepFields[min(index, 99)]).grow()
    }
    .node
  }

  /// Saves and closes the form, unless the title is blank or the due date is not understood.
  @MainActor private func save() {
    if !editing.fields.line.isBlank, isUnderstood(editing.fields.due) {
      dispatch(.interface(.commitEdit(editing.id, at: now)))
    }
  }

  /// The subtasks, and an empty subtask for the user to fill in.
  @MainActor private var steps: [Subtask] {
    let steps = editing.fields.subtasks.split(separator: "\n", omittingEmptySubsequences: false)
      .map { Subtask(String($0)) }
    return steps + (steps.last?.title == "" ? [] : [Subtask("")])
  }

  @MainActor private func change(_ index: Int, _ body: (inout Subtask) -> Void) {
    var steps = steps
    body(&steps[index])
    field(\.subtasks).wrappedValue = steps.map(\.description).joined(separator: "\n")
  }

  @MainActor private func isUnderstood(_ text: String) -> Bool {
    text.isBlank || Due(parsing: text, now: now) != nil
  }

  @MainActor private func field(_ path: WritableKeyPath<TodoFields, String>) -> Binding<String> {
    Binding(
      get: { editing.fields[keyPath: path] },
      set: { text in
        var fields = editing.fields
        fields[keyPath: path] = text
        dispatch(.interface(.editChanged(fields)))
      })
  }
}

/// Sets the due date of items, typed in words or chosen from a month.
struct ScheduleDialog: Component {
  let todos: [Todo]
  let dispatch: TodoDispatcher
  let close: @MainActor () -> Void
  @Local private var text = ""
  @Environment(\.clock) private var clock

  var body: Node {
    let now = Moment(clock)
    let (due, today) = (Due(parsing: text, now: now), now.day)
    Dialog(todos.count == 1 ? "Due" : "Due: \(todos.count) items", onClose: close) {
      TextField(
        $text, placeholder: "fri, next week, in 3 days 9am",
        onSubmit: { if let due = Due(parsing: text, now: Moment(clock)) { set(due) } }
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
    dispatch(.change(.schedule(todos.map(\.id), due)))
    close()
  }
}

/// Selects from the projects, tags and priorities of the items.
struct FilterDialog: Component {
  /// A word of a filter, and the number of items with it.
  struct Choice: Identifiable, Sendable {
    let id: String
    let count: Int
  }

  let items: IdentifiedList<Todo>
  let filter: TodoFilter
  let dispatch: TodoDispatcher
  let close: @MainActor () -> Void
  @Local private var choices: [Choice]?
  /// The typed text.
  @Local private var text: String?

  var body: Node {
    Dialog("Filter", onClose: close) {
      TextField(
        text ?? filter.description, placeholder: "+project @tag (A) words",
        onChange: {
          text = $0
          dispatch(.interface(.filter(TodoFilter(parsing: $0))))
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
          dispatch(.interface(.filter(TodoFilter())))
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
    dispatch(.interface(.filter(TodoFilter(parsing: new.joined(separator: " ")))))
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
