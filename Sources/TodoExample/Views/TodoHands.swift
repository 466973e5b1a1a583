import Millrace

/// What keys and the mouse do to items: at once if it is a screenful at most, else after a question.
@MainActor
struct TodoHands {
  let state: TodoState
  let views: TodoViews
  /// Of the screen.
  let rows: Int
  let dispatch: Dispatcher<TodoAction>
  let ask: @MainActor (String, TodoAction) -> Void

  private func act(on count: Int, _ question: String, _ action: TodoAction) {
    if count > rows { ask(question, action) } else { dispatch(action) }
  }

  func add(_ lines: [String]) {
    let ids = lines.map { _ in TodoID.random() }
    act(
      on: lines.count, "Add \(lines.count) items?",
      .add(lines, ids: ids, after: nil, at: views.now()))
  }

  /// Lines become items.
  /// - Returns: whether there are so many.
  func paste(_ text: String, atLeast count: Int) -> Bool {
    let lines = text.split(whereSeparator: \.isNewline).map(String.init)
      .filter { line in line.contains { !$0.isWhitespace } }
    if lines.count >= count { add(lines) }
    return lines.count >= count
  }

  /// Ticks all, or none if all are ticked.
  func tick(_ ids: [TodoID]) {
    let isDone = ids.contains { state.list.items[id: $0]?.isDone == false }
    views.keep(ids)
    act(on: ids.count, "Tick \(ids.count) items?", .tick(ids, isDone, at: views.now()))
  }

  /// A key that is held stops where a screenful is gone.
  func remove(_ ids: [TodoID]) {
    let moment = views.now()
    let action = TodoAction.remove(ids, at: moment)
    let count = ids.count + state.removals(joinedBy: action)
    act(
      on: count,
      ids.count == 1 ? "\(count - 1) items are deleted. Go on?" : "Delete \(ids.count) items?",
      action)
  }

  func clearDone() {
    let count = views.count(of: .done)
    act(on: count, "Delete \(count) items that are done?", .clearDone)
  }

  /// A, B, C, none, and round again.
  func prioritize(_ ids: [TodoID]) {
    let old = ids.first.flatMap { state.list.items[id: $0]?.priority }
    let next = (Priority.all.prefix(3).map(Optional.some) + [nil]).next(after: old)
    views.keep(ids)
    act(on: ids.count, "Change \(ids.count) items?", .prioritize(ids, next))
  }

  /// Whether what is shown has an order that hands can change.
  var canMove: Bool {
    state.sort == .manual && state.filter.isEmpty && !views.isSearching
      && (state.tab == .all || state.tab == .done)
  }

  /// Moves items by a place of what is shown.
  func move(_ ids: [TodoID], by step: Int) {
    let places = ids.compactMap { views.shown.index(id: $0) }
    guard let first = places.min(), let last = places.max() else { return }
    let target = step < 0 ? first + step : last + step + 1
    guard (0...views.shown.count).contains(target) else { return }
    let next = target < views.shown.count ? views.shown[target].id : nil
    dispatch(.move(ids, before: next, at: views.now()))
  }

  /// Has an item stand at a place of what is shown.
  func move(_ id: TodoID, to place: Int) {
    guard let old = views.shown.index(id: id) else { return }
    move([id], by: place - old)
  }
}

extension RandomAccessCollection where Element: Equatable, Index == Int {
  /// What follows an element; the first follows the last, and what is not among them.
  func next(after element: Element) -> Element {
    let place = firstIndex(of: element).map { ($0 + 1) % count } ?? 0
    return self[place]
  }
}
