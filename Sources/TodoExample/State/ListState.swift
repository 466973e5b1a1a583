import MillraceDocument

/// The list, which all users share, and how this process shows it.
struct ListState: Codable, Equatable, Sendable {
  var document = DocumentState<TodoList>()
  var view = ListPresentation()
  /// The last minute for which the list was searched for items that fall due.
  var checked: Moment?
  /// The items that fell due since the user last confirmed the reminder.
  var reminded: [TodoID] = []

  var items: IdentifiedList<Todo> { document.value.items }
}

/// Which items are shown, and in which order.
struct ListPresentation: Codable, Equatable, Sendable {
  var tab = TodoTab.all
  var sort = TodoSort.manual
  var filter = TodoFilter()
  /// The text of the search; nil if there is no search.
  var search: String?
  /// The item that was added last; nil after the user changed the search.
  var newest: TodoID?
}

enum ListAction: Codable, Equatable, Sendable {
  case document(DocumentAction<TodoList>)
  /// Adds items, one per line. Resets the tab, the filter and the search if they hide the last one.
  case add([String], ids: [TodoID], at: Moment = .unset)
  case show(TodoTab)
  case sort(TodoSort)
  case filter(TodoFilter)
  /// Begins or changes the search; nil ends it.
  case search(String?)
  case minutePassed(at: Moment)
  /// The user has confirmed the reminder.
  case reminderSeen

  static let documentPath = CasePath(ListAction.document) {
    if case .document(let action) = $0 { action } else { nil }
  }
}

let listReducer = Reducer<ListState, ListAction>.combine(
  Reducer { list, action -> Command<ListAction> in list.apply(action) }
    .sources { _ in
      [.timer(id: "minute", every: .seconds(60)) { .minutePassed(at: Moment($0.date())) }]
    },
  .scope(state: \.document, action: ListAction.documentPath, .document()))

extension ListState {
  fileprivate mutating func apply(_ action: ListAction) -> Command<ListAction> {
    switch action {
    case .document: break
    case .add(let lines, let ids, let moment):
      let add = TodoAction.add(lines, ids: ids, at: moment)
      guard let last = add.added(to: document.value).last else { return .none }
      view.newest = last.id
      if !view.tab.shows(last, on: moment.day) || !view.filter.matches(last) {
        (view.tab, view.filter) = (.all, TodoFilter())
      }
      if let search = view.search, FuzzyPattern(search).score(of: last.title) == nil {
        view.search = nil
      }
      return .action(.document(.change(add)))
    case .show(let tab): view.tab = tab
    case .sort(let sort): view.sort = sort
    case .filter(let filter): view.filter = filter
    case .search(let text): (view.search, view.newest) = (text, nil)
    case .minutePassed(let now):
      var start = checked ?? now
      if checked == nil { start.minute -= 1 }
      if start.minute < 0 { (start.day, start.minute) = (start.day.advanced(by: -1), 24 * 60 - 1) }
      reminded = reminded.filter { items[id: $0]?.isDone == false }
      reminded += items.filter { $0.fallsDue(after: start, until: now) }.map(\.id)
      checked = now
    case .reminderSeen: reminded = []
    }
    return .none
  }

  /// The items that fell due and are still open, as text; nil if there are none.
  var reminder: String? {
    let titles = reminded.compactMap { items[id: $0] }.filter { !$0.isDone }.map(\.title)
    return titles.isEmpty ? nil : "Due now: " + titles.joined(separator: ", ")
  }
}

extension Todo {
  /// Whether this item is open, and its due date has a time after `start` and not after `end`.
  func fallsDue(after start: Moment, until end: Moment) -> Bool {
    guard !isDone, let due, due.minute != nil else { return false }
    return due > Due(day: start.day, minute: start.minute)
      && due <= Due(day: end.day, minute: end.minute)
  }
}
