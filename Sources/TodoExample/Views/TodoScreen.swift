import MillraceDocument

/// What `todo` shows, on the terminal and in browsers: a store for each, on one log.
@MainActor
struct TodoApp {
  let log: DocumentLog<TodoList>
  let settings: SettingsFile
  var middleware: [Middleware<TodoState, ProgramAction>] = []
  var dependencies = Dependencies()
  private let queries = SharedQueries<Todo>()

  init(
    _ log: DocumentLog<TodoList>, settings: SettingsFile,
    middleware: [Middleware<TodoState, ProgramAction>] = [],
    dependencies: Dependencies = Dependencies()
  ) {
    (self.log, self.settings, self.middleware) = (log, settings, middleware)
    self.dependencies = dependencies
  }

  /// The store of one interface.
  /// - Parameter isSession: Whether it is that of a browser, which is not saved.
  func makeStore(isSession: Bool = false) -> Store<TodoState, ProgramAction> {
    let document = Middleware<TodoState, ProgramAction>.document(
      \.list, action: ProgramAction.listPath, in: log)
    return Store(
      initial: TodoState(), reducer: todoReducer,
      middleware: [document] + (isSession ? [] : interfacePersistence + middleware),
      dependencies: dependencies)
  }

  private var interfacePersistence: [Middleware<TodoState, ProgramAction>] {
    guard let path = log.path else { return [] }
    let pause = Duration.milliseconds(500)
    return [
      .persistence(
        to: .hidden(beside: path, as: "interface"),
        part: .projection(\.interface.kept, merge: { $0.interface = $1 }), version: 1,
        durability: .snapshot(saveAfter: pause, maximumWait: pause), access: .bestEffort,
        storage: log.storage)
    ]
  }

  func terminalApp(_ store: Store<TodoState, ProgramAction>) -> TerminalApp<
    TodoState, ProgramAction
  > {
    let dispatch = Dispatcher(store)
    return TerminalApp(store) { [settings, queries, log] terminal in
      if terminal.isInteractive {
        SettingsProvider(settings, on: terminal) {
          // A letter of a new item concerns only its field.
          Connect(store, dispatcher: dispatch, { $0.withoutDraft }) { state, dispatch in
            TodoScreen(
              state: state, store: store, dispatch: dispatch, terminal: terminal, queries: queries)
            DocumentDialogs(state.list, log: log, dispatch: dispatch.wrap(ProgramAction.listPath))
          }
        }
      } else {
        Connect(store, \.list.value) { list, _ in TodoPage(list: list) }
      }
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
  /// The state, with an empty draft.
  let state: TodoState
  let store: Store<TodoState, ProgramAction>
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
    let (today, interface) = (Moment(clock).day, state.interface)
    let starts = start.isInList ?? !state.list.value.items.isEmpty
    Queried(
      state.list.value.items, interface.request(on: today), by: query, sharing: queries
    ) { results in
      let commands = ItemCommands(
        state: state, results: results, query: query, rows: terminal.size.rows,
        clock: clock, dispatch: dispatch)
      screen(commands, today, starts)
      layers(commands)
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
    _ commands: ItemCommands, _ today: CalendarDay, _ startsInList: Bool
  ) -> Node {
    let (interface, results, size) = (state.interface, commands.results, terminal.size)
    let hasRoom = size.rows >= 10
    Column {
      TodoHeader(
        tab: interface.tab, counts: results.counts,
        sort: interface.sort, filter: interface.filter, isNarrow: size.columns < 50,
        dispatch: dispatch)
      field(commands, startsInList)
      Connect(store, \.interface.draft) { draft, _ in
        if interface.search == nil, !draft.isBlank {
          Preview(line: draft, columns: size.columns)
        } else if hasRoom {
          Divider()
        }
      }
      if results.shown.isEmpty, !results.isIncomplete {
        EmptyNotice(
          tab: interface.tab, isSearch: results.foundCount != nil || !interface.filter.isEmpty)
      }
      TodoItems(
        state: state, commands: commands, today: today, columns: size.columns, focus: list,
        autofocuses: startsInList, selection: $selection, dispatch: dispatch)
      if let problem = interface.problem { Text(problem).style(\.danger).shrink(0) }
      DocumentNotices(state.list)
      DocumentMessageLine(state.list.message, isDivider: hasRoom)
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
      Connect(store, \.interface.draft) { text, _ in
        TextField(
          text, placeholder: "What needs doing?",
          onChange: { dispatch(.interface(.draftChanged($0))) }
        )
        .keys {
          Bind(.enter, "Add") { commands.add([text]) }
          Bind(.escape, "To the list") { list.focus() }
        }
        .focus(draft).autofocus(!startsInList)
        .onPaste { text in commands.paste(text, atLeast: 2) }
        .margin(horizontal: 2)
      }
      .key("draft")
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
    TodoKey.undo.bind(isShown: !state.list.undoNames.isEmpty) { dispatch(.list(.undo)) }
    TodoKey.redo.bind { dispatch(.list(.redo)) }
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
    TodoKey.resolve.bind(isEnabled: !state.list.conflicts.isEmpty) {
      dispatch.wrap(ProgramAction.listPath).resolve(state.list)
    }
    TodoKey.palette.bind { dispatch(.interface(.open(.palette))) }
    TodoKey.help.bind(isShown: true) { dispatch(.interface(.open(.help))) }
    TodoKey.quit.bind(isShown: true) {
      dispatch.wrap(ProgramAction.listPath).quit(state.list, terminal)
    }
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
    _ commands: ItemCommands
  ) -> Node {
    let (interface, items) = (state.interface, state.list.value.items)
    let close: @MainActor () -> Void = { dispatch(.interface(.open(nil))) }
    HelpDialog(interface.layer == .help, onClose: close)
    Palette(interface.layer == .palette, onClose: close)
    switch interface.layer {
    case .filter:
      FilterDialog(items: items, filter: interface.filter, dispatch: dispatch, close: close)
    case .schedule(let ids):
      ScheduleDialog(
        todos: ids.compactMap { items[id: $0] }, dispatch: dispatch, close: close)
    case .confirm(let question, let action):
      ConfirmationDialog(question, isYesDefault: action.isAddition, onClose: close) {
        dispatch(.change(action))
      }
    case .discard:
      ConfirmationDialog("Discard what was typed?", yes: "Discard", no: "Edit", onClose: close) {
        dispatch(.interface(.cancelEdit))
      }
    case .help, .palette, nil: Node.empty
    }
    // The form also shows an edit whose item others have removed.
    if let editing = interface.editing, editing.isForm || !items.contains(id: editing.id) {
      TodoForm(editing: editing, dispatch: dispatch)
    }
  }
}

/// Previews the item of the typed line.
private struct Preview: Component, Equatable {
  let line: String
  let columns: Int
  @Environment(\.clock) private var clock

  var body: Node {
    let now = Moment(clock)
    let read = TodoLine(line.onOneLine.trimmed, now: now)
    Row(gap: 1) {
      Text("→").dim().shrink(0)
      if let problem = read.problems.first {
        Text(problem.text).truncate().style(\.danger)
      } else if let todo = read.todo {
        TodoSummary(todo: todo, today: now.day, columns: columns)
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
