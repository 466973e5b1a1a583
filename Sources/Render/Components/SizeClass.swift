/// Whether there is room for much: what a view is told of the screen where the exact size does not matter.
///
/// `@Environment(\.sizeClass)` is that of the terminal, and follows it: a reader is rendered again when
/// the class changes, not with each size.
public struct SizeClass: Hashable, Sendable {
  public enum Extent: Hashable, Sendable { case compact, regular }

  /// Compact: less than 60 columns.
  public var width: Extent
  /// Compact: less than 15 rows.
  public var height: Extent

  public init(width: Extent = .regular, height: Extent = .regular) {
    (self.width, self.height) = (width, height)
  }

  /// - Parameters:
  ///   - columns: of a screen, in cells.
  ///   - rows: of the screen, in cells.
  public init(columns: Int, rows: Int) {
    self.init(width: columns < 60 ? .compact : .regular, height: rows < 15 ? .compact : .regular)
  }
}

extension EnvironmentValues {
  /// How much room the screen has. The default is regular.
  public var sizeClass: SizeClass { SizeClass() }
}
