import MillraceDocument

/// The commands of keys and the mouse. A command that changes more items than fit on the screen
/// asks for confirmation first, unless it moves items. A command reads the state when it runs, so a
/// change of the state does not require a new command or a new rendering.
@MainActor
struct ItemCommands: Equatable {
  let store: TodoStore
  let query: ListQuery<Todo>
  let terminal: TerminalControl
  let dispatch: TodoDispatcher

  nonisolated static func == (first: ItemCommands, second: ItemCommands) -> Bool {
    first.query == second.query && first.dispatch == second.dispatch
  }

  var list: ListState { store.state.list }
  var view: ListPresentation { list.view }
  /// The visible items.
  var shown: IdentifiedList<Todo> { query.results.shown }

  private func performOrConfirm(on count: Int, _ question: String, _ action: ListAction) {
    dispatch(count > terminal.size.rows ? .open(.confirm(question, action)) : .list(action))
  }

  private func performOrConfirm(on count: Int, _ question: String, _ action: TodoAction) {
    performOrConfirm(on: count, question, .document(.change(action)))
  }

  /// Adds the lines of a pasted text as items, if at least `count` of them are not blank and the
  /// list can be changed.
  /// - Returns: Whether the paste is handled. If not, a text field inserts the text.
  func paste(_ text: String, atLeast count: Int) -> Bool {
    let lines = text.split(whereSeparator: \.isNewline).map(String.init).filter { !$0.isBlank }
    if lines.count < count || !canChange { return false }
    let ids = lines.map { _ in TodoID.random() }
    performOrConfirm(on: ids.count, "Add \(ids.count) items?", ListAction.add(lines, ids: ids))
    return true
  }

  /// Ticks all items, or reopens them if all are ticked.
  func tick(_ ids: [TodoID]) {
    let items = list.items
    let isDone = ids.contains { items[id: $0]?.isDone == false }
    query.pin(ids)
    performOrConfirm(on: ids.count, "Tick \(ids.count) items?", .tick(ids, isDone))
  }

  /// Deletes items. Asks first if one undo step would delete more items than fit on the screen, for
  /// example because a key is held down.
  func remove(_ ids: [TodoID]) {
    let list = list
    let now = Moment(store.dependencies.date())
    let begun = list.document.start(joinedBy: .remove(ids, at: now))
    let removed = begun.items.count - list.items.count
    performOrConfirm(
      on: ids.count + removed,
      ids.count == 1 ? "\(removed) items deleted. Continue?" : "Delete \(ids.count) items?",
      .remove(ids))
  }

  func clearDone() {
    let count = list.items.count(where: \.isDone)
    if count == 0 { return dispatch(.refused("No item is done")) }
    performOrConfirm(on: count, "Delete \(count) done items?", .clearDone)
  }

  /// Gives all items the priority after that of the first item, in the order A, B, C, none, A.
  func prioritize(_ ids: [TodoID]) {
    let old = ids.first.flatMap { list.items[id: $0]?.priority }
    let next = (Priority.all.prefix(3).map(Optional.some) + [nil]).next(after: old)
    query.pin(ids)
    performOrConfirm(on: ids.count, "Change \(ids.count) items?", .prioritize(ids, next))
  }

  /// Moves items up or down by a number of visible rows.
  func move(_ ids: [TodoID], by step: Int) {
    if let obstacle = view.moveObstacle {
      return dispatch(.refused("\(obstacle): items are moved in the order by hand"))
    }
    let indices = ids.compactMap { shown.index(id: $0) }
    guard let first = indices.min(), let last = indices.max() else { return }
    let target = step < 0 ? first + step : last + step + 1
    guard (0...shown.count).contains(target) else { return }
    dispatch(.change(.move(ids, before: target < shown.count ? shown[target].id : nil)))
  }

  /// Moves an item to an index among the visible items.
  func move(_ id: TodoID, to index: Int) {
    guard let old = shown.index(id: id) else { return }
    move([id], by: index - old)
  }

  func editNotes(of id: TodoID) { if canChange { store.editNotes(of: id) } }

  /// Adds the draft.
  func submit() { if canChange { dispatch(.draft(.submitted(.random()))) } }

  /// Whether the list can be changed. If not, shows the reason, and the typed text stays.
  private var canChange: Bool {
    if list.document.access == .writing { return true }
    dispatch(.refused("Read-only: nothing was changed"))
    return false
  }

  /// Saves the edit of an item, if it is still being edited. If others have removed an item that is
  /// edited in a line, the edit continues in a form.
  func commitEdit(of id: TodoID, inForm isForm: Bool) {
    let state = store.state
    if state.edit?.id == id, state.isFormShown == isForm, canChange { dispatch(.edit(.commit(id))) }
  }
}

extension ListPresentation {
  /// The reason why the visible order cannot be changed; nil if it can.
  var moveObstacle: String? {
    if sort != .manual { return "The list is sorted by \(sort.rawValue)" }
    if tab == .today || tab == .upcoming { return "This tab is sorted by date" }
    return filter.isEmpty && (search ?? "").isEmpty ? nil : "The list is filtered or searched"
  }
}

extension RandomAccessCollection where Element: Equatable, Index == Int {
  /// Returns the element after a given element. After the last element, and after an element that
  /// is not in the collection, this is the first element.
  func next(after element: Element) -> Element {
    let index = firstIndex(of: element).map { ($0 + 1) % count } ?? 0
    return self[index]
  }
}
