import MillraceLayout
import MillraceRender

extension TerminalHost {
  /// Returns the element that drew a cell last, as text, lines or a background. A cell that no
  /// element drew belongs to the innermost element whose box is there.
  /// - Parameters:
  ///   - x: The column, from 0.
  ///   - y: The row, from 0.
  ///   - isIncluded: Whether an element may be the owner. If not, its cells belong to the elements
  ///     below it.
  /// - Complexity: O(elements that cover the row).
  package func owner(
    x: Int, y: Int, among isIncluded: @escaping (ElementID) -> Bool = { _ in true }
  ) -> ElementID? {
    let cell = CellRect(x: x, y: y, width: 1, height: 1)
    guard !cell.intersection(screen).isEmpty else { return nil }
    // Draws the cell again, on a copy of the screen.
    let shown = buffer.grid
    let drawnCount = drawnNodes
    defer { (buffer.grid, drawnNodes) = (shown, drawnCount) }
    fitBuffer()
    var (drawn, covering): (ElementID?, ElementID?)
    var touched = buffer.grid.touchedCells
    drawElements(in: cell) { [self] node, _, _ in
      // The cell is cleared before each element, which counts as one touched cell.
      let hasDrawn = buffer.grid.touchedCells > touched + 1 || isOpaque(node)
      touched = buffer.grid.touchedCells
      guard isIncluded(node.id) else { return }
      if hasDrawn { drawn = node.id }
      if node.drawn.overlay == nil { covering = node.id }
    }
    return drawn ?? covering
  }
}
