import Millrace

/// The program on a terminal.
@MainActor
func todoApp(
  _ store: Store<TodoState, TodoAction>, settings: UserSettings = UserSettings(),
  lookingOn: String? = nil, now: @escaping @MainActor () -> Moment = { .now }
) -> TerminalApp<TodoState, TodoAction> {
  let views = TodoViews(now: now)
  // Somebody who has items wants to look at them; somebody who has none, to add one.
  let startsInList = !store.state.list.items.isEmpty
  return TerminalApp(store) { state, dispatch, terminal in
    if terminal.isInteractive {
      TodoScreen(
        state: state, file: store.savedFile, lookingOn: lookingOn, startsInList: startsInList,
        views: views, dispatch: dispatch, terminal: terminal
      )
      .environment(\.keyMap, settings.keys)
      .environment(\.theme, settings.theme.theme(on: terminal.background))
    } else {
      TodoPage(list: state.list)
    }
  }
}

extension UserSettings.ThemeChoice {
  fileprivate func theme(on background: TerminalTraits.Background?) -> Theme {
    switch (self, background) {
    case (.dark, _), (.auto, .dark): .dark
    case (.light, _), (.auto, .light): .light
    case (.plain, _), (.auto, nil): .plain
    }
  }
}

/// The list as plain text.
private struct TodoPage: Component {
  let list: TodoList

  var body: Node {
    List(list.items) { todo in
      Text((todo.isDone ? "[x] " : "[ ] ") + TodoFields(todo, isForm: false).line)
    }
    let done = list.items.count(where: \.isDone)
    Text("\(list.items.count - done) left, \(done) done")
  }
}

/// The whole screen.
struct TodoScreen: Component {
  /// What lies over the list.
  enum Layer: Equatable {
    case help, palette, filter, settle, saveElsewhere
    case schedule([TodoID])
    /// A change that concerns more than a screenful.
    case confirm(String, TodoAction)
  }

  let state: TodoState
  let file: (any SavedFile)?
  /// Why nothing can be changed; nil if it can.
  let lookingOn: String?
  let startsInList: Bool
  let views: TodoViews
  let dispatch: Dispatcher<TodoAction>
  let terminal: TerminalControl
  @Local private var layer: Layer?
  @Local private var search: String?
  @Local private var selection: Set<TodoID> = []
  @Local private var changes = 0
  @Environment(\.toaster) private var toaster
  @Environment(\.keyMap) private var keyMap

  var body: Node {
    let moment = views.now()
    let today = moment.day
    views.onChange = { changes += 1 }
    let _ = changes
    let wish = TodoViews.Wish(
      tab: state.tab, filter: state.filter, sort: state.sort, day: today)
    let _ = views.update(to: state.list.items, wish, search: search ?? "")
    let hasRoom = terminal.size.rows >= 10
    Column {
      TodoHeader(
        tab: state.tab, counts: TodoTab.allCases.map(views.count), sort: state.sort,
        filter: state.filter, isNarrow: terminal.size.columns < 50, dispatch: dispatch)
      field
      if hasRoom { Divider() }
      if views.shown.isEmpty, !views.isBusy {
        EmptyNotice(tab: state.tab, isSearch: search != nil || !state.filter.isEmpty)
      }
      TodoItems(
        state: state, shown: views.shown, isReadOnly: lookingOn != nil, search: search ?? "",
        today: today,
        columns: terminal.size.columns, selection: $selection,
        hands: hands, dispatch: dispatch,
        schedule: {
          views.keep($0)
          layer = .schedule($0)
        }
      )
      .focus(views.list).autofocus(startsInList)
      notices
      if hasRoom {
        Divider()
        KeyHints()
      }
    }
    .keys("General") { for bind in general { bind } }
    .onChange(of: state.said) { _, said in
      guard let said else { return }
      // What another one did is not for this one to take back.
      let isUndoable = said.isUndoable && lookingOn == nil
      let hint = isUndoable ? " · \(name(of: .undo)) undoes" : ""
      toaster.show(said.text + hint, replacing: "said")
    }
    .onChange(of: state.editing?.isForm) { old, new in
      // Of a form that an earlier run left open, nothing below had the focus.
      if old == true, new == nil { views.list.focus() }
    }
    .task {
      // Days end while the program runs.
      while true {
        try await Task.sleep(for: .seconds((24 * 60 - views.now().minute) * 60 + 1))
        changes += 1
      }
    }
    layers(today)
  }

  /// What is typed into: an item, or what to look for.
  @NodeBuilder @MainActor private var field: Node {
    if let search {
      Row(gap: 1) {
        Text("/").bold()
        TextField(search, placeholder: "Search", onChange: { self.search = $0 })
          .focus(views.searchField).autofocus().grow().key("search")
          .keys {
            Bind(.enter, "To what is found") { views.list.focus() }
            Bind(.escape, "All") { endSearch() }
          }
        if views.isBusy { Spinner() }
        Text("\(views.foundCount) found").dim()
      }
      .shrink(0)
    } else {
      TextField(
        state.draft, placeholder: "What needs doing?", onChange: { dispatch(.draftChanged($0)) }
      )
      .keys {
        Bind(.enter, "Add") { hands.add([state.draft]) }
        Bind(.escape, "To the list") { views.list.focus() }
      }
      .focus(views.draft).autofocus(!startsInList).onPaste { text in hands.paste(text, atLeast: 2) }
      .margin(horizontal: 2).key("draft")
    }
  }

  @NodeBuilder @MainActor private var notices: Node {
    if !state.list.conflicts.isEmpty {
      Text(
        "! \(state.list.conflicts.count) changed here and elsewhere: \(name(of: .settle)) settles"
      )
      .style(\.accent)
      .shrink(0)
    }
    if let notice = state.notice ?? lookingOn { Text(notice).style(\.danger).shrink(0) }
  }

  @MainActor private func name(of key: TodoKey) -> String {
    keyMap[key.rawValue]?.first?.description ?? key.title
  }

  @MainActor private func endSearch() {
    search = nil
    views.list.focus()
  }

  @MainActor private var hands: TodoHands {
    TodoHands(
      state: state, views: views, rows: terminal.size.rows, dispatch: dispatch,
      ask: { layer = .confirm($0, $1) })
  }

  @KeysBuilder @MainActor private var general: [Bind] {
    TodoKey.add.bind(isShown: true) {
      endSearch()
      views.draft.focus()
    }
    TodoKey.undo.bind(isShown: state.history.canUndo && lookingOn == nil) { dispatch(.undo) }
    TodoKey.redo.bind { dispatch(.redo) }
    TodoKey.search.bind(isShown: true) {
      search = search ?? ""
      views.searchField.focus()
    }
    TodoKey.filter.bind { layer = .filter }
    TodoKey.sort.bind { dispatch(.sort(TodoSort.allCases.next(after: state.sort))) }
    TodoKey.previousTab.bind {
      dispatch(.show(TodoTab.allCases.reversed().next(after: state.tab)))
    }
    TodoKey.nextTab.bind { dispatch(.show(TodoTab.allCases.next(after: state.tab))) }
    TodoKey.all.bind { dispatch(.show(.all)) }
    TodoKey.today.bind { dispatch(.show(.today)) }
    TodoKey.upcoming.bind { dispatch(.show(.upcoming)) }
    TodoKey.done.bind { dispatch(.show(.done)) }
    TodoKey.clearDone.bind(isEnabled: views.count(of: .done) > 0) { hands.clearDone() }
    TodoKey.settle.bind(isEnabled: !state.list.conflicts.isEmpty) { layer = .settle }
    TodoKey.palette.bind { layer = .palette }
    TodoKey.help.bind(isShown: true) { layer = .help }
    TodoKey.quit.bind(isShown: true) {
      // What cannot be saved here may be saved elsewhere.
      if file?.failure == nil { terminal.quit() } else { layer = .saveElsewhere }
    }
    Bind(.escape, "To the list", isShown: false) {
      if search == nil, selection.isEmpty, !state.filter.isEmpty { dispatch(.filter(TodoFilter())) }
      selection = []
      endSearch()
    }
  }

  @NodeBuilder @MainActor private func layers(_ today: CalendarDay) -> Node {
    let close: @MainActor () -> Void = { layer = nil }
    HelpDialog(layer == .help, onClose: close)
    Palette(layer == .palette, onClose: close)
    switch layer {
    case .filter:
      FilterDialog(items: state.list.items, filter: state.filter, dispatch: dispatch, close: close)
    case .settle where !state.list.conflicts.isEmpty:
      ConflictDialog(
        conflict: state.list.conflicts[0], count: state.list.conflicts.count, dispatch: dispatch,
        close: close
      )
    case .schedule(let ids):
      ScheduleDialog(
        todos: ids.compactMap { state.list.items[id: $0] }, today: today, dispatch: dispatch,
        close: close)
    case .confirm(let question, let action):
      ConfirmDialog(question: question, close: close) { dispatch(action) }
    case .saveElsewhere:
      if let file { SaveDialog(file: file, close: close) { terminal.quit() } }
    case .help, .palette, .settle, nil: Node.empty
    }
    if let editing = state.editing, editing.isForm, lookingOn == nil {
      TodoForm(editing: editing, today: today, now: views.now, dispatch: dispatch)
    }
  }
}
