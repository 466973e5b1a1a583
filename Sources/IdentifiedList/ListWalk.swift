/// Two trees side by side: what one of them has and the other has not, in time that follows the
/// difference.
///
/// A node that both trees hold is passed over with all that is below it. Otherwise the higher node is
/// taken apart, and leaves are compared label by label. Nodes of one tree cover ranges of labels that
/// do not meet, so what lies wholly before the other tree's next node is in one tree alone.
@usableFromInline
struct ListWalk<Element> {
  @usableFromInline typealias Node = ListNode<Element>

  /// What the walk finds, in the order of labels.
  @usableFromInline
  enum Step {
    case old(Element, offset: Int)
    case new(Element, offset: Int)
    /// The same label, in leaves that are not shared.
    case both(old: Element, new: Element, oldOffset: Int, offset: Int)
  }

  /// A tree that is walked.
  @usableFromInline
  struct Side {
    /// What is still to come, the next one last.
    @usableFromInline var nodes: [Node]
    /// The place in the next node, if that is a leaf that has been begun.
    @usableFromInline var place = 0
    /// How many elements have been passed.
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

    /// Takes the next node apart.
    @inlinable
    mutating func open() {
      guard let node = nodes.popLast() else { return }
      nodes.append(contentsOf: node.children.reversed())
    }

    /// Takes the next element of a leaf.
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
  ///   - oldOffset: How many elements come before the old one.
  ///   - newOffset: How many elements come before the new one.
  @inlinable
  static func walk(
    from old: Node, to new: Node, oldOffset: Int = 0, newOffset: Int = 0, _ body: (Step) -> Void
  ) {
    if old === new { return }
    // The same labels: nothing has come, gone or moved, and children stand opposite each other.
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
      // The higher one is opened first, so that what both share comes up on both sides at once.
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
