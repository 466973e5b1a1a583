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
  public var left: LayoutAnchor { self[.left] }
  public var right: LayoutAnchor { self[.right] }
  public var top: LayoutAnchor { self[.top] }
  public var bottom: LayoutAnchor { self[.bottom] }
  public var leading: LayoutAnchor { self[.leading] }
  public var trailing: LayoutAnchor { self[.trailing] }
  public var width: LayoutAnchor { self[.width] }
  public var height: LayoutAnchor { self[.height] }
  public var centerX: LayoutAnchor { self[.centerX] }
  public var centerY: LayoutAnchor { self[.centerY] }
}

extension LayoutItemID: CustomStringConvertible {
  public var description: String { self == .container ? "container" : "item \(number)" }
}
