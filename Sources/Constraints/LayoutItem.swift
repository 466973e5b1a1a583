/// The subject of a constraint: a container, or one of its items by name.
public struct LayoutItem: Hashable, Sendable, ExpressibleByStringLiteral {
  /// The name; nil for the container.
  public let name: String?

  /// The container whose items are laid out.
  public static let parent = LayoutItem(name: nil)

  /// Makes a reference to the container's item with this name. The item need not exist.
  /// - Parameter name: the name that `anchored(_:)` gives to a child.
  public init(_ name: String) { self.name = name }

  public init(stringLiteral name: String) { self.name = name }

  private init(name: String?) { self.name = name }

  /// One of the item's edges, sizes or centres, for use in a constraint.
  public subscript(_ attribute: LayoutAttribute) -> LayoutAnchor {
    LayoutAnchor(item: self, attribute: attribute)
  }

  /// The item's left edge, from the container's left edge.
  public var left: LayoutAnchor { self[.left] }
  /// The item's right edge, from the container's left edge.
  public var right: LayoutAnchor { self[.right] }
  /// The item's top edge, from the container's top edge.
  public var top: LayoutAnchor { self[.top] }
  /// The item's bottom edge, from the container's top edge.
  public var bottom: LayoutAnchor { self[.bottom] }
  /// The edge where lines of text begin: ``LayoutAttribute/leading``.
  public var leading: LayoutAnchor { self[.leading] }
  /// The edge where lines of text end: ``LayoutAttribute/trailing``.
  public var trailing: LayoutAnchor { self[.trailing] }
  /// The width of the item.
  public var width: LayoutAnchor { self[.width] }
  /// The height of the item.
  public var height: LayoutAnchor { self[.height] }
  /// The middle between left and right: ``LayoutAttribute/centerX``.
  public var centerX: LayoutAnchor { self[.centerX] }
  /// The vertical centre of the item.
  public var centerY: LayoutAnchor { self[.centerY] }
  /// The preferred width of the item's content.
  public var contentWidth: LayoutAnchor { self[.contentWidth] }
  /// The height of the item's content at the item's width.
  public var contentHeight: LayoutAnchor { self[.contentHeight] }
}

/// An edge, a size or a centre of a box, in cells, for use in constraints.
///
/// Positions are relative to the container: its left and top edges are at 0, so its right edge is
/// at the container's width.
public enum LayoutAttribute: Hashable, Sendable, CaseIterable {
  /// An edge: its distance from the container's left or top edge.
  case left, right, top, bottom
  /// The edge where lines of text begin, measured from the container's edge on the same side. In a
  /// left-to-right layout, this is `left`; in a right-to-left layout, the container's width less
  /// `right`.
  case leading
  /// The edge where lines of text end, measured from the same edge of the container as `leading`.
  case trailing
  /// The size of the box on one axis.
  case width, height
  /// The middle between left and right. In a constraint with `leading` or `trailing`, it is
  /// measured in the same direction.
  case centerX
  /// The middle between top and bottom.
  case centerY
  /// The width of an item's content, which no constraint changes.
  case contentWidth
  /// The height of an item's content at the item's width. Constraints change it only by the width.
  case contentHeight

  /// Whether the attribute is measured from the edge where lines begin, and so mirrored in a
  /// right-to-left layout.
  var isDirectional: Bool { self == .leading || self == .trailing }
  var isContent: Bool { self == .contentWidth || self == .contentHeight }
}

/// An axis along which boxes have a position and a size.
public enum ConstraintAxis: Int, Sendable, CaseIterable {
  /// The axis from left to right, or the one from top to bottom.
  case horizontal, vertical

  var size: LayoutAttribute { self == .horizontal ? .width : .height }
  var content: LayoutAttribute { self == .horizontal ? .contentWidth : .contentHeight }
}

/// One side of a constraint: `multiplier · item.attribute + constant`.
public struct LayoutAnchor: Hashable, Sendable {
  /// The container or the item whose attribute is compared.
  public var item: LayoutItem
  /// The edge, size or centre of the item.
  public var attribute: LayoutAttribute
  /// The factor of the attribute.
  public var multiplier = 1.0
  /// The constant that is added, in cells.
  public var constant = 0.0

  /// Makes an anchor; `item[attribute]` and, for example, `item.width` are equivalent.
  /// - Parameters:
  ///   - item: the container, or one of its items.
  ///   - attribute: the edge, size or centre of the item.
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
  /// The number as text, without ".0" if it is whole.
  var short: String { Int(exactly: self).map { "\($0)" } ?? "\(self)" }

  var asSummand: String { self == 0 ? "" : self < 0 ? " - \((-self).short)" : " + \(short)" }
}
