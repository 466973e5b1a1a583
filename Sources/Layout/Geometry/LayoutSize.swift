/// A width and a height in cells, which need not be whole.
public struct LayoutSize: Equatable, Sendable {
  public var width: Double
  public var height: Double

  /// Makes a size, in cells.
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// No width and no height.
  public static let zero = LayoutSize(width: 0, height: 0)
}

/// How much room there is on one axis.
public enum AvailableSpace: Equatable, Sendable {
  /// So many cells. NaN counts as `maxContent`; otherwise clamped to 0...1,000,000.
  case definite(Double)
  /// As little as the content can do with: text breaks at every opportunity.
  case minContent
  /// As much as the content would like: text breaks nowhere.
  case maxContent

  /// The cells, or nil for content.
  var cells: Double? {
    guard case .definite(let value) = self, !value.isNaN else { return nil }
    return value.asSize
  }
}
