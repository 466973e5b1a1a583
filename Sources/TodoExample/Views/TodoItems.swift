import MillraceDocument

/// The items that show, the keys that act on them, and beside them, where there is room, all of the current one.
struct TodoItems: Component {
  let state: TodoState
  let commands: ItemCommands
  let today: CalendarDay
  let columns: Int
  let focus: FocusHandle
  let startsHere: Bool
  let selection: Binding<Set<TodoID>>
  let dispatch: TodoDispatcher

  /// Nothing is rendered again for it.
  @Local private var current = Current()
  /// The item in the pane.
  @Local private var detailed: TodoID?

  private final class Current {
    var id: TodoID?
  }

  var body: Node {
    let (interface, shown) = (state.interface, commands.results.shown)
    let hasPane = columns >= 110
    Row(gap: 1) {
      List(
        shown, select: interface.search?.isEmpty == false ? shown.first?.id : interface.newest,
        onSelect: { _ in commands.query.letGo() },
        current: Binding(
          get: { current.id },
          set: {
            current.id = $0
            if hasPane { detailed = $0 }
          }),
        selection: selection, bar: shown.count > commands.rows,
        onMove: commands.canMove ? { @MainActor in commands.move($0.id, to: $1) } : nil
      ) { todo in
        TodoRow(
          todo: todo, today: today, search: interface.search ?? "", columns: columns,
          edit: interface.editing.flatMap { $0.id == todo.id && !$0.isForm ? $0.fields : nil },
          query: commands.query, dispatch: dispatch)
      }
      .onPaste { text in commands.paste(text, atLeast: 1) }
      .keys("Items") { for bind in binds { bind } }
      .focus(shown.isEmpty ? nil : focus).autofocus(startsHere)
      .grow().basis(0)
      if hasPane, let todo = detailed.flatMap({ state.document.items[id: $0] }) {
        TodoDetails(todo: todo, today: today).node.width(36).shrink(0)
      }
    }
    .grow().basis(0)
    // A list without rows takes no focus, and keys are to be read all the same.
    .focusable(shown.isEmpty).focus(shown.isEmpty ? focus : nil)
    .onPaste { text in shown.isEmpty && commands.paste(text, atLeast: 1) }
  }

  @KeysBuilder @MainActor private var binds: [Bind] {
    let isSome = !commands.results.shown.isEmpty
    TodoKey.tick.bind(isShown: true, isEnabled: isSome) { commands.tick(ids) }
    TodoKey.open.bind(isEnabled: isSome) { begin(isForm: true) }
    TodoKey.edit.bind(isShown: true, isEnabled: isSome) { begin(isForm: false) }
    TodoKey.notes.bind(isEnabled: isSome) {
      if let id = current.id { dispatch(.interface(.editNotes(id, at: commands.now))) }
    }
    TodoKey.delete.bind(isShown: true, isEnabled: isSome) { commands.remove(ids) }
    TodoKey.schedule.bind(isEnabled: isSome) {
      commands.query.keep(ids)
      dispatch(.interface(.open(.schedule(ids))))
    }
    TodoKey.priority.bind(isEnabled: isSome) { commands.prioritize(ids) }
    TodoKey.select.bind(isEnabled: isSome) {
      if let id = current.id {
        selection.wrappedValue.formSymmetricDifference([id])
      }
    }
    TodoKey.moveUp.bind(isEnabled: isSome && commands.canMove) { commands.move(ids, by: -1) }
    TodoKey.moveDown.bind(isEnabled: isSome && commands.canMove) { commands.move(ids, by: 1) }
  }

  /// What a key acts on: what is selected, or else the current item.
  @MainActor private var ids: [TodoID] {
    let chosen = selection.wrappedValue
    let ids = chosen.isEmpty ? [] : commands.results.shown.lazy.map(\.id).filter(chosen.contains)
    return ids.isEmpty ? current.id.map { [$0] } ?? [] : ids
  }

  @MainActor private func begin(isForm: Bool) {
    guard let id = current.id else { return }
    commands.query.keep([id])
    dispatch(.interface(.beginEdit(id, isForm: isForm, at: commands.now)))
  }
}

/// One item: to tick off, to read or to edit.
struct TodoRow: Component, Equatable {
  let todo: Todo
  let today: CalendarDay
  /// What is looked for.
  let search: String
  /// Of the screen.
  let columns: Int
  /// What it is being changed to, while it is edited.
  let edit: TodoFields?
  let query: ListQuery<Todo>
  let dispatch: TodoDispatcher
  @Environment(\.clock) private var clock

  var body: Node {
    Row(gap: 1) {
      Checkbox(todo.isDone) {
        query.keep([todo.id])
        dispatch(.document(.tick([todo.id], !todo.isDone, at: Moment(clock))))
      }
      if let edit {
        TextField(
          edit.line, onChange: { dispatch(.interface(.editChanged(TodoFields(line: $0)))) },
          onSubmit: { commit() }, onCancel: { dispatch(.interface(.cancelEdit)) }
        )
        .autofocus().grow().underline()
        .onFocusChange { hasFocus in if !hasFocus { commit() } }
      } else {
        TodoSummary(todo: todo, today: today, search: search, columns: columns).grow().basis(0)
      }
    }
  }

  @MainActor private func commit() {
    dispatch(.interface(.commitEdit(todo.id, at: Moment(clock))))
  }
}

/// What an item says, on a line.
struct TodoSummary: Component, Equatable {
  let todo: Todo
  let today: CalendarDay
  var search = ""
  let columns: Int
  @Environment(\.theme) private var theme

  var body: Node {
    Row(gap: 1) {
      if let priority = todo.priority { Text("(\(priority))").style(theme.accent).shrink(0) }
      line.strikethrough(todo.isDone).dim(todo.isDone || todo.isWaiting(on: today)).grow().basis(0)
      if let progress = todo.progress { Text("\(progress.done)/\(progress.of)").dim().shrink(0) }
      if !todo.notes.isEmpty, columns >= 60 { Text("notes").dim().shrink(0) }
      if !todo.isDone {
        if let recurrence = todo.recurrence { Text("↻\(recurrence)").dim().shrink(0) }
        if let threshold = todo.threshold, threshold > today {
          Text("waits: \(Due(day: threshold).words(today: today))").style(theme.muted).shrink(0)
        }
        if let due = todo.due {
          Text(due.words(today: today))
            .style(due.day < today ? theme.danger : due.day == today ? theme.accent : theme.muted)
            .shrink(0)
        }
      }
    }
  }

  /// Projects and tags stand out, and what was looked for.
  @MainActor private var title: Text {
    let found = search.isEmpty ? [] : Set(FuzzyMatch(search, in: todo.title)?.offsets ?? [])
    var spans: [TextSpan] = []
    var (text, style) = ("", Style())
    var isMarked = false
    var before: Character = " "
    for (offset, character) in todo.title.enumerated() {
      if before.isWhitespace { isMarked = character == "+" || character == "@" }
      var next = isMarked && !character.isWhitespace ? theme.accent : Style()
      if found.contains(offset) { next = Style(attributes: [.bold, .underline]).over(next) }
      if next != style {
        spans.append(TextSpan(text).style(style))
        (text, style) = ("", next)
      }
      text.append(character)
      before = character
    }
    return Text { spans + [TextSpan(text).style(style)] }
  }

  /// The title in a line. One that may be cut can be read where the marker is.
  @MainActor private var line: Node {
    todo.title.utf8.count * 2 < columns
      ? title.truncate().node : OpeningText(text: title).node
  }
}

/// A text that is cut, but in the current row.
private struct OpeningText: Component {
  let text: Text
  @Environment(\.isCurrentRow) private var isCurrent

  var body: Node { isCurrent ? text.node : text.truncate().node }
}

/// All that an item has.
private struct TodoDetails: Component, Equatable {
  let todo: Todo
  let today: CalendarDay

  var body: Node {
    Box(title: "Item") {
      Text(todo.title).bold()
      for (name, text) in facts {
        Row(gap: 1) {
          Text(name).dim().width(9).shrink(0)
          Text(text)
        }
        .key(name)
      }
      for (index, step) in todo.subtasks.enumerated() {
        Text((step.isDone ? "[x] " : "[ ] ") + step.title).key(index)
      }
      if !todo.notes.isEmpty { Text(todo.notes).margin(top: 1) }
    }
  }

  private var facts: [(String, String)] {
    [
      ("priority", todo.priority?.description), ("due", todo.due?.words(today: today)),
      ("waits", todo.threshold.map { Due(day: $0).words(today: today) }),
      ("every", todo.recurrence?.description), ("created", todo.created?.description),
      ("done", todo.completed?.description),
    ].compactMap { name, text in text.map { (name, $0) } }
  }
}
