import MillraceRender

extension List {
  /// Answers the mouse where rows can be dragged to other places.
  /// - Returns: whether it was used up. A press that does not move stays a click.
  @MainActor func drag(
    _ event: PointerEvent, in model: ListModel<Item.ID>,
    _ onMove: @MainActor (Item, Int) throws -> Void
  ) throws -> Bool {
    guard event.button == .left else { return false }
    // With a modifier a press selects.
    if event.phase == .release || !event.modifiers.isEmpty { model.dragged = nil }
    guard let id = model.dragged,
      let from = ListModel.find(id, near: model.current, in: data)
    else { return false }
    if event.phase == .press {
      // A control in the row may have captured the press that was noted, and this is another one.
      if !model.isRow(from, at: event.position.y) { model.dragged = nil }
      return model.dragged != nil
    }
    guard event.phase == .drag,
      case let to = model.place(at: event.position.y, of: from, count: data.count), to != from
    else { return false }
    try onMove(data.item(from), to)
    return true
  }
}

extension ListModel {
  /// Where a row goes that is dragged to a line of the box: to the place of the row there, but only as far as
  /// it is under the mouse then. Otherwise a low row would go to and fro over a high one. Above and below the
  /// box it goes on by one row.
  func place(at line: Int, of row: Int, count: Int) -> Int {
    let visible = visible
    if line < 0 { return max(0, visible.lowerBound - 1) }
    if line >= height { return min(count - 1, visible.upperBound) }
    let own = rowHeight(row) ?? 1
    var top = lead - offset
    for index in shown {
      let bottom = top + (rowHeight(index) ?? 1)
      if line < bottom {
        if index > row, line < bottom - own { return index - 1 }
        if index < row, line >= top + own { return index + 1 }
        return index
      }
      top = bottom
    }
    return count - 1
  }
}
