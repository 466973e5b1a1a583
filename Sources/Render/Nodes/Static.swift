/// Content that is built once and not compared again. It is laid out and restyled like any other
/// content.
///
/// The content is rebuilt when the id changes, or when the node appears again. Parts of it that
/// depend on state need a component of their own.
public struct Static: NodeConvertible {
  public let node: Node

  /// Builds content once for each id.
  /// - Parameters:
  ///   - id: the value that the content depends on.
  ///   - content: called when the node appears and when the id changes.
  public init(
    id: some Hashable & Sendable = 0, @NodeBuilder content: @escaping @MainActor () throws -> Node
  ) {
    node = Node(.memo(NodeKey(id), content))
  }
}
