/// Builds a ``Node`` from statements: expressions, `if`, `switch`, `for`, optionals.
///
/// The branches of an `if` with `else`, and of a `switch`, stand in one place: a component of the
/// same type in both is one component, with one local state, unless `key(_:)` tells them apart.
///
/// An `if` without `else` whose condition does not hold keeps its place, so that its siblings keep
/// their identity.
@resultBuilder
public enum NodeBuilder {
  public static func buildExpression(_ expression: some NodeConvertible) -> Node { expression.node }

  public static func buildExpression(_ expression: (some NodeConvertible)?) -> Node {
    expression.map { .fragment([$0.node]) } ?? .empty
  }

  public static func buildExpression(_ expression: Void) -> Node { .empty }

  public static func buildBlock() -> Node { .empty }

  public static func buildBlock(_ node: Node) -> Node { node }

  public static func buildBlock(_ nodes: Node...) -> Node { .fragment(nodes) }

  public static func buildOptional(_ node: Node?) -> Node { node.map { .fragment([$0]) } ?? .empty }

  public static func buildEither(first node: Node) -> Node { node }

  public static func buildEither(second node: Node) -> Node { node }

  public static func buildArray(_ nodes: [Node]) -> Node { .fragment(nodes) }

  public static func buildLimitedAvailability(_ node: Node) -> Node { node }
}
