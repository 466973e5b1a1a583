/// A width and a height in fractional cells.
public struct LayoutSize: Equatable, Sendable {
  /// The width in cells, not rounded.
  public var width: Double
  /// The height in cells, not rounded.
  public var height: Double

  /// Creates a size, in cells.
  /// - Parameters:
  ///   - width: the width in cells, which may be a fraction.
  ///   - height: the height in cells, which may be a fraction.
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// Zero width and height.
  public static let zero = LayoutSize(width: 0, height: 0)
}

/// The available space on one axis.
public enum AvailableSpace: Equatable, Sendable {
  /// A number of cells. NaN counts as `maxContent`; otherwise clamped to 0...1,000,000.
  case definite(Double)
  /// The smallest size of the content: text breaks at every opportunity.
  case minContent
  /// The preferred size of the content: text breaks nowhere.
  case maxContent

  /// The same space, with `maxContent` for NaN, so that equal spaces compare as equal.
  var withoutNaN: AvailableSpace {
    if case .definite(let value) = self, value.isNaN { .maxContent } else { self }
  }

  /// The number of cells; nil for a content size.
  var cells: Double? {
    guard case .definite(let value) = self, !value.isNaN else { return nil }
    return value.clampedSize
  }
}
