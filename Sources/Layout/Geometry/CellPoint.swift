/// A position in whole cells.
public struct CellPoint: Hashable, Sendable {
  /// The column, from 0.
  public var x: Int
  /// The row, from 0.
  public var y: Int

  /// Makes a point from a column and a row.
  /// - Parameters:
  ///   - x: the column, from 0.
  ///   - y: the row, from 0.
  public init(x: Int, y: Int) {
    self.x = x
    self.y = y
  }

  /// The top left corner.
  public static let zero = CellPoint(x: 0, y: 0)
}

/// A size in whole cells.
public struct CellSize: Hashable, Sendable {
  /// The number of columns.
  public var width: Int
  /// The number of rows.
  public var height: Int

  /// Makes a size in cells.
  /// - Parameters:
  ///   - width: the number of columns.
  ///   - height: the number of rows.
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}
