import MillraceRender

extension ListSource {
  /// Handles mouse events if rows can be dragged.
  /// - Returns: whether the event was handled. A press without motion remains a click.
  func move(by event: PointerEvent) throws -> Bool {
    guard let viewport = viewport?.state, let onMove = options.onMove, event.button == .left else {
      return false
    }
    // A press with a modifier changes the selection and does not begin a drag.
    if event.phase == .release || !event.modifiers.isEmpty { endDrag() }
    guard let key = state?.value.dragged, let from = row(of: key, near: current) else {
      return false
    }
    if event.phase == .press {
      // `dragged` may have been set by an earlier press, which a control in the row captured. This
      // press may then be outside the row.
      let isHere = viewport.lines(of: from)?.contains(event.position.y) == true
      if !isHere { endDrag() }
      return isHere
    }
    guard event.phase == .drag,
      case let to = viewport.destination(ofRow: from, draggedTo: event.position.y), to != from
    else { return false }
    try onMove(data.item(from), to)
    return true
  }

  private func endDrag() { changeWithoutRendering { $0.dragged = nil } }
}

extension ViewportState {
  /// The new index of a row that is dragged to a line of the box. The dragged row moves past the
  /// row on that line only if it will then be under the mouse: otherwise it would jump back and
  /// forth over a taller row. Above or below the box, it takes the index of the nearest row that is
  /// not fully visible.
  func destination(ofRow row: Int, draggedTo line: Int) -> Int {
    let last = source.count - 1
    if line < 0 { return max(0, fullyVisibleRows.lowerBound - 1) }
    if line >= box.height { return min(last, fullyVisibleRows.upperBound) }
    guard let there = self.row(at: line), let lines = lines(of: there) else { return last }
    let own = self.lines(of: row)?.count ?? 1
    if there > row, line < lines.upperBound - own { return there - 1 }
    if there < row, line >= lines.lowerBound + own { return there + 1 }
    return there
  }
}
