import MillraceRender

/// The rows from where a selection began to the current one. It follows the current row: it grows, and
/// shrinks again.
struct ListRange<ID: Hashable> {
  /// Where it began.
  let anchor: ID
  /// What was selected before.
  let base: Set<ID>
  /// What is selected with it. Where that is something else, the range has ended.
  var selected: Set<ID>
  /// The current row. Where that is another, the range has ended.
  var end: ID
  /// Where both stood.
  var places: (anchor: Int, end: Int)
}

extension List {
  /// Changes which items are selected.
  /// - Returns: whether the command does that.
  @MainActor func select(
    by command: ListCommand, in model: ListModel<Item.ID>, _ context: EventContext
  ) throws -> Bool {
    guard let selection = options.selection, let item = currentItem(of: model) else { return false }
    switch command {
    case .select: toggle(item.id, in: selection)
    case .selectAll: selection.wrappedValue = Set(data.lazy.map(\.id))
    default:
      guard let command = command.extended else { return false }
      if context.focusIsInside { context.takeFocus() }
      let end = model.target(of: command, count: data.count) ?? model.current
      try extend(selection, to: end, in: model)
    }
    changes += 1
    return true
  }

  /// Answers a mouse button that goes down on a row.
  @MainActor func touch(
    _ index: Int, _ modifiers: KeyModifiers, in model: ListModel<Item.ID>
  ) throws {
    guard index < data.count else { return }
    model.dragged = data.item(index).id
    if modifiers.contains(.shift), let selection = options.selection {
      try extend(selection, to: index, in: model)
      changes += 1
      return
    }
    try setCurrent(index, in: model)
    guard modifiers.contains(.control), let selection = options.selection else { return }
    toggle(data.item(index).id, in: selection)
    changes += 1
  }

  @MainActor private func toggle(_ id: Item.ID, in selection: Binding<Set<Item.ID>>) {
    var ids = selection.wrappedValue
    if ids.remove(id) == nil { ids.insert(id) }
    selection.wrappedValue = ids
  }

  /// - Complexity: O(*n*) in the rows between the current one and the new one, and a copy of the set; where
  ///   a range begins or its rows have moved, in the rows of the range.
  @MainActor private func extend(
    _ selection: Binding<Set<Item.ID>>, to index: Int, in model: ListModel<Item.ID>
  ) throws {
    guard let start = currentItem(of: model)?.id else { return }
    let before = selection.wrappedValue
    var anchor = model.current
    var range = ListRange(
      anchor: start, base: before, selected: before, end: start, places: (anchor, anchor))
    if let old = model.range, old.end == start, old.selected == before,
      let place = ListModel.find(old.anchor, near: old.places.anchor, in: data)
    {
      (range, anchor) = (old, place)
    }
    let old = model.current
    try setCurrent(index, in: model)
    range.end = data.item(index).id
    let places = min(anchor, index)...max(anchor, index)
    var changed = places
    if range.places == (anchor, old) {
      changed = min(old, index)...max(old, index)
    } else {
      range.selected = range.base
    }
    range.places = (anchor, index)
    for place in changed {
      let id = data.item(place).id
      if places.contains(place) || range.base.contains(id) {
        range.selected.insert(id)
      } else {
        range.selected.remove(id)
      }
    }
    model.range = range
    selection.wrappedValue = range.selected
  }
}
