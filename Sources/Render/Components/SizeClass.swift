/// The rough size of the screen, for components that do not need the exact size.
///
/// `@Environment(\.sizeClass)` follows the terminal's size: a reader is rendered again only when
/// the class changes.
public struct SizeClass: Hashable, Sendable {
  /// The amount of space along one axis.
  public enum Extent: Hashable, Sendable {
    /// Little space (compact), or enough space (regular).
    case compact, regular
  }

  /// The space for columns; compact with fewer than 60 columns.
  public var width: Extent
  /// The space for rows; compact with fewer than 15 rows.
  public var height: Extent

  /// Makes a size class from both extents.
  /// - Parameters:
  ///   - width: the space for columns.
  ///   - height: the space for rows.
  public init(width: Extent = .regular, height: Extent = .regular) {
    (self.width, self.height) = (width, height)
  }

  /// Makes the size class of a screen.
  /// - Parameters:
  ///   - columns: the width of the screen, in cells.
  ///   - rows: the height of the screen, in cells.
  public init(columns: Int, rows: Int) {
    self.init(width: columns < 60 ? .compact : .regular, height: rows < 15 ? .compact : .regular)
  }
}

extension EnvironmentValues {
  /// The size class of the screen. The default is regular.
  public var sizeClass: SizeClass { SizeClass() }
}
