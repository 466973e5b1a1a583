import MillraceLayout
import MillraceRender

/// The text that the user selects with the mouse, from one cell of the screen to another in reading
/// order.
struct TextSelection {
  let start: CellPoint
  var end: CellPoint
  /// The area of the selection: the visible part of the element with the first cell.
  let clip: CellRect
  /// Whether the button is still pressed.
  var isOpen = true
  /// Whether the selection is visible. It becomes visible when the mouse has moved further than
  /// during a click.
  var isShown = false

  /// The selected columns of each row.
  fileprivate var parts: [(row: Int, columns: Range<Int>)] {
    guard isShown else { return [] }
    let isForward = (start.y, start.x) <= (end.y, end.x)
    let (first, last) = isForward ? (start, end) : (end, start)
    return (first.y...last.y).map { row in
      let low = row == first.y ? first.x : clip.x
      return (row, low..<max(low, row == last.y ? last.x + 1 : clip.maxX))
    }
  }
}

extension TerminalHost {
  /// Starts a selection at a press that no element captured.
  func startSelection(_ mouse: MouseEvent, in target: TerminalNode?) {
    // With Shift, the user asks for the terminal's own selection, if the terminal reports the press
    // at all.
    guard mouse.button == .left, !mouse.modifiers.contains(.shift) else { return }
    var clip = screen
    if let target {
      let (origin, around) = target.position(on: screen)
      clip =
        target.clipsChildren
        ? target.clip.moved(by: origin.x, origin.y).intersection(around) : around
    }
    let position = CellPoint(x: mouse.x, y: mouse.y)
    guard clip.contains(x: position.x, y: position.y) else { return }
    selection = TextSelection(start: position, end: position, clip: clip)
  }

  /// Extends the selection to the mouse.
  /// - Returns: Whether the selection is visible.
  func dragSelection(_ mouse: MouseEvent) -> Bool {
    guard var selection, selection.isOpen else { return false }
    let clip = selection.clip
    selection.end = CellPoint(
      x: max(clip.x, min(mouse.x, clip.maxX - 1)), y: max(clip.y, min(mouse.y, clip.maxY - 1)))
    let (start, end) = (selection.start, selection.end)
    if start.y != end.y || abs(start.x - end.x) > 1 { selection.isShown = true }
    // A drag that selects text is not a click.
    if selection.isShown { pointer.pressed = nil }
    self.selection = selection
    return selection.isShown
  }

  /// Ends the drag that selects. A visible selection stays on the screen, and its text, if any, is
  /// copied; any other selection is removed.
  /// - Returns: Whether the selection was visible.
  func endSelection() -> Bool {
    guard let selection, selection.isOpen else { return false }
    self.selection = nil
    guard selection.isShown else { return false }
    self.selection = selection
    self.selection?.isOpen = false
    let text = buffer.grid.text(in: selection.parts)
    if !text.isEmpty { onCopy(text) }
    return true
  }

  /// Shows the selection in the grid, or removes it again.
  func toggleSelection() {
    if let selection { buffer.grid.invert(selection.parts) }
  }
}

extension CellGrid {
  /// Extends a part of a row to contain the whole of each wide glyph that it touches.
  private func whole(_ columns: Range<Int>, row: Int) -> Range<Int> {
    guard (0..<height).contains(row) else { return 0..<0 }
    var (low, high) = (max(0, columns.lowerBound), min(width, columns.upperBound))
    guard low < high else { return 0..<0 }
    while low > 0, self[x: low, y: row].glyph == .wideTail { low -= 1 }
    while high < width, self[x: high, y: row].glyph == .wideTail { high += 1 }
    return low..<high
  }

  /// The text of parts of rows, without trailing blanks. Each row is a line, except where a text is
  /// wrapped.
  fileprivate func text(in parts: [(row: Int, columns: Range<Int>)]) -> String {
    var result = ""
    for (row, columns) in parts {
      let columns = whole(columns, row: row)
      let end = (columns.last { self[x: $0, y: row].glyph != .blank } ?? columns.lowerBound - 1) + 1
      for x in columns.lowerBound..<end { result += text(x: x, y: row) }
      if row != parts.last?.row { result += wraps[row].first { $0.end == end }?.gap ?? "\n" }
    }
    return result
  }

  /// Exchanges the colours of text and background. A second call restores them.
  fileprivate mutating func invert(_ parts: [(row: Int, columns: Range<Int>)]) {
    for (row, columns) in parts {
      let columns = whole(columns, row: row)
      if columns.isEmpty { continue }
      for x in columns { cells[row * width + x].style.attributes.formSymmetricDifference(.inverse) }
      let old = damage[row].isEmpty ? columns : damage[row]
      damage[row] =
        min(old.lowerBound, columns.lowerBound)..<max(old.upperBound, columns.upperBound)
    }
  }
}
