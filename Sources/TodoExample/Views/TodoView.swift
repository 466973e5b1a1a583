import Millrace

/// The whole screen.
@MainActor
func todoView(
  _ state: TodoState, _ dispatch: Dispatcher<TodoAction>, _ terminal: TerminalControl,
  _ views: TodoViews, startsInList: Bool
) -> Node {
  views.update(to: state.list.items)
  guard terminal.isInteractive else { return plainView(state, views.counts) }
  let isNarrow = terminal.size.columns < 50
  let isLow = terminal.size.rows < 10
  let counts = views.counts

  return Column {
    TextField(
      state.draft, placeholder: "What needs doing?",
      onChange: { dispatch(.draftChanged($0)) }, onSubmit: { dispatch(.add) },
      onCancel: { views.list.focus() }
    )
    .focus(views.draft).margin(horizontal: 2)
    if !isLow { Divider().dim() }
    if state.list.isEmptyHere(counts) { EmptyNotice(filter: state.list.filter) }
    TodoItems(
      items: views.items(of: state.list.filter), editing: state.editing,
      newest: state.newest, dispatch: dispatch
    )
    .focus(views.list).autofocus(startsInList)
    if let notice = state.notice { Text(notice).foreground(.red).shrink(0) }
    if !isLow { Divider().dim() }
    FilterBar(filter: state.list.filter, counts: counts, isNarrow: isNarrow, dispatch: dispatch)
    if !isLow { KeyHelp() }
  }
  .onKey { key in
    switch key {
    case .character("q"): terminal.quit()
    case .character("a"), .character("n"): views.draft.focus()
    case .character("1"): dispatch(.show(.all))
    case .character("2"): dispatch(.show(.active))
    case .character("3"): dispatch(.show(.done))
    case .character("c"): dispatch(.clearDone)
    case .escape: views.list.focus()
    default: return false
    }
    return true
  }
}

/// What a pipe gets: the items and how many are left.
@MainActor
private func plainView(_ state: TodoState, _ counts: TodoCounts) -> Node {
  Column {
    for todo in state.list.items {
      Row {
        Checkbox(todo.isDone) {}
        Text(todo.title)
      }.key(todo.id)
    }
    Text("\(counts.active) left, \(counts.done) done")
  }.node
}

/// How many items there are of each kind.
struct TodoCounts: Equatable {
  var active = 0
  var done = 0

  func count(of filter: TodoFilter) -> Int {
    switch filter {
    case .all: active + done
    case .active: active
    case .done: done
    }
  }
}

extension TodoList {
  fileprivate func isEmptyHere(_ counts: TodoCounts) -> Bool { counts.count(of: filter) == 0 }
}

/// Stands where the items would.
private struct EmptyNotice: Component, Equatable {
  let filter: TodoFilter

  var body: Node {
    let text =
      switch filter {
      case .all: "Nothing to do. Type something above and press Enter."
      case .active: "Nothing left to do."
      case .done: "Nothing done yet."
      }
    Text(text).dim().italic().margin(horizontal: 2)
  }
}
