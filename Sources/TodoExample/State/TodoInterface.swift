import MillraceDocument

/// The state of one `todo`: the list, which all share, and its own interface.
struct TodoState: Codable, Equatable, Sendable {
  var list = DocumentState<TodoList>()
  var interface = TodoInterface()
}

extension TodoState {
  /// For the views that a letter of the draft does not concern.
  var withoutDraft: TodoState {
    var state = self
    state.interface.draft = ""
    return state
  }
}

enum ProgramAction: Codable, Equatable, Sendable {
  case list(DocumentAction<TodoList>)
  case interface(TodoInterface.Action)

  /// A change of the list.
  static func change(_ action: TodoAction) -> ProgramAction { .list(.change(action)) }

  static var listPath: CasePath<ProgramAction, DocumentAction<TodoList>> {
    CasePath(ProgramAction.list) { if case .list(let action) = $0 { action } else { nil } }
  }
}

typealias TodoDispatcher = Dispatcher<ProgramAction>

let todoReducer = Reducer<TodoState, ProgramAction>.combine(
  Reducer { state, action in
    guard case .interface(let action) = action else { return .none }
    return state.interface.apply(action, in: state.list.value)
  },
  .scope(state: \.list, action: ProgramAction.listPath, .document()))

/// The interface state of one `todo` process.
struct TodoInterface: Codable, Equatable, Sendable {
  /// A dialog over the list.
  enum Layer: Codable, Equatable, Sendable {
    case help, palette, filter
    /// Asks before an edit is discarded.
    case discard
    case schedule([TodoID])
    /// Asks before a change of more items than fit on the screen.
    case confirm(String, TodoAction)
  }

  struct Editing: Codable, Equatable, Sendable {
    /// The item at the beginning of the edit: concurrent changes of other fields stay, and an item
    /// that others removed comes back.
    let item: Todo
    var fields: TodoFields
    let isForm: Bool

    init(_ item: Todo, isForm: Bool) {
      (self.item, self.isForm) = (item, isForm)
      fields = TodoFields(item, isForm: isForm)
    }

    var id: TodoID { item.id }
    var hasChanges: Bool { fields != TodoFields(item, isForm: isForm) }

    /// The item with the changes so far.
    func edited(at moment: Moment) -> Todo {
      var todo = item
      fields.apply(to: &todo, since: TodoFields(item, isForm: isForm), at: moment)
      return todo
    }
  }

  enum Action: Codable, Equatable, Sendable {
    case draftChanged(String)
    /// Adds the typed items, one per line, and makes the last one visible.
    case submit([String], ids: [TodoID], at: Moment)
    case show(TodoTab)
    case sort(TodoSort)
    case filter(TodoFilter)
    /// Begins or changes the search; nil ends it.
    case search(String?)
    case open(Layer?)
    /// Begins to edit an item, and commits the edit of another one.
    case beginEdit(TodoID, isForm: Bool, at: Moment)
    case editChanged(TodoFields)
    /// Ends and commits the edit of this item; an edit of another item continues. The edit of a line
    /// whose item is gone becomes that of a form.
    case commitEdit(TodoID, at: Moment)
    /// Ends the edit without saving it; asks first if something was typed.
    case leaveEdit
    case cancelEdit
    /// Opens an item's notes in the user's editor.
    case editNotes(TodoID, at: Moment)
    /// Says why something was not done.
    case refused(String)
  }

  /// What the next start begins with. Help and commands are about the keys of the moment.
  var kept: TodoInterface {
    var kept = self
    if layer == .help || layer == .palette { kept.layer = nil }
    return kept
  }

  var tab = TodoTab.all
  var sort = TodoSort.manual
  var filter = TodoFilter()
  /// The text of the search; nil without one.
  var search: String?
  /// The text in the field for a new item.
  var draft = ""
  var layer: Layer?
  /// The edit in progress.
  var editing: Editing?
  /// The last added item.
  var newest: TodoID?
  /// Why something was not done; shown until the next action.
  var problem: String?
}

extension TodoInterface {
  mutating func apply(_ action: Action, in list: TodoList) -> Command<ProgramAction> {
    problem = nil
    switch action {
    case .draftChanged(let text): draft = text
    case .submit(let lines, let ids, let moment):
      let add = TodoAction.add(lines, ids: ids, at: moment)
      if lines.count == 1 { draft = "" }
      guard let last = add.added(to: list).last else { return .none }
      newest = last.id
      // A new item is always visible.
      if !tab.shows(last, on: moment.day) || !filter.matches(last) {
        (tab, filter) = (.all, TodoFilter())
      }
      return .action(.change(add))
    case .show(let tab): self.tab = tab
    case .sort(let sort): self.sort = sort
    case .filter(let filter): self.filter = filter
    case .search(let text): search = text
    case .open(let layer): self.layer = layer
    case .beginEdit(let id, let isForm, let moment):
      // Restarting the edit of an item begins with its uncommitted changes.
      let own = editing.flatMap { $0.id == id ? $0.edited(at: moment) : nil }
      guard let todo = own ?? list.items[id: id] else { return .none }
      let command = endEdit(at: moment)
      editing = Editing(todo, isForm: isForm)
      return command
    case .editChanged(let fields): editing?.fields = fields
    case .commitEdit(let id, let moment):
      // The question takes the focus from the line, which would save it.
      guard layer != .discard, let own = editing, own.id == id else { return .none }
      if own.isForm || !own.hasChanges || list.items.contains(id: id) {
        return endEdit(at: moment)
      }
      // Others have removed the item, and with it the row of this edit. It goes on in a form.
      editing = Editing(own.item, isForm: true)
      editing?.fields = TodoFields(own.edited(at: moment), isForm: true)
    case .leaveEdit: if editing?.hasChanges == true { layer = .discard } else { editing = nil }
    case .cancelEdit: editing = nil
    case .editNotes(let id, _):
      guard let todo = list.items[id: id] else { return .none }
      return .task { dependencies in
        let terminal = await dependencies.terminal
        var edited = todo
        edited.notes =
          try await terminal.edit(todo.notes, suffix: ".md", by: dependencies[EditorKey.self])
          ?? todo.notes
        return .list(.edit(edited, since: todo))
      }.catch { .interface(.refused("\($0)")) }
    case .refused(let reason): problem = reason
    }
    return .none
  }

  /// Ends the edit, and commits it if it changes anything.
  private mutating func endEdit(at moment: Moment) -> Command<ProgramAction> {
    defer { editing = nil }
    guard let editing, editing.hasChanges else { return .none }
    return .action(.list(.edit(editing.edited(at: moment), since: editing.item)))
  }
}

/// Selects the visible items.
enum TodoTab: String, Codable, CaseIterable, Sendable {
  case all, today, upcoming, done

  var title: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }

  /// - Parameter day: The current day.
  func shows(_ todo: Todo, on day: CalendarDay) -> Bool {
    switch self {
    case .all: true
    case .today: !todo.isDone && !todo.isWaiting(on: day) && todo.due.map { $0.day <= day } ?? false
    case .upcoming:
      !todo.isDone && (todo.isWaiting(on: day) || todo.due.map { $0.day > day } ?? false)
    case .done: todo.isDone
    }
  }
}

/// The order of the visible items. Equal items keep the list's order.
enum TodoSort: String, Codable, CaseIterable, Sendable {
  case manual, priority, due, title

  /// Whether the first item comes before the second.
  func areInIncreasingOrder(_ left: Todo, _ right: Todo) -> Bool {
    switch self {
    case .manual: false
    case .priority: isLess(left.priority, right.priority)
    case .due: isLess(left.due, right.due)
    case .title: left.title.precedesIgnoringCase(right.title)
    }
  }

  /// Nil comes last.
  private func isLess<Value: Comparable>(_ left: Value?, _ right: Value?) -> Bool {
    left.map { left in right.map { left < $0 } ?? true } ?? false
  }
}
