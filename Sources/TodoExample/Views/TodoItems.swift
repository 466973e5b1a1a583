import Millrace

/// The items that show, and the keys that act on them.
struct TodoItems: Component {
  let state: TodoState
  let shown: IdentifiedList<Todo>
  let isReadOnly: Bool
  let search: String
  let today: CalendarDay
  let columns: Int
  let selection: Binding<Set<TodoID>>
  let hands: TodoHands
  let dispatch: Dispatcher<TodoAction>
  let schedule: @MainActor ([TodoID]) -> Void

  /// Nothing is rendered again for it.
  @Local private var current = Current()

  private final class Current {
    var id: TodoID?
  }

  var body: Node {
    List(
      shown, select: search.isEmpty ? state.newest : shown.first?.id,
      onSelect: { _ in hands.views.letGo() },
      current: Binding(get: { current.id }, set: { current.id = $0 }),
      selection: selection, bar: shown.count > hands.rows,
      onMove: hands.canMove ? { @MainActor in hands.move($0.id, to: $1) } : nil
    ) { todo in
      TodoRow(
        todo: todo, today: today, search: search, columns: columns,
        edit: isReadOnly
          ? nil : state.editing.flatMap { $0.id == todo.id && !$0.isForm ? $0.fields : nil },
        views: hands.views, dispatch: dispatch)
    }
    .onPaste { text in hands.paste(text, atLeast: 1) }
    .keys("Items") { for bind in binds { bind } }
  }

  @KeysBuilder @MainActor private var binds: [Bind] {
    let isSome = !shown.isEmpty
    TodoKey.tick.bind(isShown: true, isEnabled: isSome) { hands.tick(ids) }
    TodoKey.open.bind(isEnabled: isSome) { begin(isForm: true) }
    TodoKey.edit.bind(isShown: true, isEnabled: isSome) { begin(isForm: false) }
    TodoKey.delete.bind(isShown: true, isEnabled: isSome) { hands.remove(ids) }
    TodoKey.schedule.bind(isEnabled: isSome) { schedule(ids) }
    TodoKey.priority.bind(isEnabled: isSome) { hands.prioritize(ids) }
    TodoKey.select.bind(isEnabled: isSome) {
      guard let id = current.id else { return }
      selection.wrappedValue.formSymmetricDifference([id])
    }
    TodoKey.moveUp.bind(isEnabled: isSome && hands.canMove) { hands.move(ids, by: -1) }
    TodoKey.moveDown.bind(isEnabled: isSome && hands.canMove) { hands.move(ids, by: 1) }
  }

  /// What a key acts on: what is selected, or else the current item.
  @MainActor private var ids: [TodoID] {
    let chosen = selection.wrappedValue
    let ids = chosen.isEmpty ? [] : shown.lazy.map(\.id).filter(chosen.contains)
    return ids.isEmpty ? current.id.map { [$0] } ?? [] : ids
  }

  @MainActor private func begin(isForm: Bool) {
    guard let id = current.id else { return }
    hands.views.keep([id])
    dispatch(.beginEdit(id, isForm: isForm, at: hands.views.now()))
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
  let views: TodoViews
  let dispatch: Dispatcher<TodoAction>
  @Environment(\.theme) private var theme

  var body: Node {
    Row(gap: 1) {
      Checkbox(todo.isDone) {
        views.keep([todo.id])
        dispatch(.tick([todo.id], !todo.isDone, at: views.now()))
      }
      if let edit {
        TextField(
          edit.line, onChange: { dispatch(.editChanged(TodoFields(line: $0))) },
          onSubmit: { dispatch(.commitEdit(todo.id, at: views.now())) },
          onCancel: { dispatch(.cancelEdit) }
        )
        .autofocus().grow().underline()
        .onFocusChange { hasFocus in
          if !hasFocus { dispatch(.commitEdit(todo.id, at: views.now())) }
        }
      } else {
        if let priority = todo.priority {
          Text("(\(priority))").style(theme.accent).shrink(0)
        }
        line.strikethrough(todo.isDone).dim(todo.isDone).grow().basis(0)
        if let progress = todo.progress { Text("\(progress.done)/\(progress.of)").dim().shrink(0) }
        if !todo.notes.isEmpty, columns >= 60 { Text("notes").dim().shrink(0) }
        if let due = todo.due, !todo.isDone {
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
