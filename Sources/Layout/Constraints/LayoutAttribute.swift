/// A number of a box that constraints speak of, in cells.
///
/// Positions are those in the container: its left and top edges are at 0, so its right edge is at
/// its width.
public enum LayoutAttribute: Hashable, Sendable, CaseIterable {
  case left, right, top, bottom
  /// The edge where a line begins, and its distance from the edge of the container where lines
  /// begin: `left` from left to right; from right to left the container's width less `right`.
  case leading
  /// The edge where a line ends, measured from the same edge as `leading`.
  case trailing
  case width, height
  /// The middle between left and right. Beside a `leading` or `trailing` it is measured as these
  /// are.
  case centerX
  /// The middle between top and bottom.
  case centerY

  /// Measured from the edge where lines begin, so that it is mirrored from right to left.
  var isDirectional: Bool { self == .leading || self == .trailing }
}

/// An attribute of an item: one of the numbers that a constraint compares.
public struct LayoutAnchor: Hashable, Sendable {
  /// Whose number it is.
  public var item: LayoutItemID
  /// Which of its numbers.
  public var attribute: LayoutAttribute

  /// Names a number of an item; `item[attribute]` and `item.width` say the same.
  public init(item: LayoutItemID, attribute: LayoutAttribute) {
    self.item = item
    self.attribute = attribute
  }
}

extension LayoutAnchor: CustomStringConvertible {
  public var description: String { "\(item).\(attribute)" }
}

/// A direction in which boxes have a size.
public enum ConstraintAxis: Hashable, Sendable, CaseIterable {
  case horizontal, vertical
}
