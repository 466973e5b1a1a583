/// What a constraint speaks of: a container, or one of the items in it, by its name.
public struct LayoutItem: Hashable, Sendable, ExpressibleByStringLiteral {
  /// nil for the container.
  public let name: String?

  /// The container whose items are laid out.
  public static let parent = LayoutItem(name: nil)

  /// An item of the container that has this name, when there is one.
  public init(_ name: String) { self.name = name }

  public init(stringLiteral name: String) { self.name = name }

  private init(name: String?) { self.name = name }

  /// One of the item's edges, sizes or centres, for a constraint to speak of.
  public subscript(_ attribute: LayoutAttribute) -> LayoutAnchor {
    LayoutAnchor(item: self, attribute: attribute)
  }

  /// Its left edge, from the container's left edge.
  public var left: LayoutAnchor { self[.left] }
  /// Its right edge, from the container's left edge.
  public var right: LayoutAnchor { self[.right] }
  /// Its top edge, from the container's top edge.
  public var top: LayoutAnchor { self[.top] }
  /// Its bottom edge, from the container's top edge.
  public var bottom: LayoutAnchor { self[.bottom] }
  /// The edge where a line begins: ``LayoutAttribute/leading``.
  public var leading: LayoutAnchor { self[.leading] }
  /// The edge where a line ends: ``LayoutAttribute/trailing``.
  public var trailing: LayoutAnchor { self[.trailing] }
  public var width: LayoutAnchor { self[.width] }
  public var height: LayoutAnchor { self[.height] }
  /// The middle between left and right: ``LayoutAttribute/centerX``.
  public var centerX: LayoutAnchor { self[.centerX] }
  public var centerY: LayoutAnchor { self[.centerY] }
  /// How wide its content wants to be.
  public var contentWidth: LayoutAnchor { self[.contentWidth] }
  /// How high its content is in its width.
  public var contentHeight: LayoutAnchor { self[.contentHeight] }
}

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
  /// How wide an item's content is, which no constraint changes.
  case contentWidth
  /// How high an item's content is in the width that the item has, which no constraint changes.
  case contentHeight

  /// Measured from the edge where lines begin, so that it is mirrored from right to left.
  var isDirectional: Bool { self == .leading || self == .trailing }
  var isContent: Bool { self == .contentWidth || self == .contentHeight }
}

/// A direction in which boxes have a size.
public enum ConstraintAxis: Int, Sendable, CaseIterable {
  case horizontal, vertical

  var size: LayoutAttribute { self == .horizontal ? .width : .height }
  var content: LayoutAttribute { self == .horizontal ? .contentWidth : .contentHeight }
}

/// A number that a constraint compares: `multiplier · item.attribute + constant`.
public struct LayoutAnchor: Hashable, Sendable {
  /// Whose number it is.
  public var item: LayoutItem
  /// Which of its numbers.
  public var attribute: LayoutAttribute
  public var multiplier = 1.0
  /// In cells.
  public var constant = 0.0

  /// Names a number of an item; `item[attribute]` says the same.
  public init(item: LayoutItem, attribute: LayoutAttribute) {
    self.item = item
    self.attribute = attribute
  }
}

extension LayoutItem: CustomStringConvertible {
  public var description: String { name ?? "parent" }
}

extension LayoutAnchor: CustomStringConvertible {
  public var description: String {
    (multiplier == 1 ? "" : "\(multiplier.short) * ") + "\(item).\(attribute)" + constant.asSummand
  }
}

extension Double {
  /// Without ".0" when it is whole.
  var short: String { Int(exactly: self).map { "\($0)" } ?? "\(self)" }

  var asSummand: String { self == 0 ? "" : self < 0 ? " - \((-self).short)" : " + \(short)" }
}
