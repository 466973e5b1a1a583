import MillraceDocument

/// The visible items and their keys. Wide screens also show the details of the current item.
struct TodoItems: Component {
  let state: TodoState
  let commands: ItemCommands
  let today: CalendarDay
  let columns: Int
  let focus: FocusHandle
  let autofocuses: Bool
  let selection: Binding<Set<TodoID>>
  let dispatch: TodoDispatcher

  /// An object, so that a change of the current item renders nothing.
  @Local private var current = Current()
  /// The item in the details pane.
  @Local private var detailed: TodoID?
  /// The item that a count such as `3j` moved to; nil if no count was typed since the last search
  /// or new item.
  @Local private var destination: TodoID??
  @Environment(\.clock) private var clock
  @Environment(\.keyMap) private var keyMap

  private final class Current {
    var id: TodoID?
    var count: Count?
  }

  /// The number before a move key, as in `3j`, and the visible items before its first digit.
  private struct Count {
    let tab: TodoTab
    let shown: IdentifiedList<Todo>
    let id: TodoID?
    var number = 0
    var end = Duration.zero
  }

  var body: Node {
    let (interface, shown) = (state.interface, commands.results.shown)
    let hasPane = columns >= 110
    Row(gap: 1) {
      List(
        shown,
        select: destination
          ?? (interface.search?.isEmpty == false ? shown.first?.id : interface.newest),
        onKey: { key, _ in handle(key) }, onSelect: { _ in commands.query.unpinAll() },
        current: Binding(
          get: { current.id },
          set: {
            current.id = $0
            if hasPane { detailed = $0 }
          }),
        selection: selection, bar: shown.count > commands.rows,
        onMove: commands.obstacle == nil ? { @MainActor in commands.move($0.id, to: $1) } : nil
      ) { todo in
        TodoRow(
          todo: todo, today: today, search: interface.search ?? "", columns: columns,
          edit: interface.editing.flatMap { $0.id == todo.id && !$0.isForm ? $0.fields : nil },
          query: commands.query, dispatch: dispatch)
      }
      .onPaste { text in commands.paste(text, atLeast: 1) }
      .keys("Items") { for bind in binds { bind } }
      .focus(shown.isEmpty ? nil : focus).autofocus(autofocuses)
      .grow().basis(0)
      if hasPane, let todo = detailed.flatMap({ state.list.value.items[id: $0] }) {
        TodoDetails(todo: todo, today: today).node.width(36).shrink(0)
      }
    }
    .grow().basis(0)
    // A list without rows takes no focus, so its container handles the keys.
    .focusable(shown.isEmpty).focus(shown.isEmpty ? focus : nil)
    .onKey { key in shown.isEmpty && handle(key) }
    .onPaste { text in shown.isEmpty && commands.paste(text, atLeast: 1) }
    .onChange(of: interface.newest) { _, _ in destination = nil }
    .onChange(of: interface.search) { _, _ in destination = nil }
  }

  /// Handles a count such as `3j`. A digit is also the key of a tab, which opens at once: a move
  /// key within half a second returns to the previous tab and moves there.
  @MainActor private func handle(_ key: Key) -> Bool {
    let (old, now) = (current.count.flatMap { $0.end > clock.elapsed ? $0 : nil }, clock.elapsed)
    current.count = nil
    if let digit = Int(key.description) {
      var count =
        old ?? Count(tab: state.interface.tab, shown: commands.results.shown, id: current.id)
      (count.number, count.end) = (min(count.number, 99_999) * 10 + digit, now + .milliseconds(500))
      current.count = count
      // Resets `select`: the list moves to the same item again only after another value.
      if destination != nil { destination = .some(nil) }
      return false
    }
    let isDown = keyMap["list.down"]?.contains(KeyChord(key)) == true
    // An arrow right after the key of a tab applies to that tab.
    guard let old, key.description.count == 1,
      isDown || keyMap["list.up"]?.contains(KeyChord(key)) == true,
      let place = old.id.flatMap({ old.shown.index(id: $0) })
    else { return false }
    let target = isDown ? min(place + old.number, old.shown.count - 1) : max(place - old.number, 0)
    commands.query.unpinAll()
    dispatch(.interface(.show(old.tab)))
    current.id = old.shown[target].id
    destination = current.id
    return true
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
      commands.query.pin(ids)
      dispatch(.interface(.open(.schedule(ids))))
    }
    TodoKey.priority.bind(isEnabled: isSome) { commands.prioritize(ids) }
    TodoKey.select.bind(isEnabled: isSome) {
      if let id = current.id {
        selection.wrappedValue.formSymmetricDifference([id])
      }
    }
    TodoKey.moveUp.bind(isEnabled: isSome) { commands.move(ids, by: -1) }
    TodoKey.moveDown.bind(isEnabled: isSome) { commands.move(ids, by: 1) }
  }

  /// The items that a key acts on: the selected ones, or else the current one.
  @MainActor private var ids: [TodoID] {
    let chosen = selection.wrappedValue
    let ids = chosen.isEmpty ? [] : commands.results.shown.lazy.map(\.id).filter(chosen.contains)
    return ids.isEmpty ? current.id.map { [$0] } ?? [] : ids
  }

  @MainActor private func begin(isForm: Bool) {
    guard let id = current.id else { return }
    commands.query.pin([id])
    dispatch(.interface(.beginEdit(id, isForm: isForm, at: commands.now)))
  }
}

/// A row with one item, to tick, read or edit.
struct TodoRow: Component, Equatable {
  let todo: Todo
  let today: CalendarDay
  /// The text of the search.
  let search: String
  /// The columns of the screen.
  let columns: Int
  /// The edit in progress.
  let edit: TodoFields?
  let query: ListQuery<Todo>
  let dispatch: TodoDispatcher
  @Environment(\.clock) private var clock

  var body: Node {
    Row(gap: 1) {
      Checkbox(todo.isDone) {
        query.pin([todo.id])
        dispatch(.change(.tick([todo.id], !todo.isDone, at: Moment(clock))))
      }
      if let edit {
        TextField(
          edit.line, onChange: { dispatch(.interface(.editChanged(TodoFields(line: $0)))) },
          onSubmit: { commit() }, onCancel: { dispatch(.interface(.leaveEdit)) }
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

/// An item on one line.
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

  /// The title, with projects, tags and search matches highlighted.
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

  /// The title on one line. A title that may be truncated is shown whole in the current row.
  @MainActor private var line: Node {
    todo.title.utf8.count * 2 < columns
      ? title.truncate().node : ExpandingText(text: title).node
  }
}

/// A text that is truncated except in the current row.
private struct ExpandingText: Component {
  let text: Text
  @Environment(\.isCurrentRow) private var isCurrent

  var body: Node { isCurrent ? text.node : text.truncate().node }
}

/// The details of an item.
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
