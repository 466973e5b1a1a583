/// Builds a ``Node`` from statements: expressions, `if`, `switch`, `for`, optionals.
///
/// The branches of an `if` with `else`, and of a `switch`, have separate identities: a component of
/// the same type in both is two components, each with its own local state. An `if` without `else`
/// keeps its position while its condition is false, so that its siblings keep their identity.
///
/// Nodes of a loop should have keys (`key(_:)`): without them, an inserted or removed node shifts
/// local state to a neighbour, which is reported. A node inside a condition can set the key:
/// `for row in rows { if row.isShown { RowView(row).key(row.id) } }`.
@resultBuilder
public enum NodeBuilder {
  public static func buildExpression(_ expression: some NodeConvertible) -> Node { expression.node }

  public static func buildExpression(_ expression: (some NodeConvertible)?) -> Node {
    buildOptional(expression?.node)
  }

  /// Accepts the nodes of `map`, like those of a loop: `items.map { RowView($0).key($0.id) }`.
  public static func buildExpression(_ nodes: [some NodeConvertible]) -> Node {
    buildArray(nodes.map(\.node))
  }

  public static func buildExpression(_ expression: Void) -> Node { .empty }

  public static func buildBlock() -> Node { .empty }

  public static func buildBlock(_ node: Node) -> Node { node }

  public static func buildBlock(_ nodes: Node...) -> Node { .fragment(nodes) }

  public static func buildOptional(_ node: Node?) -> Node {
    guard let node else { return .empty }
    // A key inside an `if` identifies the node only there.
    return node.key == nil ? node : .fragment([node])
  }

  public static func buildEither(first node: Node) -> Node { branch(node, true) }

  public static func buildEither(second node: Node) -> Node { branch(node, false) }

  public static func buildArray(_ nodes: [Node]) -> Node {
    var nodes = nodes
    // The key of a node inside a condition, `if … { Row().key(id) }`, also identifies the `if`.
    for index in nodes.indices where nodes[index].key == nil {
      if let key = nodes[index].onlyKey { nodes[index].key = key }
    }
    return Node(.fragment(nodes, .loop))
  }

  public static func buildLimitedAvailability(_ node: Node) -> Node { node }

  package static func branch(_ node: Node, _ isFirst: Bool) -> Node {
    var node = node.key == nil && node.branches < 1 << 15 ? node : .fragment([node])
    node.branches = node.branches << 1 | (isFirst ? 1 : 0)
    return node
  }
}
