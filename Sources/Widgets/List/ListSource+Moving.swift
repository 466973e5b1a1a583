import MillraceRender

extension ListSource {
  /// Answers the mouse where rows can be dragged to other places.
  /// - Returns: whether it was used up. A press that does not move stays a click.
  func move(by event: PointerEvent) throws -> Bool {
    guard let model, let onMove = options.onMove, event.button == .left else { return false }
    let viewport = model.viewport
    // With a modifier a press selects.
    if event.phase == .release || !event.modifiers.isEmpty { model.dragged = nil }
    guard let key = model.dragged, let from = row(of: key, near: model.current) else {
      return false
    }
    if event.phase == .press {
      // A control in the row may have captured the press that was noted, and this is another one.
      if viewport.lines(of: from)?.contains(event.position.y) != true { model.dragged = nil }
      return model.dragged != nil
    }
    guard event.phase == .drag,
      case let to = viewport.place(at: event.position.y, of: from), to != from
    else { return false }
    try onMove(data.item(from), to)
    return true
  }
}

extension ViewportState {
  /// Where a row goes that is dragged to a line of the box: to the place of the row there, but only as far as
  /// it is under the mouse then. Otherwise a low row would go to and fro over a high one. Above and below the
  /// box it goes on by one row.
  func place(at line: Int, of row: Int) -> Int {
    let last = source.count - 1
    if line < 0 { return max(0, whole.lowerBound - 1) }
    if line >= box.height { return min(last, whole.upperBound) }
    guard let there = self.row(at: line), let lines = lines(of: there) else { return last }
    let own = self.lines(of: row)?.count ?? 1
    if there > row, line < lines.upperBound - own { return there - 1 }
    if there < row, line >= lines.lowerBound + own { return there + 1 }
    return there
  }
}
