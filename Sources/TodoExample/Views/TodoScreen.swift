import MillraceDocument

/// The program on a terminal.
/// - Parameter file: Nil for a list that is not saved.
@MainActor
func todoApp(
  _ list: TodoList = TodoList(), file: DocumentFile<TodoInterface>?,
  settings: SettingsFile, middleware: [Middleware<TodoState, DocumentAction<TodoInterface>>] = [],
  dependencies: Dependencies = Dependencies()
) -> DocumentApp<TodoInterface> {
  let queries = SharedQueries<Todo>()
  return DocumentApp(
    document: list, interface: TodoInterface.self, file: file, middleware: middleware,
    dependencies: dependencies
  ) { state, dispatch, terminal in
    if terminal.isInteractive {
      SettingsProvider(settings, on: terminal) {
        TodoScreen(state: state, dispatch: dispatch, terminal: terminal, queries: queries)
      }
    } else {
      TodoPage(list: state.document)
    }
  }
}

/// The list as text, for an output that is not a terminal.
struct TodoPage: Component {
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
  let state: TodoState
  let dispatch: TodoDispatcher
  let terminal: TerminalControl
  let queries: SharedQueries<Todo>
  @Local private var query = ListQuery<Todo> { $0.title }
  @Local private var draft = FocusHandle()
  @Local private var list = FocusHandle()
  @Local private var searchField = FocusHandle()
  /// Whether the focus starts in the list, because there are items, or in the field for a new item.
  /// An object, so that a change renders nothing.
  @Local private var start = Start()
  @Local private var selection: Set<TodoID> = []
  /// Changes each midnight while the program runs.
  @Local private var days = 0
  @Environment(\.clock) private var clock

  private final class Start {
    var isInList: Bool?
  }

  var body: Node {
    let _ = days
    let (now, interface) = (Moment(clock), state.interface)
    let starts = start.isInList ?? !state.document.items.isEmpty
    Queried(
      state.document.items, interface.request(on: now.day), by: query, sharing: queries
    ) { results in
      let commands = ItemCommands(
        state: state, results: results, query: query, rows: terminal.size.rows,
        now: now, dispatch: dispatch)
      screen(commands, now, starts)
      layers(commands, now.day)
    }
    .onAppear { start.isInList = starts }
    .task {
      while true {
        try await Task.sleep(for: .seconds((24 * 60 - Moment(clock).minute) * 60 + 1))
        days += 1
      }
    }
  }

  @NodeBuilder @MainActor private func screen(
    _ commands: ItemCommands, _ now: Moment, _ startsInList: Bool
  ) -> Node {
    let (interface, results, size) = (state.interface, commands.results, terminal.size)
    let hasRoom = size.rows >= 10
    Column {
      TodoHeader(
        tab: interface.tab, counts: results.counts,
        sort: interface.sort, filter: interface.filter, isNarrow: size.columns < 50,
        dispatch: dispatch)
      field(commands, startsInList)
      if interface.search == nil, !interface.draft.isBlank {
        Preview(line: interface.draft, today: now.day, columns: size.columns)
      } else if hasRoom {
        Divider()
      }
      if results.shown.isEmpty, !results.isIncomplete {
        EmptyNotice(
          tab: interface.tab, isSearch: results.foundCount != nil || !interface.filter.isEmpty)
      }
      TodoItems(
        state: state, commands: commands, today: now.day, columns: size.columns, focus: list,
        autofocuses: startsInList, selection: $selection, dispatch: dispatch)
      if let problem = interface.problem { Text(problem).style(\.danger).shrink(0) }
      DocumentNotices(state)
      DocumentMessageLine(state.message, isDivider: hasRoom)
      if hasRoom { KeyHints() }
    }
    .grow().basis(0)
    .keys("General") { for bind in general(commands) { bind } }
    .onChange(of: interface.editing?.isForm) { old, new in
      // A form that was open when the program started has no previous focus to return to.
      if old == true, new == nil { list.focus() }
    }
  }

  /// The field for a new item, or for a search.
  @NodeBuilder @MainActor private func field(
    _ commands: ItemCommands, _ startsInList: Bool
  ) -> Node {
    if let search = state.interface.search {
      Row(gap: 1) {
        Text("/").bold()
        TextField(
          search, placeholder: "Search", onChange: { dispatch(.interface(.search($0))) }
        )
        .focus(searchField).autofocus().grow().key("search")
        .keys {
          Bind(.enter, "To the results") { list.focus() }
          Bind(.escape, "All") { endSearch() }
        }
        if commands.results.isIncomplete { Spinner() }
        if let count = commands.results.foundCount { Text("\(count) found").dim() }
      }
      .shrink(0)
    } else {
      TextField(
        state.interface.draft, placeholder: "What needs doing?",
        onChange: { dispatch(.interface(.draftChanged($0))) }
      )
      .keys {
        Bind(.enter, "Add") { commands.add([state.interface.draft]) }
        Bind(.escape, "To the list") { list.focus() }
      }
      .focus(draft).autofocus(!startsInList)
      .onPaste { text in commands.paste(text, atLeast: 2) }
      .margin(horizontal: 2).key("draft")
    }
  }

  @MainActor private func endSearch() {
    dispatch(.interface(.search(nil)))
    list.focus()
  }

  @KeysBuilder @MainActor private func general(_ commands: ItemCommands) -> [Bind] {
    let interface = state.interface
    TodoKey.add.bind(isShown: true) {
      endSearch()
      draft.focus()
    }
    TodoKey.undo.bind(isShown: !state.undoNames.isEmpty) { dispatch(.undo) }
    TodoKey.redo.bind { dispatch(.redo) }
    TodoKey.search.bind(isShown: true) {
      if interface.search == nil { dispatch(.interface(.search(""))) }
      searchField.focus()
    }
    TodoKey.filter.bind { dispatch(.interface(.open(.filter))) }
    TodoKey.sort.bind {
      dispatch(.interface(.sort(TodoSort.allCases.next(after: interface.sort))))
    }
    TodoKey.previousTab.bind { show(TodoTab.allCases.reversed().next(after: interface.tab)) }
    TodoKey.nextTab.bind { show(TodoTab.allCases.next(after: interface.tab)) }
    TodoKey.all.bind { show(.all) }
    TodoKey.today.bind { show(.today) }
    TodoKey.upcoming.bind { show(.upcoming) }
    TodoKey.done.bind { show(.done) }
    TodoKey.clearDone.bind(isEnabled: commands.doneCount > 0) { commands.clearDone() }
    TodoKey.resolve.bind(isEnabled: !state.conflicts.isEmpty || state.access == .abandoned) {
      dispatch.resolve(state)
    }
    TodoKey.palette.bind { dispatch(.interface(.open(.palette))) }
    TodoKey.help.bind(isShown: true) { dispatch(.interface(.open(.help))) }
    TodoKey.quit.bind(isShown: true) { dispatch.quit(state, terminal) }
    Bind(.escape, "To the list", isShown: false) {
      if interface.search == nil, selection.isEmpty, !interface.filter.isEmpty {
        dispatch(.interface(.filter(TodoFilter())))
      }
      selection = []
      endSearch()
    }
  }

  @MainActor private func show(_ tab: TodoTab) { dispatch(.interface(.show(tab))) }

  @NodeBuilder @MainActor private func layers(
    _ commands: ItemCommands, _ today: CalendarDay
  ) -> Node {
    let (interface, items) = (state.interface, state.document.items)
    let close: @MainActor () -> Void = { dispatch(.interface(.open(nil))) }
    HelpDialog(interface.layer == .help, onClose: close)
    Palette(interface.layer == .palette, onClose: close)
    switch interface.layer {
    case .filter:
      FilterDialog(items: items, filter: interface.filter, dispatch: dispatch, close: close)
    case .schedule(let ids):
      ScheduleDialog(
        todos: ids.compactMap { items[id: $0] }, today: today, dispatch: dispatch, close: close)
    case .confirm(let question, let action):
      ConfirmationDialog(question, isYesDefault: action.isAddition, onClose: close) {
        dispatch(.document(action))
      }
    case .help, .palette, nil: Node.empty
    }
    // The form also shows an edit whose item others have removed.
    if let editing = interface.editing, editing.isForm || !items.contains(id: editing.id) {
      TodoForm(editing: editing, now: commands.now, dispatch: dispatch)
    }
  }
}

/// Previews the item of the typed line.
private struct Preview: Component, Equatable {
  let line: String
  let today: CalendarDay
  let columns: Int

  var body: Node {
    let read = TodoLine(line.onOneLine.trimmed, today: today)
    Row(gap: 1) {
      Text("→").dim().shrink(0)
      if let problem = read.problems.first {
        Text(problem).truncate().style(\.danger)
      } else if let todo = read.todo {
        TodoSummary(todo: todo, today: today, columns: columns)
      }
    }
    .shrink(0)
  }
}

extension TodoInterface {
  /// The query of the list.
  func request(on day: CalendarDay) -> ListRequest<Todo> {
    // Tabs of dates are sorted by date.
    let isDated = tab == .today || tab == .upcoming
    let sort = sort == .manual && isDated ? TodoSort.due : sort
    return ListRequest(
      tabs: TodoTab.allCases.map { tab in
        tab == .all ? nil : ListFilter(id: [tab.rawValue, "\(day)"]) { tab.shows($0, on: day) }
      },
      tab: TodoTab.allCases.firstIndex(of: tab),
      filter: filter.isEmpty ? nil : ListFilter(id: filter) { [filter] in filter.matches($0) },
      order: sort == .manual
        ? nil : ListOrder(id: sort) { sort.areInIncreasingOrder($0, $1) },
      search: search ?? "")
  }
}

extension TodoAction {
  fileprivate var isAddition: Bool { if case .add = self { true } else { false } }
}
