/// Content that is made once, and never compared again: laid out and restyled like any other.
///
/// The content is made anew when the id changes, or when the node appears again. What depends on state
/// inside it needs a component of its own.
public struct Static: NodeConvertible {
  public let node: Node

  /// - Parameters:
  ///   - id: what the content depends on.
  ///   - content: called when the node appears and when the id has changed.
  public init(
    id: some Hashable & Sendable = 0, @NodeBuilder content: @escaping @MainActor () throws -> Node
  ) {
    node = Node(.memo(NodeKey(id), content))
  }
}
