import MillraceDocument

/// The dialogs over the list: the open dialog, the form, and the dialogs of the document.
struct TodoDialogs: Component {
  let commands: ItemCommands
  let log: DocumentLog<TodoList>
  /// The list, which gets the focus after the form.
  let list: FocusHandle

  var body: Node {
    let (store, dispatch) = (commands.store, commands.dispatch)
    Connect(store, \.dialog) { dialog, _ in
      let close: @MainActor () -> Void = { dispatch(.open(nil)) }
      HelpDialog(dialog == .help, onClose: close)
      Palette(dialog == .palette, onClose: close)
      switch dialog {
      case .filter:
        Connect(store, \.list.view.filter) { filter, _ in
          FilterDialog(filter: filter, commands: commands, close: close)
        }
      case .importFile: ImportDialog(commands: commands, close: close)
      case .schedule(let ids):
        Connect(store, { state in ids.compactMap { state.list.items[id: $0] } }) { todos, _ in
          ScheduleDialog(todos: todos, dispatch: dispatch, close: close)
        }
      case .confirm(let question, let action):
        ConfirmationDialog(question, isYesDefault: action.isAddition, onClose: close) {
          dispatch(.list(action))
        }
      case .help, .palette, nil: Node.empty
      }
    }
    Connect(store, { Edit(isFormShown: $0.isFormShown, asks: $0.edit?.asksToDiscard == true) }) {
      shown, _ in
      if shown.isFormShown,
        let edit = store.scope(.optional(\.edit), action: ProgramAction.editPath)
      {
        Connect(edit) { edit, dispatch in
          TodoForm(edit: edit, commands: commands, dispatch: dispatch)
        }
        // A form that was open when the program started has no previous focus to return to.
        .onDisappear { list.focus() }
      }
      if shown.asks {
        ConfirmationDialog(
          "Discard what was typed?", yes: "Discard", no: "Edit",
          onClose: { dispatch(.edit(.stay)) }, action: { dispatch(.edit(.discard)) })
      }
    }
    Connect(
      store.scope(state: \.list.document, action: ProgramAction.documentPath),
      { $0.dialog == nil ? nil : $0 }
    ) { document, dispatch in
      if let document { DocumentDialogs(document, log: log, dispatch: dispatch) }
    }
  }

  private struct Edit: Equatable {
    let isFormShown: Bool
    let asks: Bool
  }
}

extension ListAction {
  fileprivate var isAddition: Bool { if case .add = self { true } else { false } }
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
      Text(due?.words(today: today) ?? Due.problem(in: text, now: now) ?? "").style(\.muted)
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

/// Filters the list by typed text, or by projects, tags and priorities of the open items.
struct FilterDialog: Component {
  /// A word of a filter, and the number of open items with this word.
  struct Choice: Identifiable, Sendable {
    let id: String
    let count: Int
  }

  let filter: TodoFilter
  let commands: ItemCommands
  let close: @MainActor () -> Void
  @Local private var choices: [Choice]?
  /// The typed text; nil while the text field shows the filter itself.
  @Local private var text: String?

  var body: Node {
    Dialog("Filter", onClose: close) {
      TextField(
        text ?? filter.description, placeholder: "+project @tag (A) words",
        onChange: {
          text = $0
          commands.dispatch(.list(.filter(TodoFilter(parsing: $0))))
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
          commands.dispatch(.list(.filter(TodoFilter())))
          close()
        }
        Button("Done") { close() }
      }
    }
    .task {
      let items = commands.list.items
      choices = await Task.detached { Self.choices(of: items) }.value
    }
  }

  private var words: [String] { filter.description.split(separator: " ").map(String.init) }

  @MainActor private func toggle(_ word: String) {
    text = nil
    let rest = words.filter { $0 != word }
    let new = rest.count == words.count ? words + [word] : rest
    commands.dispatch(.list(.filter(TodoFilter(parsing: new.joined(separator: " ")))))
  }

  /// - Complexity: O(*n*) in the number of items.
  nonisolated static func choices(of items: IdentifiedList<Todo>) -> [Choice] {
    var counts: [String: Int] = [:]
    for todo in items where !todo.isDone {
      for project in Set(todo.projects) { counts["+" + project, default: 0] += 1 }
      for tag in Set(todo.tags) { counts["@" + tag, default: 0] += 1 }
      if let priority = todo.priority { counts["(\(priority))", default: 0] += 1 }
    }
    return counts.map { Choice(id: $0.key, count: $0.value) }.sorted { $0.id < $1.id }
  }
}

/// Asks for the path of a todo.txt file.
private struct ImportDialog: Component {
  let commands: ItemCommands
  let close: @MainActor () -> Void
  @Local private var path = ""

  var body: Node {
    Dialog("Import", onClose: close) {
      TextField($path, placeholder: "the path of a todo.txt file", onSubmit: { start() })
        .autofocus().width(40)
      Row(gap: 1, justify: .end) {
        Button("Cancel") { close() }
        Button("Import") { start() }
      }
    }
  }

  @MainActor private func start() {
    if path.isBlank { return }
    close()
    commands.store.importFile(path.trimmed)
  }
}
