/// Names what a constraint speaks of: a container, or one of its children.
///
/// A container hands the names of its children out and never uses one twice; they mean nothing to
/// another container.
public struct LayoutItemID: Hashable, Sendable {
  let number: Int

  /// The container whose children are laid out.
  public static let container = LayoutItemID(number: 0)

  /// One of the item's edges, sizes or centres, for a constraint to speak of.
  public subscript(_ attribute: LayoutAttribute) -> LayoutAnchor {
    LayoutAnchor(item: self, attribute: attribute)
  }
}

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
