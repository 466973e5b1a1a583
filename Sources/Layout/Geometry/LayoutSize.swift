/// A width and a height in cells, which need not be whole.
public struct LayoutSize: Equatable, Sendable {
  public var width: Double
  public var height: Double

  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

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

/// The size of a leaf's content (its content box) under a constraint.
///
/// `definite` is a size that the content box has: measure the other axis for it. A definite width
/// may be a fraction, a multiple of 1/64, since boxes are rounded to cells only at the end; content
/// in whole cells should round it down. NaN and negative results count as 0.
///
/// The function must give equal results for equal constraints until ``LayoutNode/markDirty()`` is
/// called, and must not change the tree.
public typealias MeasureFunction = (_ width: AvailableSpace, _ height: AvailableSpace) -> LayoutSize
