import MillraceLayout
import MillraceRender
import MillraceTerminal

extension VirtualScreen {
  /// Draws the screen, with its cursor, into an element of the same size.
  /// - Parameter areas: Cells to draw in black on yellow.
  @MainActor package func draw(in brush: Brush, highlighting areas: [CellRect] = []) {
    for y in brush.rows.clamped(to: 0..<height) {
      let areas = areas.filter { $0.y <= y && y < $0.maxY }
      for x in 0..<width {
        var style = cells[y][x].style
        if isCursorVisible, cursorX == x, cursorY == y {
          style.attributes.formSymmetricDifference(.inverse)
        }
        if areas.contains(where: { $0.contains(x: x, y: y) }) {
          (style.foreground, style.background) = (.indexed(0), .yellow)
        }
        brush.write(cells[y][x].text, x: x, y: y, style: style)
      }
    }
  }
}
