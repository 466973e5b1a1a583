import MillraceLayout

/// A description of what to show: one concrete value type for elements, components, lists and
/// nothing.
///
/// A node is cheap to make and is thrown away after the frame; the ``Renderer`` compares it with
/// the instances it retains and tells the ``RenderHost`` only what changed.
public struct Node: NodeConvertible {
  package enum Content {
    case empty
    case fragment([Node])
    case element(Element)
    case component(ComponentBox)
  }

  package var content: Content
  package var key: NodeKey?
  /// What modifiers ask of the element that a component or fragment will turn out to be.
  package var modifiers: ElementModifiers?

  package init(_ content: Content, key: NodeKey? = nil) {
    self.content = content
    self.key = key
  }

  /// A node that shows nothing and keeps its place among its siblings.
  public static var empty: Node { Node(.empty) }

  /// Several nodes in the place of one.
  public static func fragment(_ children: [Node]) -> Node { Node(.fragment(children)) }

  /// A node for an element of the host.
  public init(_ element: Element) { self.init(.element(element)) }

  public var node: Node { self }

  /// This node's parts, when it stands for the children of a container.
  package var asChildren: [Node] {
    if case .fragment(let children) = content, key == nil, modifiers == nil { return children }
    if case .empty = content { return [] }
    return [self]
  }
}

/// Anything that can stand in a node builder: nodes, components, widgets.
public protocol NodeConvertible {
  var node: Node { get }
}

extension NodeConvertible {
  /// Gives the node an identity among its siblings that does not depend on its position.
  ///
  /// Local state, focus and cursor follow the key when the node moves.
  /// - Parameter key: unique among the siblings; a duplicate is reported and treated as another
  ///   node.
  public func key(_ key: some Hashable & Sendable) -> Node {
    var node = self.node
    node.key = NodeKey(key)
    return node
  }
}

/// `node` if the condition holds, and nothing otherwise; the place among the siblings is kept.
public func when(_ condition: Bool, _ node: @autoclosure () -> some NodeConvertible) -> Node {
  condition ? .fragment([node().node]) : .empty
}
