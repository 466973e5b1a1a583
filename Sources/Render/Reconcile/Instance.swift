/// What stands on the screen for a node: kept from frame to frame, with its children and its state.
@MainActor
final class Instance {
  enum Kind {
    case empty
    case fragment
    case element(ElementID)
    case component(InstanceNumber)
  }

  let kind: Kind
  // Unowned: a mounted instance is held by its parent, and an unmounted one never asks.
  unowned let parent: Instance?
  let depth: Int
  /// Identity among the siblings.
  let slot: Slot
  /// The newest node that this instance stands for.
  var node: Node
  var children: [Instance] = [] {
    didSet { for (index, child) in children.enumerated() { child.index = index } }
  }
  var isMounted = true
  /// The place among the parent's children.
  private var index = 0
  /// Whether the elements of this instance have their place in the host's tree, or, if there are
  /// none, would have one.
  private(set) var isPlaced = false

  // Of components alone.
  var locals: [any AnyLocalStorage] = []
  var connection: AnyObject?
  var isDirty = false

  init(kind: Kind, node: Node, slot: Slot, parent: Instance?) {
    self.kind = kind
    self.node = node
    self.slot = slot
    self.parent = parent
    depth = (parent?.depth ?? -1) + 1
  }

  /// Whether the node can be shown by this instance: the same kind of thing, of the same type.
  func accepts(_ node: Node) -> Bool {
    switch (self.node.content, node.content) {
    case (.empty, .empty), (.fragment, .fragment): true
    case (.element(let mine), .element(let new)): type(of: mine.content) == type(of: new.content)
    case (.component(let mine), .component(let new)): mine.typeID == new.typeID
    default: false
    }
  }

  /// The outermost elements of this instance, in order.
  var topElements: [ElementID] {
    if case .element(let id) = kind { return [id] }
    return children.flatMap(\.topElements)
  }

  var firstElement: ElementID? {
    if case .element(let id) = kind { return id }
    for child in children where child.isMounted {
      if let id = child.firstElement { return id }
    }
    return nil
  }

  /// The element that holds this instance's elements; nil is the root.
  var hostParent: ElementID? {
    var ancestor = parent
    while let instance = ancestor {
      if case .element(let id) = instance.kind { return id }
      ancestor = instance.parent
    }
    return nil
  }

  /// The element that follows this instance's own among those of the same host parent.
  var elementAfter: ElementID? {
    var instance = self
    while let parent = instance.parent {
      // A child that is not among them yet, or no longer, comes before nobody.
      if parent.children.indices.contains(instance.index),
        parent.children[instance.index] === instance
      {
        for sibling in parent.children[(instance.index + 1)...] where sibling.isMounted {
          if let id = sibling.firstElement { return id }
        }
      }
      if case .element = parent.kind { return nil }
      instance = parent
    }
    return nil
  }

  /// Takes note that this instance has been placed, and all in it that has no element of its own.
  func markPlaced() {
    guard !isPlaced else { return }
    isPlaced = true
    for child in children { child.markPlaced() }
  }

  /// Names from the root to here, for messages.
  var path: String {
    var names: [String] = []
    var ancestor: Instance? = self
    while let instance = ancestor {
      if let name = instance.name { names.append(name) }
      ancestor = instance.parent
    }
    return names.reversed().joined(separator: "/")
  }

  private var name: String? {
    let suffix = node.key.map { "[\($0)]" } ?? ""
    switch node.content {
    case .component(let box): return box.name + suffix
    case .element(let element): return "\(type(of: element.content))" + suffix
    case .empty, .fragment: return nil
    }
  }
}

/// Identity among siblings: the key, else the position among those without one.
enum Slot: Hashable {
  case key(NodeKey)
  case position(Int)
  /// The second and later siblings with one key, which is a mistake that is reported.
  case duplicate(NodeKey, occurrence: Int)
}
