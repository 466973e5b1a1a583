/// Walks two trees simultaneously and finds the elements that only one of them has, in time
/// proportional to the difference.
///
/// It skips a node that both trees share, with its subtree. Otherwise it opens the higher node, and
/// compares leaves label by label. The nodes of one tree cover disjoint ranges of labels, so labels
/// that are all lower than the other tree's next node exist in one tree only.
@usableFromInline
struct ListWalk<Element> {
  @usableFromInline typealias Node = ListNode<Element>

  /// A finding of the walk, in the order of labels.
  @usableFromInline
  enum Step {
    case old(Element, offset: Int)
    case new(Element, offset: Int)
    /// The same label in both trees, in leaves that are not shared.
    case both(old: Element, new: Element, oldOffset: Int, offset: Int)
  }

  /// The position of the walk in one tree.
  @usableFromInline
  struct Side {
    /// The remaining nodes, the next one last.
    @usableFromInline var nodes: [Node]
    /// The index in the next node, if that is a leaf of which elements were taken.
    @usableFromInline var place = 0
    /// The number of elements before the position.
    @usableFromInline var offset = 0

    @inlinable
    init(_ root: Node, offset: Int = 0) {
      nodes = [root]
      self.offset = offset
    }

    @inlinable
    var label: Int? {
      guard let node = nodes.last, node.size > 0 else { return nil }
      return node.labels[place]
    }

    @inlinable
    mutating func skip() {
      guard let node = nodes.popLast() else { return }
      offset += node.count - place
      place = 0
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
      guard let leaf = nodes.last, place < leaf.elements.count else { return nil }
      defer {
        place += 1
        offset += 1
        if place == leaf.elements.count {
          nodes.removeLast()
          place = 0
        }
      }
      return (leaf.elements[place], offset)
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
  @inlinable
  static func walk(
    from old: Node, to new: Node, oldOffset: Int = 0, newOffset: Int = 0, _ body: (Step) -> Void
  ) {
    if old === new { return }
    // With equal labels, nothing was inserted, removed or moved, and the children correspond by
    // index.
    guard old.height == new.height, old.labels == new.labels else {
      return walkApart(from: old, to: new, oldOffset: oldOffset, newOffset: newOffset, body)
    }
    if old.isLeaf {
      for place in new.elements.indices {
        body(
          .both(
            old: old.elements[place], new: new.elements[place], oldOffset: oldOffset + place,
            offset: newOffset + place))
      }
      return
    }
    var offsets = (oldOffset, newOffset)
    old.children.withUnsafeBufferPointer { before in
      new.children.withUnsafeBufferPointer { after in
        for place in after.indices {
          if before[place] !== after[place] {
            walk(
              from: before[place], to: after[place], oldOffset: offsets.0, newOffset: offsets.1,
              body)
          }
          offsets.0 += before[place].count
          offsets.1 += after[place].count
        }
      }
    }
  }

  /// Walks two trees of different shape.
  @inlinable
  static func walkApart(
    from old: Node, to new: Node, oldOffset: Int, newOffset: Int, _ body: (Step) -> Void
  ) {
    var (left, right) = (Side(old, offset: oldOffset), Side(new, offset: newOffset))
    while true {
      left.dropEmpty()
      right.dropEmpty()
      guard let first = left.nodes.last else { break }
      guard let second = right.nodes.last else { break }
      if first === second, left.place == 0, right.place == 0 {
        left.skip()
        right.skip()
        continue
      }
      // Opens the higher node first, so that a shared node becomes the next one in both trees at
      // once.
      if !first.isLeaf, first.height >= second.height {
        left.open()
        continue
      }
      if !second.isLeaf {
        right.open()
        continue
      }
      let (oldLabel, newLabel) = (first.labels[left.place], second.labels[right.place])
      if oldLabel == newLabel {
        if let old = left.take(), let new = right.take() {
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
  static func drain(_ side: inout Side, _ body: (Element, Int) -> Void) {
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
