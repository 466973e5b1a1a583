import Millrace

/// The whole screen.
@MainActor
func todoView(
  _ state: TodoState, _ dispatch: Dispatcher<TodoAction>, _ terminal: TerminalControl,
  _ views: TodoViews, startsInList: Bool
) -> Node {
  views.update(to: state.list.items)
  let isNarrow = terminal.size.columns < 50
  // On a page of plain text: all items, and how many are left. Controls print nothing of themselves.
  let isPage = !terminal.isInteractive
  let hasRoom = terminal.size.rows >= 10 && !isPage
  let counts = views.counts

  return Column {
    TextField(
      state.draft, placeholder: "What needs doing?",
      onChange: { dispatch(.draftChanged($0)) }, onSubmit: { dispatch(.add) },
      onCancel: { views.list.focus() }
    )
    .focus(views.draft).margin(horizontal: 2)
    if hasRoom { Divider().dim() }
    if !isPage, state.list.isEmptyHere(counts) { EmptyNotice(filter: state.list.filter) }
    TodoItems(
      items: views.items(of: isPage ? .all : state.list.filter),
      editing: isPage ? nil : state.editing, newest: state.newest, dispatch: dispatch
    )
    .focus(views.list).autofocus(startsInList)
    if let notice = state.notice { Text(notice).foreground(.red).shrink(0) }
    if hasRoom { Divider().dim() }
    FilterBar(filter: state.list.filter, counts: counts, isNarrow: isNarrow, dispatch: dispatch)
    if hasRoom { KeyHelp() }
    if isPage { Text("\(counts.active) left, \(counts.done) done") }
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
