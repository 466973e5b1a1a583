import MillraceRender

/// A range selection from an anchor to the current row. It grows and shrinks with the current row.
struct ListRange<ID: Hashable & Sendable>: Sendable {
  /// The item at which the range began.
  let selectionAnchor: ID
  /// The selection before the range.
  let base: Set<ID>
  /// The selection including the range. If the program's selection differs, the range has ended.
  var selected: Set<ID>
  /// The current row. If another row is current, the range has ended.
  var end: ID
  /// The indices of both ends.
  var indices: (anchor: Int, end: Int)
}

extension ListSource {
  /// Changes the selection.
  /// - Returns: whether the command was handled.
  func changeSelection(
    by command: ListCommand, extends: Bool, in context: EventContext
  ) throws -> Bool {
    guard let model, let selection = options.selection, model.current < data.count else {
      return false
    }
    switch command {
    case .select: toggle(model.current, in: selection)
    case .selectAll:
      var ids = Set<Item.ID>(minimumCapacity: data.count)
      for item in data where options.isHeader?(item) != true { ids.insert(item.id) }
      set(selection, ids)
    default:
      guard extends else { return false }
      if context.focusIsInside { context.takeFocus() }
      try extend(selection, in: model, to: model.target(of: command) ?? model.current)
    }
    return true
  }

  /// Handles a mouse press on a row.
  func handlePress(_ row: Int, _ modifiers: KeyModifiers) throws {
    guard let model, row < data.count, !isHeader(row) else { return }
    model.dragged = key(at: row)
    if modifiers.contains(.shift), let selection = options.selection {
      return try extend(selection, in: model, to: row)
    }
    try model.setCurrent(row)
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
    if let viewport = model?.viewport {
      for row in viewport.rows { viewport.mark(row) }
    }
  }

  /// - Complexity: O(*n*) in the number of rows between the old and the new current row, plus a
  ///   copy of the set. If a range begins or its rows have moved, O(*n*) in the rows of the range.
  private func extend(
    _ selection: Binding<Set<Item.ID>>, in model: ListModel, to index: Int
  ) throws {
    let start = data.item(model.current).id
    let before = selection.wrappedValue
    var anchor = model.current
    var range = ListRange(
      selectionAnchor: start, base: before, selected: before, end: start, indices: (anchor, anchor))
    if let old = model.range as? ListRange<Item.ID>, old.end == start, old.selected == before,
      let place = row(of: NodeKey(old.selectionAnchor), near: old.indices.anchor)
    {
      (range, anchor) = (old, place)
    }
    let old = model.current
    try model.setCurrent(index)
    range.end = data.item(index).id
    let indices = min(anchor, index)...max(anchor, index)
    var changed = indices
    if range.indices == (anchor, old) {
      changed = min(old, index)...max(old, index)
    } else {
      range.selected = range.base
    }
    range.indices = (anchor, index)
    for place in changed where !isHeader(place) {
      let id = data.item(place).id
      if indices.contains(place) || range.base.contains(id) {
        range.selected.insert(id)
      } else {
        range.selected.remove(id)
      }
    }
    model.range = range
    set(selection, range.selected)
  }
}
