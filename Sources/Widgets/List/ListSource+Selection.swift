import MillraceRender

/// A range selection from an anchor to the current row. It grows and shrinks with the current row.
struct ListRange<ID: Hashable & Sendable>: Sendable {
  /// The item at which the range began.
  let selectionAnchor: ID
  /// The selection before the range.
  let base: Set<ID>
  /// The selection including the range. If the program's selection differs, the range has ended.
  var selected: Set<ID>
  /// The current item when the range last changed. If another item is current, the range has ended.
  var end: ID
  /// The indices of both ends when the range last changed.
  var indices: (anchor: Int, end: Int)
}

extension ListSource {
  /// Performs a command that changes the selection.
  /// - Returns: whether the command was handled.
  func changeSelection(
    by command: ListCommand, extends: Bool, in context: EventContext
  ) throws -> Bool {
    guard let selection = options.selection, current < data.count else {
      return false
    }
    switch command {
    case .select: toggle(current, in: selection)
    case .selectAll:
      var ids = Set<Item.ID>(minimumCapacity: data.count)
      for item in data where options.isHeader?(item) != true { ids.insert(item.id) }
      set(selection, ids)
    default:
      guard extends else { return false }
      if context.focusIsInside { context.takeFocus() }
      try extend(selection, to: target(of: command) ?? current)
    }
    return true
  }

  /// Makes a pressed row current. With Shift, the press extends the selection; with Control, it
  /// toggles the row.
  func handlePress(_ row: Int, _ modifiers: KeyModifiers) throws {
    guard row < data.count, !isHeader(row) else { return }
    let key = key(at: row)
    changeWithoutRendering { $0.dragged = key }
    if modifiers.contains(.shift), let selection = options.selection {
      return try extend(selection, to: row)
    }
    try setCurrent(row)
    if modifiers.contains(.control), let selection = options.selection {
      toggle(row, in: selection)
    }
  }

  private func toggle(_ row: Int, in selection: Binding<Set<Item.ID>>) {
    var ids = selection.wrappedValue
    let id = data.item(row).id
    if ids.remove(id) == nil { ids.insert(id) }
    set(selection, ids)
  }

  private func set(_ selection: Binding<Set<Item.ID>>, _ ids: Set<Item.ID>) {
    selection.wrappedValue = ids
    selected = ids
    if let viewport { for row in viewport.state.rows { viewport.updateRowStates(of: row) } }
  }

  /// - Complexity: O(*n*) in the number of rows between the old and the new current row, plus a
  ///   copy of the set. If a range begins or its rows have moved, O(*n*) in the rows of the range.
  private func extend(_ selection: Binding<Set<Item.ID>>, to index: Int) throws {
    let old = current
    let start = data.item(old).id
    let before = selection.wrappedValue
    var anchor = old
    var range = ListRange(
      selectionAnchor: start, base: before, selected: before, end: start, indices: (anchor, anchor))
    if let former = state?.value.range as? ListRange<Item.ID>, former.end == start,
      former.selected == before,
      let formerAnchor = row(of: NodeKey(former.selectionAnchor), near: former.indices.anchor)
    {
      (range, anchor) = (former, formerAnchor)
    }
    try setCurrent(index)
    range.end = data.item(index).id
    let indices = min(anchor, index)...max(anchor, index)
    var changed = indices
    if range.indices == (anchor, old) {
      changed = min(old, index)...max(old, index)
    } else {
      range.selected = range.base
    }
    range.indices = (anchor, index)
    for row in changed where !isHeader(row) {
      let id = data.item(row).id
      if indices.contains(row) || range.base.contains(id) {
        range.selected.insert(id)
      } else {
        range.selected.remove(id)
      }
    }
    changeWithoutRendering { $0.range = range }
    set(selection, range.selected)
  }
}
