import MillraceLayout

/// The grid that a frame is drawn into, shared by the brushes of that frame.
@MainActor
final class Canvas {
  var grid: CellGrid

  init(width: Int, height: Int) { grid = CellGrid(width: width, height: height) }
}

/// Draws into a part of a cell grid, in one style.
@MainActor
struct Brush {
  /// Where the node that is drawn stands, and where its content goes.
  let frame: CellRect
  let contentFrame: CellRect
  /// What may be touched.
  let clip: CellRect
  /// How the node looks, with what it inherits.
  let style: Style
  let isFocused: Bool
  let canvas: Canvas

  /// Writes one line of text, cut at the clip rectangle.
  /// - Parameters:
  ///   - text: must hold no control characters: ``SafeText`` makes them visible.
  ///   - x, y: the cell of the first column, in the grid's coordinates.
  ///   - style: in place of the brush's own.
  ///   - part: a narrower clip.
  func write(
    _ text: some StringProtocol, x: Int, y: Int, style: Style? = nil, within part: CellRect? = nil
  ) {
    let clip = part.map(clip.intersection) ?? clip
    guard clip.y <= y, y < clip.maxY, clip.width > 0 else { return }
    canvas.grid.write(
      text, x: x, y: y, style: style ?? self.style, clip: clip.x..<clip.maxX)
  }

  /// Fills a rectangle with blanks.
  func fill(_ rect: CellRect, style: Style? = nil) {
    let part = rect.intersection(clip)
    guard !part.isEmpty else { return }
    canvas.grid.clear(
      x: part.x, y: part.y, width: part.width, height: part.height, style: style ?? self.style)
  }
}
