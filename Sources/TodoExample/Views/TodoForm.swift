import MillraceDocument

/// A form for all fields of an item.
struct TodoForm: Component {
  let edit: EditState
  let commands: ItemCommands
  let dispatch: Dispatcher<EditAction>
  @Environment(\.clock) private var clock
  @Local private var stepFields = (0..<100).map { _ in FocusHandle() }

  @MainActor private var now: Moment { Moment(clock) }

  var body: Node {
    let due = edit.fields.due
    let isNamed = !edit.fields.line.isBlank
    let isRemoved = !commands.list.items.contains(id: edit.id)
    Dialog(isRemoved ? "Item, deleted meanwhile" : "Item", onClose: { dispatch(.leave) }) {
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
          "Due", error: Due.problem(in: due, now: now),
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
              if commands.store.state.edit == nil { commands.editNotes(of: edit.id) }
            }
          }
        }
        FormField("Subtasks") {
          Column { for (index, step) in steps.enumerated() { row(step, index).key(index) } }
        }
        Row(gap: 1, justify: .end) {
          Button("Undo changes") { dispatch(.discard) }
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
    if !edit.fields.line.isBlank, Due.problem(in: edit.fields.due, now: now) == nil {
      commands.commitEdit(of: edit.id, inForm: true)
    }
  }

  /// The subtasks, and an empty subtask for the user to fill in.
  @MainActor private var steps: [Subtask] {
    let steps = edit.fields.subtasks.split(separator: "\n", omittingEmptySubsequences: false)
      .map { Subtask(String($0)) }
    return steps + (steps.last?.title == "" ? [] : [Subtask("")])
  }

  @MainActor private func change(_ index: Int, _ body: (inout Subtask) -> Void) {
    var steps = steps
    body(&steps[index])
    field(\.subtasks).wrappedValue = steps.map(\.description).joined(separator: "\n")
  }

  @MainActor private func field(_ path: WritableKeyPath<TodoFields, String>) -> Binding<String> {
    Binding(
      get: { edit.fields[keyPath: path] },
      set: { text in
        var fields = edit.fields
        fields[keyPath: path] = text
        dispatch(.changed(fields))
      })
  }
}
