import MillraceDocument

typealias TodoState = DocumentState<TodoInterface>
typealias TodoDispatcher = Dispatcher<DocumentAction<TodoInterface>>

/// The interface state of one `todo` process.
struct TodoInterface: DocumentInterface {
  typealias Document = TodoList

  /// A dialog over the list.
  enum Layer: Codable, Equatable, Sendable {
    case help, palette, filter
    case schedule([TodoID])
    /// Asks before a change of more items than fit on the screen.
    case confirm(String, TodoAction)
  }

  struct Editing: Codable, Equatable, Sendable {
    let id: TodoID
    var fields: TodoFields
    let isForm: Bool
    /// The fields at the beginning of the edit: only fields that differ from these are saved, so
    /// that concurrent changes stay.
    let begun: TodoFields
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
    /// Ends and commits the edit of this item; an edit of another item continues.
    case commitEdit(TodoID, at: Moment)
    case cancelEdit
    /// Opens an item's notes in the user's editor.
    case editNotes(TodoID, at: Moment)
    case editorFailed(String)
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
  /// Why editing the notes failed; shown until the next action.
  var problem: String?

  var editedElements: [TodoID] {
    editing.flatMap { $0.fields == $0.begun ? nil : [$0.id] } ?? []
  }
}

extension TodoInterface {
  mutating func apply(
    _ action: Action, in list: TodoList
  ) -> Command<DocumentAction<TodoInterface>> {
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
      return .action(.document(add))
    case .show(let tab): self.tab = tab
    case .sort(let sort): self.sort = sort
    case .filter(let filter): self.filter = filter
    case .search(let text): search = text
    case .open(let layer): self.layer = layer
    case .beginEdit(let id, let isForm, let moment):
      guard var todo = list.items[id: id] else { return .none }
      // Restarting the edit of an item begins with its uncommitted changes.
      if let editing, editing.id == id {
        editing.fields.apply(to: &todo, since: editing.begun, at: moment)
      }
      let command = endEdit(at: moment)
      let fields = TodoFields(todo, isForm: isForm)
      editing = Editing(id: id, fields: fields, isForm: isForm, begun: fields)
      return command
    case .editChanged(let fields): editing?.fields = fields
    case .commitEdit(let id, let moment): if editing?.id == id { return endEdit(at: moment) }
    case .cancelEdit: editing = nil
    case .editNotes(let id, let moment):
      guard let todo = list.items[id: id] else { return .none }
      return .task { dependencies in
        let terminal = await dependencies[TerminalKey.self]()
        let fields = TodoFields(todo, isForm: true)
        var edited = fields
        edited.notes =
          try await terminal.edit(todo.notes, suffix: ".md", by: dependencies[EditorKey.self])
          ?? todo.notes
        return .document(.change(id, edited, since: fields, at: moment))
      }.catch { .interface(.editorFailed("\($0)")) }
    case .editorFailed(let text): problem = text
    }
    return .none
  }

  /// Ends the edit, and commits it if it changes anything.
  private mutating func endEdit(at moment: Moment) -> Command<DocumentAction<TodoInterface>> {
    defer { editing = nil }
    guard let editing, editing.fields != editing.begun else { return .none }
    return .action(
      .document(.change(editing.id, editing.fields, since: editing.begun, at: moment)))
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
