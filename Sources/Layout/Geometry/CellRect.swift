/// A rectangle of whole cells. Its right and bottom edges (`maxX`, `maxY`) are exclusive.
///
/// Precondition: the sums of coordinates fit in an `Int`.
public struct CellRect: Codable, Hashable, Sendable {
  /// The left edge.
  public var x: Int
  /// The top edge.
  public var y: Int
  /// The number of columns.
  public var width: Int
  /// The number of rows.
  public var height: Int

  /// Makes a rectangle from its left and top edges and its size, in cells.
  /// - Parameters:
  ///   - x: the left edge.
  ///   - y: the top edge.
  ///   - width: the number of columns.
  ///   - height: the number of rows.
  public init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// An empty rectangle at the origin.
  public static let zero = CellRect(x: 0, y: 0, width: 0, height: 0)

  /// The first column to the right of the rectangle.
  public var maxX: Int { x + width }
  /// The first row below the rectangle.
  public var maxY: Int { y + height }
  /// Whether the rectangle contains no cell.
  public var isEmpty: Bool { width <= 0 || height <= 0 }

  /// Whether the rectangle contains the cell.
  public func contains(x: Int, y: Int) -> Bool {
    x >= self.x && x < maxX && y >= self.y && y < maxY
  }

  /// The cells in both rectangles; ``zero`` if there are none.
  public func intersection(_ other: CellRect) -> CellRect {
    let left = max(x, other.x)
    let top = max(y, other.y)
    let right = min(maxX, other.maxX)
    let bottom = min(maxY, other.maxY)
    guard left < right, top < bottom else { return .zero }
    return CellRect(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// The smallest rectangle that contains both; empty ones are ignored.
  public func union(_ other: CellRect) -> CellRect {
    if isEmpty { return other.isEmpty ? .zero : other }
    if other.isEmpty { return self }
    let left = min(x, other.x)
    let top = min(y, other.y)
    return CellRect(
      x: left, y: top,
      width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
  }
}
