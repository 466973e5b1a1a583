extension LayoutNode {
  /// The boxes that this container lays out, in CSS order: its children, except that the children
  /// of a child with `display: contents` take the position of that child.
  var boxes: ContiguousArray<LayoutNode> {
    var boxes: ContiguousArray<LayoutNode> = []
    box.forEachBox { boxes.append($0.pointee.handle) }
    return boxes
  }
}

/// Iteration over the boxes that a container lays out.
extension UnsafeMutablePointer where Pointee == NodeRecord {
  @inline(__always) func forEachChild(_ body: (NodePointer) -> Void) {
    var child = first
    while let current = child {
      body(current)
      child = current.next
    }
  }

  /// Calls a closure for each box that this container lays out, in CSS order: its children, except
  /// that the children of a child with `display: contents` take the position of that child.
  ///
  /// - Complexity: O(*n*) in the number of boxes; O(*n* log *n*) if one of them has a CSS order.
  @inline(__always) func forEachBox(_ body: (NodePointer) -> Void) {
    if flags.contains(.isIrregular) {
      for box in irregularBoxes { body(box) }
    } else {
      forEachChild(body)
    }
  }

  private var irregularBoxes: ContiguousArray<NodePointer> {
    var boxes: ContiguousArray<NodePointer> = []
    forEachDescendant { if $0.style.display != .contents { boxes.append($0) } }
    return boxes.sortedByOrder
  }

  /// Calls a closure for each wrapper (`display: contents`) in this container, also for wrappers in
  /// wrappers.
  func forEachWrapper(_ body: (NodePointer) -> Void) {
    forEachDescendant { if $0.style.display == .contents { body($0) } }
  }

  /// Calls a closure for each child, and for the children of wrappers, at any depth of nesting.
  private func forEachDescendant(_ body: (NodePointer) -> Void) {
    var node = first
    while let current = node {
      body(current)
      if current.style.display == .contents, let inner = current.first {
        node = inner
        continue
      }
      var last = current
      while last.next == nil, let outer = last.parent, outer != self { last = outer }
      node = last.next
    }
  }

  /// Whether the box is the containing block of absolute descendants.
  var containsAbsolute: Bool {
    (style.position != .static && style.display != .contents) || parent == nil
  }

  /// The containing block of this node's absolute children: this node or its nearest ancestor.
  var containingBlock: NodePointer {
    var node = self
    while !node.containsAbsolute, let parent = node.parent { node = parent }
    return node
  }

}

extension ContiguousArray<NodePointer> {
  fileprivate var sortedByOrder: ContiguousArray<NodePointer> {
    guard contains(where: { $0.style.order != 0 }) else { return self }
    // The standard library's sort is stable but does not guarantee it, so the offset breaks ties.
    let sorted = enumerated().sorted {
      ($0.element.style.order, $0.offset) < ($1.element.style.order, $1.offset)
    }
    return ContiguousArray(sorted.map(\.element))
  }
}
