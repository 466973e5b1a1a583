/// The boxes of a container: its children, as its layout sees them.
extension LayoutNode {
  var isRightToLeft: Bool { marks.contains(.rightToLeft) }

  var isInFlow: Bool { style.position != .absolute && style.display != .none }

  /// Children in the order of their ``LayoutStyle/order``, which is the one to paint in. Those with
  /// `display: contents` stand for themselves, before what they contain, and have no order.
  ///
  /// - Complexity: O(1) where no child has an order, else O(n log n).
  public var childrenInOrder: ContiguousArray<LayoutNode> {
    marks.contains(.isIrregular) ? children.sortedByOrder : children
  }

  /// What stands in this container: its children, with those of children that have no box of their
  /// own in their place, in order.
  ///
  /// - Complexity: O(1), unless there are such children, or orders: then O(n log n).
  var boxes: ContiguousArray<LayoutNode> {
    guard marks.contains(.isIrregular) else { return children }
    var boxes: ContiguousArray<LayoutNode> = []
    collectBoxes(&boxes)
    return boxes.sortedByOrder
  }

  private func collectBoxes(_ boxes: inout ContiguousArray<LayoutNode>) {
    // A loop: wrappers may be nested as deep as they like.
    var waiting = ContiguousArray(children.reversed())
    while let child = waiting.popLast() {
      if child.style.display == .contents {
        waiting.append(contentsOf: child.children.reversed())
      } else {
        boxes.append(child)
      }
    }
  }

  /// The wrappers without a box that stand in this container.
  var wrappers: ContiguousArray<LayoutNode> {
    guard marks.contains(.isIrregular) else { return [] }
    var wrappers: ContiguousArray<LayoutNode> = []
    var waiting = ContiguousArray(children.reversed())
    while let child = waiting.popLast() {
      guard child.style.display == .contents else { continue }
      wrappers.append(child)
      waiting.append(contentsOf: child.children.reversed())
    }
    return wrappers
  }

  /// The nearest ancestor that has a box: whose layout gives this one its place.
  var container: LayoutNode? {
    var node = parentReference
    while let current = node, current.style.display == .contents { node = current.parentReference }
    return node
  }

  /// Whether absolute boxes below are placed in this one's padding box.
  var containsAbsolute: Bool {
    (style.position != .static && style.display != .contents) || parentReference == nil
  }

  /// The nearest ancestor in which an absolute child of this node is placed, this one included.
  var containingBlock: LayoutNode {
    var node = self
    while !node.containsAbsolute, let parent = node.parentReference { node = parent }
    return node
  }
}

extension LayoutNode {
  /// What has no box has no order either: what is in it stands where it would without it.
  fileprivate var ownOrder: Int { style.display == .contents ? 0 : style.order }
}

extension ContiguousArray<LayoutNode> {
  fileprivate var sortedByOrder: ContiguousArray<LayoutNode> {
    guard contains(where: { $0.ownOrder != 0 }) else { return self }
    // The standard library's sort is stable, though it does not promise it: the place decides.
    let sorted = enumerated().sorted {
      ($0.element.ownOrder, $0.offset) < ($1.element.ownOrder, $1.offset)
    }
    return ContiguousArray(sorted.map(\.element))
  }
}
