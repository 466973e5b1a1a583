/// Walks two trees simultaneously and finds the elements that differ, in time proportional to the
/// difference.
///
/// It skips a node that both trees share, with its subtree. Otherwise it opens the taller node, and
/// compares leaves label by label. Each tree is walked in the order of labels, so a label that is
/// lower than the next label of the other tree exists in one tree only.
@usableFromInline
struct ListWalk<Element> {
  @usableFromInline typealias Node = ListNode<Element>

  /// A difference that the walk has found. The walk finds the differences in the order of labels.
  @usableFromInline
  enum Step {
    case old(Element, offset: Int)
    case new(Element, offset: Int)
    /// Different elements with the same label in both trees.
    case both(old: Element, new: Element, oldOffset: Int, offset: Int)
  }

  /// The position of the walk in one tree.
  @usableFromInline
  struct Cursor {
    /// The remaining nodes, the next one last.
    @usableFromInline var nodes: [Node]
    /// The index in the next node; above 0 only in a leaf from which elements were taken.
    @usableFromInline var slot = 0
    /// The number of elements before this position.
    @usableFromInline var offset = 0

    @inlinable
    init(_ root: Node, offset: Int = 0) {
      nodes = [root]
      self.offset = offset
    }

    @inlinable
    var label: Int? {
      guard let node = nodes.last, node.size > 0 else { return nil }
      return node.labels[slot]
    }

    @inlinable
    mutating func skip() {
      guard let node = nodes.popLast() else { return }
      offset += node.count - slot
      slot = 0
    }

    /// Replaces the next node by its children.
    @inlinable
    mutating func open() {
      guard let node = nodes.popLast() else { return }
      nodes.append(contentsOf: node.children.reversed())
    }

    /// Returns the next element of a leaf, and moves behind it.
    @inlinable
    mutating func take() -> (element: Element, offset: Int)? {
      guard let leaf = nodes.last, slot < leaf.elements.count else { return nil }
      defer {
        slot += 1
        offset += 1
        if slot == leaf.elements.count {
          nodes.removeLast()
          slot = 0
        }
      }
      return (leaf.elements[slot], offset)
    }

    @inlinable
    mutating func dropEmpty() {
      while let node = nodes.last, node.size == 0 { nodes.removeLast() }
    }
  }

  /// Walks two trees.
  /// - Parameters:
  ///   - oldOffset: The number of elements before the old tree.
  ///   - newOffset: The number of elements before the new tree.
  ///   - isSame: Whether two elements with the same label are equal. The walk reports no step for
  ///     equal elements.
  @inlinable
  static func walk(
    from old: Node, to new: Node, oldOffset: Int = 0, newOffset: Int = 0,
    unless isSame: (Element, Element) -> Bool, _ body: (Step) -> Void
  ) {
    if old === new { return }
    // Nodes with equal labels cover the same ranges of labels, so their elements or children
    // correspond by index.
    guard old.height == new.height, old.labels == new.labels else {
      return walkApart(
        from: old, to: new, oldOffset: oldOffset, newOffset: newOffset, unless: isSame, body)
    }
    if old.isLeaf {
      for slot in new.elements.indices where !isSame(old.elements[slot], new.elements[slot]) {
        body(
          .both(
            old: old.elements[slot], new: new.elements[slot], oldOffset: oldOffset + slot,
            offset: newOffset + slot))
      }
      return
    }
    var offsets = (oldOffset, newOffset)
    old.children.withUnsafeBufferPointer { before in
      new.children.withUnsafeBufferPointer { after in
        for slot in after.indices {
          if before[slot] !== after[slot] {
            walk(
              from: before[slot], to: after[slot], oldOffset: offsets.0, newOffset: offsets.1,
              unless: isSame, body)
          }
          offsets.0 += before[slot].count
          offsets.1 += after[slot].count
        }
      }
    }
  }

  /// Walks two trees of different shape.
  @inlinable
  static func walkApart(
    from old: Node, to new: Node, oldOffset: Int, newOffset: Int,
    unless isSame: (Element, Element) -> Bool, _ body: (Step) -> Void
  ) {
    var (left, right) = (Cursor(old, offset: oldOffset), Cursor(new, offset: newOffset))
    while true {
      left.dropEmpty()
      right.dropEmpty()
      guard let first = left.nodes.last else { break }
      guard let second = right.nodes.last else { break }
      if first === second, left.slot == 0, right.slot == 0 {
        left.skip()
        right.skip()
        continue
      }
      // Opens the taller node first, so that a shared node becomes the next one in both trees at
      // the same time.
      if !first.isLeaf, first.height >= second.height {
        left.open()
        continue
      }
      if !second.isLeaf {
        right.open()
        continue
      }
      let (oldLabel, newLabel) = (first.labels[left.slot], second.labels[right.slot])
      if oldLabel == newLabel {
        if let old = left.take(), let new = right.take(), !isSame(old.element, new.element) {
          body(
            .both(
              old: old.element, new: new.element, oldOffset: old.offset, offset: new.offset))
        }
      } else if oldLabel < newLabel {
        if let old = left.take() { body(.old(old.element, offset: old.offset)) }
      } else if let new = right.take() {
        body(.new(new.element, offset: new.offset))
      }
    }
    drain(&left) { body(.old($0, offset: $1)) }
    drain(&right) { body(.new($0, offset: $1)) }
  }

  @inlinable
  static func drain(_ side: inout Cursor, _ body: (Element, Int) -> Void) {
    while let node = side.nodes.last {
      if node.isLeaf {
        if let next = side.take() {
          body(next.element, next.offset)
        } else {
          side.nodes.removeLast()
        }
      } else {
        side.open()
      }
    }
  }
}
