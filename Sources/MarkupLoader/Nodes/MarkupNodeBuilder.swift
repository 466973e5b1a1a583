import Millrace
import MillraceMarkup

/// Makes nodes from checked markup. They are the same nodes as those of the compiled Swift code.
@MainActor
struct MarkupNodeBuilder {
  var scope: MarkupScope
  /// The size of the component, for conditions.
  var size = CellSize(width: 80, height: 24)

  /// Makes the body of a component.
  func body(of component: CheckedComponent) throws -> Node {
    guard component.usesSize else { return try block(component.content) }
    let reader = SizeReader { size in
      var builder = self
      builder.size = size
      return try builder.block(component.content)
    }
    return component.isRootView ? reader.grow() : reader.node
  }

  /// Makes one node, or a fragment of several, as a node builder does from statements.
  func block(_ nodes: [CheckedNode]) throws -> Node {
    switch nodes.count {
    case 0: return NodeBuilder.buildBlock()
    case 1: return try node(nodes[0])
    default: return .fragment(try nodes.map { try node($0) })
    }
  }

  private func node(_ node: CheckedNode) throws -> Node {
    switch node {
    case .element(let element): return try self.node(of: element)
    case .text(let parts, _): return Text(try text(parts)).node
    case .branches(let branches, _): return try self.branches(branches)
    case .loop(let loop): return NodeBuilder.buildArray(try rows(of: loop))
    case .component(let use):
      var values: [String: Any] = [:]
      var events: [String: @MainActor ([Any]) throws -> Void] = [:]
      for argument in use.arguments {
        if case .event(let event) = argument.value {
          let call = try action(event)
          events[argument.name] = { try call(event.arguments.isEmpty ? $0 : []) }
        } else {
          values[argument.name] = try value(argument.value)
        }
      }
      return try modified(scope.component(use.name, values, events), use.element)
    }
  }

  /// Makes a node for each item of the loop's collection, with the item's key.
  func rows(of loop: CheckedLoop) throws -> [Node] {
    try scope.each(loop.collection, loop.variable) { scope in
      try MarkupNodeBuilder(scope: scope, size: size).block(loop.content)
    }
  }

  /// Makes the node of a chain of conditions, nested as a node builder nests it.
  private func branches(_ branches: [CheckedBranch]) throws -> Node {
    let chosen = try branches.firstIndex { try $0.test.map { try evaluate($0) } ?? true }
    guard let chosen else { return NodeBuilder.buildOptional(nil) }
    let either = Self.either(try block(branches[chosen].content), chosen, of: branches.count)
    return branches.last?.test == nil ? either : NodeBuilder.buildOptional(either)
  }

  /// Nests a branch as the compiler does: in a binary tree whose left half is a complete tree. Of
  /// five branches, four are in the left half.
  private static func either(_ node: Node, _ index: Int, of count: Int) -> Node {
    guard count > 1 else { return node }
    var middle = 1
    while middle * 2 < count { middle *= 2 }
    return index < middle
      ? NodeBuilder.buildEither(first: either(node, index, of: middle))
      : NodeBuilder.buildEither(second: either(node, index - middle, of: count - middle))
  }
}
