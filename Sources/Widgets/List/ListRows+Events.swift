import MillraceRender

extension ListRows {
  /// Makes an item current and scrolls it into view.
  func setCurrent(_ item: Int) throws {
    let (old, isOther) = (line, item != current)
    let exists = item >= 0 && item < count && !(hasHeaders && isHeader(item))
    changeWithoutRendering {
      $0.range = nil
      if exists, isOther { $0.move(to: item, in: self) }
    }
    guard exists else { return }
    let row = line
    viewport?.change {
      if isOther { $0.pinnedRow = row }
      return $0.reveal(row: row)
    }
    guard isOther else { return }
    viewport?.updateRowStates(of: old)
    viewport?.updateRowStates(of: row)
    setBinding { $0.notify() }
    try notifySelected(item)
  }

  /// Sets the program's binding to the current item after new data has changed which item is
  /// current.
  func notifyCurrent() {
    let choice = boundCurrent
    setBinding { $0.notify(besides: choice) }
  }

  private func setBinding(_ mustSet: (inout ListState) -> Bool) {
    var isNeeded = false
    changeWithoutRendering { isNeeded = mustSet(&$0) }
    guard isNeeded else { return }
    let key = state?.value.key
    let hasIt = notifyCurrent(key == nil ? nil : current)
    let bound = hasIt == true ? key : hasIt == nil ? nil : boundCurrent
    changeWithoutRendering { $0.setBound(bound) }
  }

  /// Whether the last item is visible, and the number of items is not the one at which this
  /// function last returned true.
  func reachesEnd() -> Bool {
    var isReached = false
    let end = viewport?.state.rows.upperBound ?? 0
    changeWithoutRendering { isReached = $0.reaches(end: end, of: count) }
    return isReached
  }

  // MARK: - Keys

  func handle(
    _ key: Key, _ keys: CommandKeys<ListCommand>, _ context: EventContext
  ) throws -> Bool {
    let current = current
    if current < count, try handle(key, at: current) { return true }
    if try perform(keys.command(of: key), context) { return true }
    guard key == .enter || key == .space, !context.focusIsInside else { return false }
    if key == .enter, self.current < count, try activate(self.current) { return true }
    return context.activateFirstControl()
  }

  func perform(
    _ command: (command: ListCommand, extends: Bool)?, _ context: EventContext
  ) throws -> Bool {
    guard let (command, extends) = command else { return false }
    if try select(by: command, extends: extends, in: context) { return true }
    if extends { return false }
    let (row, lines) = (line, lines(of: command))
    if !context.focusIsInside, lines != 0,
      viewport?.change({ $0.scroll(inside: row, by: lines) }) == true
    {
      return true
    }
    guard let target = target(of: command) else { return false }
    // An arrow key that a control in a row does not handle moves in the list.
    if context.focusIsInside { context.takeFocus() }
    try setCurrent(target)
    return true
  }

  /// The number of lines that a command scrolls within a row that is taller than the box: negative
  /// if upwards, 0 if it does not scroll.
  func lines(of command: ListCommand) -> Int {
    let step = max(1, (viewport?.state.box.height ?? 0) - 1)
    return switch command {
    case .up: -1
    case .down: 1
    case .pageUp: -step
    case .pageDown: step
    default: 0
    }
  }

  /// Returns `row`, or, if that row is a header, the row of the next item. If no item follows,
  /// returns the row of the previous item; if there is none either, returns `row`.
  func item(near row: Int) -> Int { selectable(row, 1) ?? selectable(row, -1) ?? row }

  /// The first row that is not a header, from an index in the direction of `step`.
  private func selectable(_ row: Int, _ step: Int) -> Int? {
    guard (0..<count).contains(row) else { return nil }
    if !hasHeaders { return row }
    return stride(from: row, through: step > 0 ? count - 1 : 0, by: step)
      .first { !isHeader($0) }
  }

  /// The index of the item that a command makes current; nil if the command does not move, or moves
  /// out of the list.
  /// - Parameter times: a count typed before the key. Before `first` and `last`, it is the number
  ///   of an item, from 1.
  func target(of command: ListCommand, times: Int? = nil) -> Int? {
    guard count > 0, let state, let viewport else { return nil }
    let last = count - 1
    let times = times.map { min($0, count) }
    let (current, columns, isGrid) = (current, state.value.columns, state.value.isGrid)
    let step = max(1, viewport.state.fullyVisibleRows.count - 1) * (times ?? 1)
    switch command {
    // In the first row, Up moves the focus out of the list. In the last row, Down does not, because
    // a user who holds the key down would leave the list by accident.
    case .up:
      if let times {
        let row = max(current % columns, current - times * columns)
        return selectable(row, -1) ?? selectable(row, 1)
      }
      let above = selectable(current - columns, -1)
      return above ?? (viewport.state.isInSight(current / columns) ? nil : current)
    // In a grid, moves to the last item if the last row has no cell below the current one.
    case .down:
      guard current / columns < last / columns else { return current }
      return selectable(min(current + columns * (times ?? 1), last), 1) ?? current
    case .left: return isGrid && current > 0 ? max(0, current - (times ?? 1)) : nil
    case .right: return isGrid ? min(current + (times ?? 1), last) : nil
    case .pageUp:
      let row = max(current % columns, current - step * columns)
      return selectable(row, -1) ?? selectable(row, 1)
    case .pageDown:
      let below = min(current / columns + step, last / columns) * columns
      let row = min(below + current % columns, last)
      return selectable(row, 1) ?? selectable(row, -1)
    case .first, .last:
      let row = times.map { $0 - 1 } ?? (command == .first ? 0 : last)
      return selectable(row, row == last ? -1 : 1) ?? selectable(row, -1)
    default: return nil
    }
  }
}
