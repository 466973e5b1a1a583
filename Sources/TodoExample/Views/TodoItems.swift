import Millrace

/// The items that the filter shows, and the keys that act on them.
struct TodoItems: Component {
  let items: IdentifiedList<Todo>
  let filter: TodoFilter
  let editing: TodoState.Editing?
  let newest: Todo.ID?
  let dispatch: Dispatcher<TodoAction>

  var body: Node {
    List(VisibleItems(items, filter), select: newest, onKey: answer) { todo in
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

/// The items that a filter shows. One type for every filter, so that the list stays the same list.
struct VisibleItems: RandomAccessCollection {
  private let items: IdentifiedList<Todo>
  /// Positions in `items`; nil: all of them.
  private let positions: [Int]?

  /// - Complexity: O(1) for all items, O(n) otherwise.
  init(_ items: IdentifiedList<Todo>, _ filter: TodoFilter) {
    self.items = items
    positions = filter == .all ? nil : items.indices.filter { filter.shows(items[$0]) }
  }

  var startIndex: Int { 0 }
  var endIndex: Int { positions?.count ?? items.count }
  subscript(position: Int) -> Todo { items[positions?[position] ?? position] }
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
