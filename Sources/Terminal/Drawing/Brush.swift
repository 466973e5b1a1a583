import MillraceLayout
import MillraceRender

/// The grid into which frames are drawn, shared by the brushes of a frame.
@MainActor
package final class FrontBuffer {
  // Exclusivity checks are off, because a grid calls no function that draws.
  @exclusivity(unchecked) var grid: CellGrid

  /// One buffer for all screens that a ``ScreenView`` shows: the content is not needed after an
  /// element is drawn.
  static let sharedByViews = FrontBuffer(width: 0, height: 0)

  init(width: Int, height: Int) { grid = CellGrid(width: width, height: height) }
}

/// Draws an element into the cells of a terminal, in the element's style. Positions are relative to
/// the top left corner of the element; parts that are outside or clipped are not drawn.
@MainActor
public struct Brush {
  /// The element's box, in cells.
  public let size: CellSize
  /// The box without border and padding.
  public let content: CellRect
  /// The element's style, including inherited properties.
  public let style: Style
  /// Whether the element has the focus.
  public let isFocused: Bool
  /// The states of a row in its list; empty for other elements.
  public let rowStates: RowStates
  /// The element's top left corner on the screen.
  let origin: CellPoint
  /// The drawable area, on the screen.
  let clip: CellRect
  let buffer: FrontBuffer

  /// The rules by which the terminal determines the columns of a cluster.
  public var widths: WidthRules { buffer.grid.widths }

  /// The rows of the element that need drawing. Text in other rows is discarded, so content
  /// with many lines can skip these rows.
  public var rows: Range<Int> { clip.y - origin.y..<max(clip.y, clip.maxY) - origin.y }

  /// Writes one line of text, cut at the end of the element.
  /// - Parameters:
  ///   - text: control characters in it are made visible.
  ///   - x: the column of the first cluster.
  ///   - y: the row.
  ///   - style: replaces the element's style.
  ///   - link: an address that the terminal opens, if it supports links.
  ///   - part: the only part of the element in which to draw; nil: all of it.
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
  /// - Parameters:
  ///   - rect: in cells from the upper left corner of the element.
  ///   - style: replaces the element's style.
  public func fill(_ rect: CellRect, style: Style? = nil) {
    let part = moved(rect).intersection(clip)
    guard !part.isEmpty else { return }
    buffer.grid.clear(
      x: part.x, y: part.y, width: part.width, height: part.height, style: style ?? self.style)
  }

  /// Fills a rectangle with a character of one column.
  /// - Parameters:
  ///   - rect: in cells from the upper left corner of the element.
  ///   - character: fills each cell.
  ///   - style: replaces the element's style.
  /// - Complexity: O(cells that need drawing), however large the rectangle is.
  public func fill(_ rect: CellRect, with character: Character, style: Style? = nil) {
    let part = moved(rect).intersection(clip)
    guard !part.isEmpty else { return }
    let line = String(repeating: character, count: part.width)
    for y in part.y..<part.maxY {
      buffer.grid.write(
        line, x: part.x, y: y, style: style ?? self.style, link: nil, clip: part.x..<part.maxX)
    }
  }

  /// Records that a line continues in the row below, for text selection.
  func recordWrap(before x: Int, y: Int, gap: Substring) {
    let (x, y) = (x + origin.x, y + origin.y)
    guard clip.contains(x: x - 1, y: y), buffer.grid.wraps.indices.contains(y) else { return }
    buffer.grid.wraps[y].append((end: x, gap: String(gap)))
  }

  private func moved(_ rect: CellRect) -> CellRect {
    CellRect(x: rect.x + origin.x, y: rect.y + origin.y, width: rect.width, height: rect.height)
  }
}
