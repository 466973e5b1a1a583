import MillraceLayout

/// A description of what to show: one concrete value type for elements, components, lists and
/// empty nodes.
///
/// A node is cheap to create and used for one frame; the ``Renderer`` compares it with the
/// retained instances and sends only the changes to the ``RenderHost``.
///
/// Widgets and components are not nodes, but ``NodeConvertible``. A `body` and a trailing closure
/// take them as they are. A function that returns a `Node` takes them with `@NodeBuilder`, or
/// converts one: `Text("Hello").node`.
public struct Node: NodeConvertible {
  package enum Content {
    case empty
    case element(Element)
    case component(ComponentBox)
    case provider(ProviderBox)
    case fragment([Node], FragmentKind)
    indirect case portal(Layer, Node)
    indirect case memo(NodeKey, @MainActor () throws -> Node)
  }

  package var content: Content
  /// The branches of `if` and `switch` around the node: after a leading 1, a bit for each, the
  /// innermost first. A node in another branch has another identity.
  var branches: UInt16 = 1
  package var key: NodeKey?
  /// The modifiers in source order, for the outermost elements of the node. If the node is an
  /// element, modifiers of its layout and properties are applied to the element instead.
  package var modifiers: [Modifier] = []

  package init(_ content: Content) { self.content = content }

  /// A node that shows nothing and keeps its position among its siblings.
  public static var empty: Node { Node(.empty) }

  /// Several nodes in the position of one.
  public static func fragment(_ children: [Node]) -> Node { Node(.fragment(children, .block)) }

  /// A node for an element of the host.
  public init(_ element: Element) { self.init(.element(element)) }

  public var node: Node { self }

  /// Whether nothing changes if an instance that shows `other` gets this node: both are empty, the
  /// same element, components with equal props, or fragments of such nodes, under equal modifiers.
  /// The components of `other` then call the newest handlers.
  @MainActor package func isEqual(to other: Node) -> Bool {
    guard key == other.key, branches == other.branches, modifiers.areEqual(to: other.modifiers)
    else { return false }
    switch (content, other.content) {
    case (.empty, .empty): return true
    case (.element(let mine), .element(let theirs)): return mine === theirs
    case (.component(let mine), .component(let theirs)):
      guard !theirs.isShared, mine.isEqual(to: theirs) else { return false }
      mine.giveHandlers(to: theirs)
      return true
    case (.fragment(let mine, let kind), .fragment(let theirs, let other)):
      guard kind == other, mine.count == theirs.count else { return false }
      for index in mine.indices where !mine[index].isEqual(to: theirs[index]) { return false }
      return true
    default: return false
    }
  }

  /// Whether both nodes have the same element and key, and no modifiers.
  func isSame(as other: Node) -> Bool {
    guard case .element(let mine) = content, case .element(let theirs) = other.content,
      mine === theirs
    else { return false }
    return modifiers.isEmpty && other.modifiers.isEmpty && key == other.key
  }

  /// Whether the node may change the key bindings in force.
  var hasBindings: Bool {
    if case .element(let element) = content, element.handlers?.affectsBindings == true {
      return true
    }
    if modifiers.isEmpty { return false }
    return modifiers.contains {
      if case .handlers(let handlers) = $0 { handlers.affectsBindings } else { false }
    }
  }

  /// Whether two versions of a node give the same key bindings, apart from their closures.
  func hasSameBindings(as other: Node) -> Bool {
    bindingHandlers.elementsEqual(other.bindingHandlers) {
      $0.bindings == $1.bindings && ($0.paste == nil) == ($1.paste == nil)
        && $0.takesTyping == $1.takesTyping
    }
  }

  private var bindingHandlers: [Handlers] {
    var found: [Handlers] = []
    if case .element(let element) = content, let own = element.handlers { found = [own] }
    for case .handlers(let added) in modifiers { found.append(added) }
    return found.filter(\.affectsBindings)
  }

  /// The key of the node, or of the single node in it.
  var onlyKey: NodeKey? {
    guard key == nil, case .fragment(let children, _) = content, children.count == 1 else {
      return key
    }
    return children[0].onlyKey
  }

  fileprivate mutating func apply(_ modifier: Modifier) {
    guard case .element(var element) = content, !modifier.isInvisible else {
      return modifiers.append(modifier)
    }
    content = .empty
    if !isKnownUniquelyReferenced(&element) { element = Element(copying: element) }
    element.apply(modifier)
    content = .element(element)
  }

  /// Replaces the content of the node's elements, including elements inside a
  /// ``WrappingComponent``, but not elements that other components create, nor elements in a
  /// ``Portal`` or ``Static``.
  /// - Parameter change: returns nil to keep the content.
  package func changingContent(_ change: (any ElementContent) -> (any ElementContent)?) -> Node {
    var node = self
    switch content {
    case .element(let element):
      let new = change(element.content)
      let children = element.children.map { $0.changingContent(change) }
      node.content = .element(
        Element(
          new ?? element.content, style: element.style, properties: element.properties,
          offset: element.offset, handlers: element.handlers, savedStates: element.savedStates,
          children: children))
    case .fragment(let children, let kind):
      node.content = .fragment(children.map { $0.changingContent(change) }, kind)
    case .component(let box):
      guard var wrapper = box.wrapper else { break }
      wrapper.content = wrapper.content.changingContent(change)
      node.content = wrapper.node.content
    case .provider(let box):
      node.content = .provider(box.replacingChild(box.child.changingContent(change)))
    case .empty, .portal, .memo: break
    }
    return node
  }

  /// The nodes of a loop, if all have a key; nil for other nodes.
  package var keyedChildren: [Node]? {
    guard key == nil, modifiers.isEmpty, branches == 1,
      case .fragment(let nodes, let kind) = content
    else { return nil }
    if kind == .loop { return nodes.allSatisfy { $0.key != nil } ? nodes : nil }
    return nodes.count == 1 ? nodes[0].keyedChildren : nil
  }

  /// The nodes to use as children of a container: those of a plain block, none for an empty node,
  /// otherwise this node.
  package var asChildren: [Node] {
    switch content {
    case .fragment(let children, .block)
    where key == nil && modifiers.isEmpty && branches == 1:
      children
    case .empty: []
    default: [self]
    }
  }
}

/// Why a fragment groups its nodes.
package enum FragmentKind: Equatable {
  case block
  /// The nodes of a loop.
  case loop
}

/// A type that a node builder accepts: nodes, components, widgets.
///
/// All of them have the modifiers below. Each of these returns a ``Node``, so modifiers that only
/// one type of widget has must come first: `.current($current).grow()` for a list.
public protocol NodeConvertible {
  /// The node of this value.
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

  /// Wraps this node in another one, which takes over its key.
  package func wrapped(_ wrap: (Node) throws -> Node) rethrows -> Node {
    var inner = node
    inner.key = nil
    var outer = try wrap(inner)
    outer.key = node.key
    return outer
  }

  /// Returns the node of this value, changed by the modifier unless that is nil. A change of layout
  /// or properties is written into the node's element, if it has one.
  package consuming func modified(by modifier: Modifier?) -> Node {
    var node = Self.node(of: self)
    if let modifier { node.apply(modifier) }
    return node
  }

  /// Consumes the value, so that the node has the sole reference to its element.
  private static func node(of value: consuming Self) -> Node { value.node }
}

/// `node` if the condition holds, otherwise an empty node that keeps its position.
public func when(_ condition: Bool, _ node: @autoclosure () -> some NodeConvertible) -> Node {
  condition ? NodeBuilder.buildOptional(node().node) : .empty
}
