import MillraceLayout
import MillraceRender

/// The grid that frames are drawn into, shared by the brushes of a frame.
@MainActor
package final class FrontBuffer {
  var grid: CellGrid

  /// The grid of all screens that are shown by a ``ScreenView``: nothing in it is needed after an element is drawn.
  static let ofViews = FrontBuffer(width: 0, height: 0)

  init(width: Int, height: Int) { grid = CellGrid(width: width, height: height) }
}

/// Draws an element into the cells of a terminal, in its style. Places are counted from the top left
/// corner of the element; what lies outside, or is hidden by what is around, is not drawn.
@MainActor
public struct Brush {
  /// The element's box, in cells.
  public let size: CellSize
  /// The box less border and padding.
  public let content: CellRect
  /// How the element looks, with what it inherits.
  public let style: Style
  public let isFocused: Bool
  /// Of a row: how it stands among the others.
  public let marks: Marks
  /// The top left corner on the screen.
  let origin: CellPoint
  /// What may be touched, on the screen.
  let clip: CellRect
  let buffer: FrontBuffer

  /// How many columns the terminal takes for clusters.
  public var widths: WidthRules { buffer.grid.widths }

  /// The rows of the element that have to be drawn: what is written elsewhere is for nothing. Content of
  /// many lines need look at no others.
  public var rows: Range<Int> { clip.y - origin.y..<max(clip.y, clip.maxY) - origin.y }

  /// Writes one line of text, cut where the element ends.
  /// - Parameters:
  ///   - text: control characters in it are made visible.
  ///   - x: the column of the first cluster.
  ///   - y: the row.
  ///   - style: in place of the element's own.
  ///   - link: where the text leads: an address that the terminal opens, if it can.
  ///   - part: a narrower clip.
  public func write(
    _ text: some StringProtocol, x: Int, y: Int, style: Style? = nil, link: String? = nil,
    within part: CellRect? = nil
  ) {
    let clip = part.map { self.clip.intersection(moved($0)) } ?? self.clip
    let row = y + origin.y
    guard clip.y <= row, row < clip.maxY, clip.width > 0 else { return }
    buffer.grid.write(
      text, x: x + origin.x, y: row, style: style ?? self.style, link: link,
      clip: clip.x..<clip.maxX)
  }

  /// Fills a rectangle with blanks.
  /// - Parameter style: in place of the element's own.
  public func fill(_ rect: CellRect, style: Style? = nil) {
    let part = moved(rect).intersection(clip)
    guard !part.isEmpty else { return }
    buffer.grid.clear(
      x: part.x, y: part.y, width: part.width, height: part.height, style: style ?? self.style)
  }

  /// Notes that a line goes on in the row below, for whoever selects its text.
  func noteWrap(before x: Int, y: Int, gap: Substring) {
    let (x, y) = (x + origin.x, y + origin.y)
    guard clip.contains(x: x - 1, y: y), buffer.grid.wraps.indices.contains(y) else { return }
    buffer.grid.wraps[y].append((end: x, gap: String(gap)))
  }

  private func moved(_ rect: CellRect) -> CellRect {
    CellRect(x: rect.x + origin.x, y: rect.y + origin.y, width: rect.width, height: rect.height)
  }
}
