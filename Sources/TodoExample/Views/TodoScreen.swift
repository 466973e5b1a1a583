import MillraceDocument

/// The whole screen. Each part subscribes to the state that it shows, so a key renders only the
/// parts that change.
struct TodoScreen: Component {
  let store: TodoStore
  let dispatch: TodoDispatcher
  let terminal: TerminalControl
  let queries: SharedQueries<Todo>
  let log: DocumentLog<TodoList>
  /// Whether the focus starts in the list. If not, it starts in the field for a new item.
  let startsInList: Bool
  @Local private var query = ListQuery<Todo> { $0.title }
  @Local private var draftFocus = FocusHandle()
  @Local private var listFocus = FocusHandle()
  @Local private var searchFocus = FocusHandle()
  @Local private var selection: Set<TodoID> = []
  @Environment(\.clock) private var clock

  var body: Node {
    let commands = ItemCommands(
      store: store, query: query, terminal: terminal, dispatch: dispatch)
    let hasRoom = terminal.size.rows >= 10
    let document = store.scope(state: \.list.document, action: ProgramAction.documentPath)
    Column {
      items(commands, hasRoom: hasRoom)
      Connect(store, { Said($0) }) { said, _ in
        Column {
          if let problem = said.problem { Text(problem).style(\.danger).shrink(0) }
          if let reminder = said.reminder { Reminder(text: reminder, items: said.reminded) }
        }
        .shrink(0).semantics(.status)
      }
      Connect(document, { $0.hasNotices ? $0 : nil }) { document, _ in
        if let document { DocumentNotices(document) }
      }
      Connect(document, \.message) { message, _ in
        DocumentMessageLine(message, isDivider: hasRoom)
      }
      if hasRoom { KeyHints() }
    }
    .grow().basis(0)
    .keys("General") { for bind in general(commands) { bind } }
    // A digit opens a tab, unless a key such as `j` follows within this time. Then the digit is a
    // count.
    .environment(\.chordTimeout, .milliseconds(400))
    TodoDialogs(commands: commands, log: log, list: listFocus)
  }

  /// The state on which the list depends. It excludes the draft, and the text of an edit.
  private struct Shown: Equatable {
    let items: IdentifiedList<Todo>
    let view: ListPresentation
    let editedLine: TodoID?
    /// The day of the last search for items that fall due. It changes at midnight.
    let day: CalendarDay?

    init(_ state: TodoState) {
      (items, view, day) = (state.list.items, state.list.view, state.list.checked?.day)
      editedLine = state.edit.flatMap { $0.isForm ? nil : $0.id }
    }
  }

  @MainActor private func items(_ commands: ItemCommands, hasRoom: Bool) -> Node {
    Connect(store, { Shown($0) }) { shown, _ in
      let (today, view) = (Moment(clock).day, shown.view)
      Queried(shown.items, view.request(on: today), by: query, sharing: queries) { results in
        TodoHeader(
          tab: view.tab, counts: results.counts, sort: view.sort, filter: view.filter,
          isNarrow: terminal.size.columns < 50, list: listFocus, dispatch: dispatch)
        if let search = view.search {
          SearchField(
            text: search, foundCount: results.foundCount, isIncomplete: results.isIncomplete,
            hasRoom: hasRoom, field: searchFocus, list: listFocus, dispatch: dispatch)
        } else {
          DraftField(
            commands: commands, field: draftFocus, list: listFocus, autofocuses: !startsInList,
            columns: terminal.size.columns, hasRoom: hasRoom)
        }
        if results.shown.isEmpty, !results.isIncomplete {
          EmptyNotice(
            tab: view.tab, isSearch: results.foundCount != nil || !view.filter.isEmpty)
        }
        TodoItems(
          results: results, view: view, editedLine: shown.editedLine, today: today,
          commands: commands, focus: listFocus, autofocuses: startsInList, selection: $selection)
      }
    }
    .node
  }

  private struct Said: Equatable {
    let problem: String?
    let reminder: String?
    let reminded: [TodoID]

    init(_ state: TodoState) {
      (problem, reminder) = (state.problem, state.list.reminder)
      reminded = state.list.reminded
    }
  }

  @KeysBuilder @MainActor private func general(_ commands: ItemCommands) -> [Bind] {
    let document = dispatch.wrap(ProgramAction.documentPath)
    TodoKey.add.bind(isShown: true) {
      endSearch()
      draftFocus.focus()
    }
    TodoKey.search.bind(isShown: true) {
      if commands.view.search == nil { dispatch(.list(.search(""))) }
      searchFocus.focus()
    }
    TodoKey.help.bind(isShown: true) { dispatch(.open(.help)) }
    TodoKey.quit.bind(isShown: true) { document.quit(commands.list.document, terminal) }
    TodoKey.undo.bind(isShown: true) { document(.undo) }
    TodoKey.redo.bind { document(.redo) }
    TodoKey.filter.bind { dispatch(.open(.filter)) }
    TodoKey.sort.bind {
      dispatch(.list(.sort(TodoSort.allCases.next(after: commands.view.sort))))
    }
    TodoKey.previousTab.bind {
      show(TodoTab.allCases.reversed().next(after: commands.view.tab))
    }
    TodoKey.nextTab.bind { show(TodoTab.allCases.next(after: commands.view.tab)) }
    TodoKey.all.bind { show(.all) }
    TodoKey.today.bind { show(.today) }
    TodoKey.upcoming.bind { show(.upcoming) }
    TodoKey.done.bind { show(.done) }
    TodoKey.clearDone.bind { commands.clearDone() }
    TodoKey.importFile.bind { dispatch(.open(.importFile)) }
    TodoKey.resolve.bind {
      if commands.list.document.conflicts.isEmpty { dispatch(.refused("There is no conflict")) }
      document.resolve(commands.list.document)
    }
    TodoKey.palette.bind { dispatch(.open(.palette)) }
    Bind(.escape, "To the list", isShown: false) {
      let view = commands.view
      if view.search == nil, selection.isEmpty, !view.filter.isEmpty {
        dispatch(.list(.filter(TodoFilter())))
      }
      if !commands.list.reminded.isEmpty { dispatch(.list(.reminderSeen)) }
      selection = []
      endSearch()
    }
  }

  @MainActor private func show(_ tab: TodoTab) { dispatch(.list(.show(tab))) }

  @MainActor private func endSearch() {
    if store.state.list.view.search != nil { dispatch(.list(.search(nil))) }
    listFocus.focus()
  }
}

/// Shows the items that fell due, and rings the bell.
private struct Reminder: Component, Equatable {
  let text: String
  let items: [TodoID]
  @Environment(\.terminal) private var terminal

  var body: Node {
    Text(text).truncate().style(\.accent).bold().shrink(0)
      .onAppear { terminal.ring() }
      .onChange(of: items) { old, new in if !Set(new).isSubset(of: old) { terminal.ring() } }
  }
}

extension DocumentState<TodoList> {
  /// Whether there are notices about the document.
  var hasNotices: Bool {
    !conflicts.isEmpty || notice != nil || failure != nil || offline != nil || access != .writing
  }
}

extension ListPresentation {
  /// The query of the list.
  func request(on day: CalendarDay) -> ListRequest<Todo> {
    // Without another order, the tabs Today and Upcoming are sorted by date.
    let isDated = tab == .today || tab == .upcoming
    let sort = sort == .manual && isDated ? TodoSort.due : sort
    return ListRequest(
      tabs: TodoTab.allCases.map { tab in
        tab == .all ? nil : ListFilter(id: Day(tab: tab, day: day)) { tab.shows($0, on: day) }
      },
      tab: TodoTab.allCases.firstIndex(of: tab),
      filter: filter.isEmpty ? nil : ListFilter(id: filter) { [filter] in filter.matches($0) },
      order: sort == .manual
        ? nil : ListOrder(id: sort) { sort.areInIncreasingOrder($0, $1) },
      search: search ?? "")
  }

  private struct Day: Hashable {
    let tab: TodoTab
    let day: CalendarDay
  }
}
