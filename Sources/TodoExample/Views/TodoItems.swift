import Millrace

/// The items that the filter shows, and the keys that act on them.
struct TodoItems: Component {
  /// Those that show.
  let items: IdentifiedList<Todo>
  let editing: TodoState.Editing?
  let newest: Todo.ID?
  let dispatch: Dispatcher<TodoAction>

  var body: Node {
    List(items, select: newest, onKey: answer) { todo in
      TodoRow(
        todo: todo, title: editing?.id == todo.id ? editing?.title : nil, dispatch: dispatch)
    }
  }

  @MainActor
  private func answer(_ key: Key, _ todo: Todo) -> Bool {
    switch key {
    case .space, .character("x"): dispatch(.toggle(todo.id))
    case .enter, .character("e"): dispatch(.beginEdit(todo.id))
    case .character("d"), .delete, .backspace: dispatch(.remove(todo.id))
    default: return false
    }
    return true
  }
}

/// One item: to tick off, to read or to edit, to remove.
struct TodoRow: Component, Equatable {
  let todo: Todo
  /// What the title is being changed to, while it is edited.
  let title: String?
  let dispatch: Dispatcher<TodoAction>

  var body: Node {
    Row(gap: 1) {
      Checkbox(todo.isDone) { dispatch(.toggle(todo.id)) }
      if let title {
        TextField(
          title, onChange: { dispatch(.titleChanged($0)) },
          onSubmit: { dispatch(.commitEdit(todo.id)) }, onCancel: { dispatch(.cancelEdit) }
        )
        .autofocus().grow().underline()
        .onFocusChange { hasFocus in if !hasFocus { dispatch(.commitEdit(todo.id)) } }
      } else {
        Text(todo.title).truncate().strikethrough(todo.isDone).dim(todo.isDone).grow().basis(0)
      }
      Button("x") { dispatch(.remove(todo.id)) }
    }
  }
}
