/// Names what a constraint speaks of: a container, or one of its children.
///
/// A container hands the names of its children out and never uses one twice; another container does
/// not know them.
public struct LayoutItemID: Hashable, Sendable {
  let number: Int
  /// nil for the container itself, which is the same name in each.
  let owner: ConstraintOwner?

  /// The container whose children are laid out.
  public static let container = LayoutItemID(number: 0, owner: nil)

  public static func == (left: LayoutItemID, right: LayoutItemID) -> Bool {
    left.number == right.number && left.owner === right.owner
  }

  public func hash(into hasher: inout Hasher) {
    // Items of several containers are hardly ever in one set.
    hasher.combine(number)
  }

  /// One of the item's edges, sizes or centres, for a constraint to speak of.
  public subscript(_ attribute: LayoutAttribute) -> LayoutAnchor {
    LayoutAnchor(item: self, attribute: attribute)
  }
}

/// Tells the names that one container gave from those of others: whoever has such a name holds it, so
/// that its address is no other's, also when the container is gone.
final class ConstraintOwner: Sendable {}

extension LayoutItemID {
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
  /// How wide it is.
  public var width: LayoutAnchor { self[.width] }
  /// How high it is.
  public var height: LayoutAnchor { self[.height] }
  /// The middle between left and right: ``LayoutAttribute/centerX``.
  public var centerX: LayoutAnchor { self[.centerX] }
  /// The middle between top and bottom.
  public var centerY: LayoutAnchor { self[.centerY] }
}

extension LayoutItemID: CustomStringConvertible {
  public var description: String { self == .container ? "container" : "item \(number)" }
}
