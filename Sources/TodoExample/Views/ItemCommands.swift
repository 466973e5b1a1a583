import MillraceDocument

/// Changes items by keys and the mouse: at most a screenful at once, more after a confirmation.
@MainActor
struct ItemCommands {
  let state: TodoState
  let results: ListResults<Todo>
  let query: ListQuery<Todo>
  /// The rows of the screen.
  let rows: Int
  let clock: FrameClock
  let dispatch: TodoDispatcher

  /// The time of the key, not that of the last frame.
  var now: Moment { Moment(clock) }

  private func performOrConfirm(on count: Int, _ question: String, _ action: TodoAction) {
    if count > rows {
      dispatch(.interface(.open(.confirm(question, action))))
    } else {
      dispatch(.change(action))
    }
  }

  func add(_ lines: [String]) {
    let ids = lines.map { _ in TodoID.random() }
    if lines.count > rows {
      performOrConfirm(on: lines.count, "Add \(lines.count) items?", .add(lines, ids: ids, at: now))
    } else {
      dispatch(.interface(.submit(lines, ids: ids, at: now)))
    }
  }

  /// Adds the lines of a pasted text as items, if there are at least `count`.
  /// - Returns: Whether the text has that many lines.
  func paste(_ text: String, atLeast count: Int) -> Bool {
    let lines = text.split(whereSeparator: \.isNewline).map(String.init)
      .filter { line in line.contains { !$0.isWhitespace } }
    if lines.count >= count { add(lines) }
    return lines.count >= count
  }

  /// Ticks all items, or reopens them if all are ticked.
  func tick(_ ids: [TodoID]) {
    let isDone = ids.contains { state.list.value.items[id: $0]?.isDone == false }
    query.pin(ids)
    performOrConfirm(on: ids.count, "Tick \(ids.count) items?", .tick(ids, isDone, at: now))
  }

  /// Deletes items. Asks first if the deletions of one undo step, such as by a held key, exceed a
  /// screenful.
  func remove(_ ids: [TodoID]) {
    let action = TodoAction.remove(ids, at: now)
    let removed = state.list.start(joinedBy: action).items.count - state.list.value.items.count
    performOrConfirm(
      on: ids.count + removed,
      ids.count == 1 ? "\(removed) items deleted. Continue?" : "Delete \(ids.count) items?",
      action)
  }

  func clearDone() {
    performOrConfirm(on: doneCount, "Delete \(doneCount) done items?", .clearDone)
  }

  /// Changes the priority of items to the next of A, B, C and none.
  func prioritize(_ ids: [TodoID]) {
    let old = ids.first.flatMap { state.list.value.items[id: $0]?.priority }
    let next = (Priority.all.prefix(3).map(Optional.some) + [nil]).next(after: old)
    query.pin(ids)
    performOrConfirm(on: ids.count, "Change \(ids.count) items?", .prioritize(ids, next))
  }

  /// The number of done items counted so far.
  var doneCount: Int { results.counts.last.flatMap(\.self) ?? 0 }

  /// Why the visible order cannot be changed; nil if it can.
  var obstacle: String? {
    let interface = state.interface
    if interface.sort != .manual { return "The list is sorted by \(interface.sort.rawValue)" }
    if interface.tab == .today || interface.tab == .upcoming { return "This tab is sorted by date" }
    return interface.filter.isEmpty && (interface.search ?? "").isEmpty
      ? nil : "Only a part of the list is shown"
  }

  /// Moves items up or down by a number of visible rows.
  func move(_ ids: [TodoID], by step: Int) {
    if let obstacle {
      return dispatch(.interface(.refused("\(obstacle): items are moved in the order by hand")))
    }
    let shown = results.shown
    let places = ids.compactMap { shown.index(id: $0) }
    guard let first = places.min(), let last = places.max() else { return }
    let target = step < 0 ? first + step : last + step + 1
    guard (0...shown.count).contains(target) else { return }
    let next = target < shown.count ? shown[target].id : nil
    dispatch(.change(.move(ids, before: next, at: now)))
  }

  /// Moves an item to an index among the visible items.
  func move(_ id: TodoID, to place: Int) {
    guard let old = results.shown.index(id: id) else { return }
    move([id], by: place - old)
  }
}

extension RandomAccessCollection where Element: Equatable, Index == Int {
  /// The element after a given element. The first element follows the last one, and any element
  /// that is not in the collection.
  func next(after element: Element) -> Element {
    let place = firstIndex(of: element).map { ($0 + 1) % count } ?? 0
    return self[place]
  }
}
