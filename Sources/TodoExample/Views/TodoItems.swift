import MillraceDocument

/// The visible items and their keys. Wide screens also show the details of the current item.
struct TodoItems: Component {
  let results: ListResults<Todo>
  let view: ListPresentation
  /// The item that is edited in its line.
  let editedLine: TodoID?
  let today: CalendarDay
  let commands: ItemCommands
  let focus: FocusHandle
  let autofocuses: Bool
  let selection: Binding<Set<TodoID>>

  /// The current item. It is in an object, so that a change of it renders nothing.
  @Local private var current = Current()
  /// The current item while the details pane is shown. `body` reads this property, so that a change
  /// renders the pane.
  @Local private var detailed: TodoID?

  private final class Current {
    var id: TodoID?
    /// The best result of a search at the time when its text was typed. Later changes of the items
    /// do not move the current item.
    var best: (search: String, id: TodoID?, isFinal: Bool) = ("", nil, true)

    func best(of shown: IdentifiedList<Todo>, for search: String, isFinal: Bool) -> TodoID? {
      if search != best.search || !best.isFinal { best = (search, shown.first?.id, isFinal) }
      return best.id
    }
  }

  var body: Node {
    let shown = results.shown
    let size = commands.terminal.size
    let hasPane = size.columns >= 110
    let _ = detailed
    let search = view.search ?? ""
    let best = current.best(of: shown, for: search, isFinal: !results.isIncomplete)
    Row(gap: 1) {
      List(shown) { todo in
        TodoRow(
          todo: todo, today: today, search: search, columns: size.columns,
          isEdited: todo.id == editedLine, commands: commands)
      }
      .current(
        Binding(
          get: { current.id },
          set: {
            current.id = $0
            if hasPane { detailed = $0 }
          })
      )
      .select(search.isEmpty ? view.newest : best)
      .selection(selection)
      .scrollBar(shown.count > size.rows)
      .onSelect { _ in commands.query.unpinAll() }
      .onMove(view.moveObstacle == nil ? { @MainActor in commands.move($0.id, to: $1) } : nil)
      .onPaste { text in commands.paste(text, atLeast: 1) }
      .keys("Items") { for bind in binds(areEnabled: !shown.isEmpty) { bind } }
      .focus(focus).autofocus(autofocuses)
      .grow().basis(0)
      if hasPane, let todo = current.id.flatMap({ commands.list.items[id: $0] }) {
        TodoDetails(todo: todo, today: today).node.width(36).shrink(0)
      }
    }
    .grow().basis(0)
  }

  @KeysBuilder @MainActor private func binds(areEnabled: Bool) -> [Bind] {
    TodoKey.tick.bind(isShown: true, isEnabled: areEnabled) { perform(commands.tick) }
    TodoKey.open.bind(isEnabled: areEnabled) { begin(isForm: true) }
    TodoKey.edit.bind(isShown: true, isEnabled: areEnabled) { begin(isForm: false) }
    TodoKey.notes.bind(isEnabled: areEnabled) { item.map(commands.editNotes) }
    TodoKey.delete.bind(isShown: true, isEnabled: areEnabled) { perform(commands.remove) }
    TodoKey.schedule.bind(isEnabled: areEnabled) {
      perform { ids in
        commands.query.pin(ids)
        commands.dispatch(.open(.schedule(ids)))
      }
    }
    TodoKey.priority.bind(isEnabled: areEnabled) { perform(commands.prioritize) }
    TodoKey.select.bind(isEnabled: areEnabled) {
      if let item { selection.wrappedValue.formSymmetricDifference([item]) }
    }
    TodoKey.moveUp.bind(isEnabled: areEnabled) { perform { commands.move($0, by: -1) } }
    TodoKey.moveDown.bind(isEnabled: areEnabled) { perform { commands.move($0, by: 1) } }
  }

  /// The current item.
  @MainActor private var item: TodoID? {
    current.id.flatMap { commands.shown.contains(id: $0) ? $0 : nil }
  }

  /// Applies a command to the selected items that are visible, or else to the current item.
  @MainActor private func perform(_ command: ([TodoID]) -> Void) {
    let chosen = selection.wrappedValue
    let ids = chosen.isEmpty ? [] : commands.shown.lazy.map(\.id).filter(chosen.contains)
    let some = ids.isEmpty ? item.map { [$0] } ?? [] : ids
    if !some.isEmpty { command(some) }
  }

  @MainActor private func begin(isForm: Bool) {
    guard let item else { return }
    commands.query.pin([item])
    commands.dispatch(.beginEdit(item, isForm: isForm))
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
  let isEdited: Bool
  let commands: ItemCommands

  var body: Node {
    Row(gap: 1) {
      Checkbox(todo.isDone) { commands.tick([todo.id]) }
      if isEdited {
        LineField(id: todo.id, commands: commands).node.grow()
      } else {
        TodoSummary(todo: todo, today: today, search: search, columns: columns).grow().basis(0)
      }
    }
  }
}

/// The line of an item while it is edited.
private struct LineField: Component {
  let id: TodoID
  let commands: ItemCommands

  var body: Node {
    let path = ProgramAction.editPath
    if let edit = commands.store.scope(.optional(\.edit), action: path) {
      Connect(edit, \.fields.line) { line, dispatch in
        TextField(line, onChange: { dispatch(.changed(TodoFields(line: $0))) })
          .keys {
            Bind(.enter, "Save") { commit() }
            Bind(.escape, "Discard") { dispatch(.leave) }
          }
          .autofocus().grow().underline()
          // A dialog, such as the palette, takes the focus only temporarily, and does not end the
          // edit.
          .onFocusChange { hasFocus in
            if !hasFocus, commands.store.state.dialog == nil { commit() }
          }
      }
    }
  }

  @MainActor private func commit() { commands.commitEdit(of: id, inForm: false) }
}
