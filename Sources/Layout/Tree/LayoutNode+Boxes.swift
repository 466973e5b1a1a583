extension LayoutNode {
  /// What stands in this container: its children, with those of children that have no box of their
  /// own in their place, in order.
  var boxes: ContiguousArray<LayoutNode> {
    var boxes: ContiguousArray<LayoutNode> = []
    box.forEachBox { boxes.append($0.pointee.handle) }
    return boxes
  }
}

/// The boxes of a container: its children, as its layout sees them.
extension UnsafeMutablePointer where Pointee == NodeRecord {
  @inline(__always) func forEachChild(_ body: (Box) -> Void) {
    var child = first
    while let current = child {
      body(current)
      child = current.next
    }
  }

  /// Calls a body for what stands in this container: its children, with those of children that have no
  /// box of their own in their place, in order.
  ///
  /// - Complexity: O(n), where some have an order of their own O(n log n).
  @inline(__always) func forEachBox(_ body: (Box) -> Void) {
    if marks.contains(.isIrregular) {
      for box in irregularBoxes { body(box) }
    } else {
      forEachChild(body)
    }
  }

  private var irregularBoxes: ContiguousArray<Box> {
    var boxes: ContiguousArray<Box> = []
    forEachDescendant { if $0.style.display != .contents { boxes.append($0) } }
    return boxes.sortedByOrder
  }

  /// The wrappers without a box that stand in this container.
  func forEachWrapper(_ body: (Box) -> Void) {
    forEachDescendant { if $0.style.display == .contents { body($0) } }
  }

  /// Calls a body for children, and for those of wrappers, which may be nested as deep as they like.
  private func forEachDescendant(_ body: (Box) -> Void) {
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

  /// Whether absolute boxes below are placed in this one's padding box.
  var containsAbsolute: Bool {
    (style.position != .static && style.display != .contents) || parent == nil
  }

  /// The nearest ancestor in which an absolute child of this node is placed, this one included.
  var containingBlock: Box {
    var node = self
    while !node.containsAbsolute, let parent = node.parent { node = parent }
    return node
  }

}

extension ContiguousArray<Box> {
  fileprivate var sortedByOrder: ContiguousArray<Box> {
    guard contains(where: { $0.style.order != 0 }) else { return self }
    // The standard library's sort is stable, though it does not promise it: the place decides.
    let sorted = enumerated().sorted {
      ($0.element.style.order, $0.offset) < ($1.element.style.order, $1.offset)
    }
    return ContiguousArray(sorted.map(\.element))
  }
}
