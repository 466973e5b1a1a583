/// Where on a screen something stands: a higher layer covers the lower ones.
public enum Layer: Int, Comparable, CaseIterable, Sendable {
  case base, popover, dialog, toast

  public static func < (first: Layer, second: Layer) -> Bool { first.rawValue < second.rawValue }
}

/// Content that stands in another layer. Its events, environment and life follow the place where it is
/// written.
public struct Portal: NodeConvertible {
  public let node: Node

  /// - Parameters:
  ///   - layer: which one. Content of the same layer stands in the order in which it appeared.
  ///   - content: laid out in a column as large as the screen.
  public init(to layer: Layer, @NodeBuilder content: () throws -> Node) rethrows {
    node = Node(.portal(layer, try content()))
  }
}
