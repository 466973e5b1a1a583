import MillraceRender

/// The local state of a list: the current row, a drag, the range selection and the keys.
@MainActor
final class ListModel {
  let viewport = ViewportState()
  private(set) var rows = ListRows()
  private(set) var current = 0
  var isEnabled = true
  private var currentKey: NodeKey?
  private var lastKey: NodeKey?
  /// The current item that the program was last notified of, and the number of times the data
  /// changed the current item.
  private var notifiedCurrent: NodeKey?
  private(set) var pendingNotifications = 0
  /// The last range selection: a `ListRange`.
  var range: (any Sendable)?
  /// The item on which the mouse button was pressed.
  var dragged: NodeKey?
  private var isGrid = false
  /// Items side by side in a row.
  private(set) var columns = 1
  private(set) var keys: CommandKeys<ListCommand>?
  private var canSelect = false
  private var asked: NodeKey?
  /// The last item that the program's binding had.
  private var bound: NodeKey?
  /// Whether the binding has an item that does not exist yet.
  private var isWaiting = false
  private var reached: Int?

  nonisolated init() {}

  var hasFocus: Bool {
    get { viewport.hasFocus }
    set {
      viewport.hasFocus = newValue
      viewport.mark(current / columns)
    }
  }

  private var count: Int { rows.count }

  // MARK: - The collection

  /// Finds the current row in the new data, and applies a new `select`.
  /// - Parameter grid: how a grid shows the items; nil: one on each row.
  func update(_ rows: ListRows, select: NodeKey?, in grid: GridRows.Cells? = nil) {
    let isOtherWidth = columns != grid?.columns ?? 1
    (isGrid, columns) = (grid != nil, grid?.columns ?? 1)
    defer { if currentKey != notifiedCurrent { pendingNotifications += 1 } }
    rows.model = self
    self.rows = rows
    if let currentKey {
      current = rows.row(of: currentKey, near: current) ?? min(current, max(0, count - 1))
    }
    // Makes a new last row current: keeping the old current row in view would stop a list that
    // follows its end.
    let last = count > 0 ? rows.key(at: count - 1) : nil
    if viewport.followsEnd, viewport.isAtEnd, last != lastKey { current = max(0, count - 1) }
    lastKey = last
    if rows.hasHeaders { current = selectable(current, 1) ?? selectable(current, -1) ?? current }
    currentKey = current < count ? rows.key(at: current) : nil
    // The current row's index may have changed, and with it the row to keep in view. A list that
    // follows its end leaves an earlier row.
    let isFollowing = viewport.followsEnd && viewport.isAtEnd && current < count - 1
    viewport.update(
      grid.map { GridRows(rows, $0) } ?? rows, pinnedRow: isFollowing ? nil : current / columns)
    // Before the first layout, the number of columns is a guess.
    if isOtherWidth, viewport.isRevealing { viewport.reveal(row: current / columns) }
    let choice = rows.boundCurrent
    if choice == nil, bound != nil || isWaiting {
      // An item stays current, so the binding gets it again.
      (bound, notifiedCurrent) = (nil, nil)
    } else if follow(choice, &bound, isOwn: choice == currentKey) {
      notifiedCurrent = currentKey
    }
    isWaiting = choice != nil && choice != bound
    if isWaiting { bound = nil }
    _ = follow(select, &asked, isOwn: false)
  }

  /// Makes an item current that the program chose. An item that does not exist yet is chosen as soon
  /// as it exists.
  /// - Parameters:
  ///   - last: the choice that was followed last.
  ///   - isOwn: whether the list made the item current itself.
  /// - Returns: whether the item is current.
  private func follow(_ choice: NodeKey?, _ last: inout NodeKey?, isOwn: Bool) -> Bool {
    guard choice != last else { return false }
    guard let choice else {
      last = nil
      return false
    }
    guard let found = rows.row(of: choice, near: current) else { return false }
    last = choice
    if isOwn { return true }
    let row = selectable(found, 1) ?? selectable(found, -1) ?? found
    note(row)
    viewport.reveal(row: row / columns)
    return currentKey == choice
  }

  private func note(_ row: Int) {
    let old = current
    current = row
    currentKey = row < count ? rows.key(at: row) : nil
    viewport.pinnedRow = row / columns
    viewport.mark(old / columns)
    viewport.mark(row / columns)
  }

  /// Makes a row current and scrolls it into view.
  func setCurrent(_ row: Int) throws {
    range = nil
    guard row >= 0, row < count, !rows.hasHeaders || !rows.isHeader(row) else { return }
    let isOther = row != current
    if isOther { note(row) }
    viewport.reveal(row: row / columns)
    if !isOther { return }
    setBinding()
    try rows.notifySelected(row)
  }

  /// Sets the program's binding to the item that the data made current, unless the program waits for
  /// another one.
  func notifyCurrent() {
    if let choice = rows.boundCurrent, choice != bound {
      notifiedCurrent = currentKey
    } else {
      setBinding()
    }
  }

  private func setBinding() {
    (notifiedCurrent, isWaiting) = (currentKey, false)
    // The binding has it already.
    if let bound, bound == currentKey { return }
    // What the binding has now: a later difference is a choice of the program.
    switch rows.notifyCurrent(currentKey == nil ? nil : current) {
    case true?: bound = currentKey
    case false?: bound = rows.boundCurrent
    case nil: bound = nil
    }
  }

  /// Whether the last item is visible for the first time at this number of items.
  func reachesEnd() -> Bool {
    guard count > 0, viewport.rows.upperBound * columns >= count, reached != count else {
      return false
    }
    reached = count
    return true
  }

  // MARK: - Keys

  /// Sets the keys that a map assigns.
  func update(_ map: KeyMap) {
    if let keys, keys.map == map, canSelect == rows.canSelect { return }
    canSelect = rows.canSelect
    // A help screen leaves out arrows.
    keys = CommandKeys(isGrid ? ListCommand.grid : ListCommand.table, in: map) {
      canSelect && ($0 == .select || $0 == .selectAll)
    }
  }

  /// The lines that a command scrolls within a row that is taller than the box.
  func lines(of command: ListCommand) -> Int {
    let page = max(1, viewport.box.height - 1)
    return switch command {
    case .up: -1
    case .down: 1
    case .pageUp: -page
    case .pageDown: page
    default: 0
    }
  }

  /// The first row that is not a header, from an index in the direction of `step`.
  private func selectable(_ row: Int, _ step: Int) -> Int? {
    guard (0..<count).contains(row) else { return nil }
    if !rows.hasHeaders { return row }
    return stride(from: row, through: step > 0 ? count - 1 : 0, by: step)
      .first { !rows.isHeader($0) }
  }

  /// The row that a command makes current; nil if the command does not move, or moves out of the
  /// list.
  /// - Parameter times: a count typed before the key. Before `first` and `last`, it is the number of
  ///   a row, from 1.
  func target(of command: ListCommand, times: Int? = nil) -> Int? {
    guard count > 0 else { return nil }
    let last = count - 1
    let times = times.map { min($0, count) }
    let page = max(1, viewport.fullyVisibleRows.count - 1) * (times ?? 1)
    switch command {
    // Up leaves the list from the first row. Down does not leave it from the last row: a held key
    // would leave it by accident.
    case .up:
      if let times {
        let row = max(current % columns, current - times * columns)
        return selectable(row, -1) ?? selectable(row, 1)
      }
      let above = selectable(current - columns, -1)
      return above ?? (viewport.isInSight(current / columns) ? nil : current)
    // If the last row is shorter, moves to the last item.
    case .down:
      guard current / columns < last / columns else { return current }
      return selectable(min(current + columns * (times ?? 1), last), 1) ?? current
    case .left: return isGrid && current > 0 ? max(0, current - (times ?? 1)) : nil
    case .right: return isGrid ? min(current + (times ?? 1), last) : nil
    case .pageUp:
      let row = max(current % columns, current - page * columns)
      return selectable(row, -1) ?? selectable(row, 1)
    case .pageDown:
      let below = min(current / columns + page, last / columns) * columns
      let row = min(below + current % columns, last)
      return selectable(row, 1) ?? selectable(row, -1)
    case .first, .last:
      let row = times.map { $0 - 1 } ?? (command == .first ? 0 : last)
      return selectable(row, row == last ? -1 : 1) ?? selectable(row, -1)
    default: return nil
    }
  }
}
