/// The layers of a screen: a higher layer covers the lower ones.
public enum Layer: Int, Comparable, CaseIterable, Sendable {
  /// A layer. A later one covers the earlier ones.
  case base, popover, dialog, toast

  public static func < (first: Layer, second: Layer) -> Bool { first.rawValue < second.rawValue }
}

/// Content in another layer. Its events, environment and lifetime are those of the portal's
/// position in the tree of nodes.
public struct Portal: NodeConvertible {
  public let node: Node

  /// Shows content in a layer, above the lower layers.
  /// - Parameters:
  ///   - layer: the target layer. Content of one layer is stacked in order of appearance.
  ///   - content: laid out in a column of the screen's size.
  public init(to layer: Layer, @NodeBuilder content: () throws -> Node) rethrows {
    node = Node(.portal(layer, try content()))
  }
}
