/// A node of the tree that stores the elements of an `IdentifiedList`.
///
/// The tree is a B-tree in the order of labels. An element receives a label between those of its
/// neighbours when it is inserted, so that it is found without its offset. Lists share nodes, and a
/// list copies a shared node before it changes the node. A copied node shares its arrays with the
/// original until one of the two changes.
///
/// Swift's exclusivity checks are off for the properties, because a list changes a node only while
/// it has the only reference to the node, and the caller then has exclusive access to the list.
@usableFromInline
final class ListNode<Element> {
  @usableFromInline static var capacity: Int { 64 }
  /// A child below this size is joined with a neighbour, if both fit into one node.
  @usableFromInline static var minimumSize: Int { 16 }

  /// The height above the leaves; 0 for a leaf.
  @usableFromInline let height: Int
  /// The number of elements in the subtree.
  @usableFromInline @exclusivity(unchecked) var count: Int
  /// In a leaf, the labels of the elements; above the leaves, the lowest label of each child.
  @usableFromInline @exclusivity(unchecked) var labels: [Int]
  /// The elements of a leaf; empty above the leaves.
  @usableFromInline @exclusivity(unchecked) var elements: [Element]
  /// The children of a node above the leaves; empty in a leaf.
  @usableFromInline @exclusivity(unchecked) var children: [ListNode]

  /// Makes a leaf.
  @inlinable
  init(labels: [Int], elements: [Element]) {
    height = 0
    count = elements.count
    self.labels = labels
    self.elements = elements
    children = []
  }

  /// Makes a node above at least one child.
  @inlinable
  init(children: [ListNode]) {
    height = (children.first?.height ?? 0) + 1
    count = children.reduce(0) { $0 + $1.count }
    labels = children.map(\.lowest)
    elements = []
    self.children = children
  }

  /// Makes a copy that shares its arrays with the original.
  @inlinable
  init(copying node: ListNode) {
    height = node.height
    count = node.count
    labels = node.labels
    elements = node.elements
    children = node.children
  }

  @inlinable var isLeaf: Bool { height == 0 }
  @inlinable var lowest: Int { labels.first ?? 0 }
  /// The number of elements or children in this node itself.
  @inlinable var size: Int { labels.count }

  /// Returns the index of the last label that is not above the given one, or -1: in a leaf, the
  /// index of the element with this label; above the leaves, of the child that contains it.
  @inlinable
  func slot(of label: Int) -> Int {
    labels.withUnsafeBufferPointer { labels in
      var (low, high) = (0, labels.count)
      while low < high {
        let middle = (low &+ high) / 2
        if labels[middle] <= label { low = middle &+ 1 } else { high = middle }
      }
      return low &- 1
    }
  }
}

// Safe: a list changes a node only while it has the only reference to it.
extension ListNode: @unchecked Sendable where Element: Sendable {}

// MARK: Looking

extension ListNode {
  /// Returns the element with the given label, which must be in the tree.
  @inlinable
  func element(labelled label: Int) -> Element {
    var node = self
    while !node.isLeaf { node = node.children[node.slot(of: label)] }
    return node.elements[node.slot(of: label)]
  }

  /// Returns the number of elements before the element with the given label.
  @inlinable
  func offset(of label: Int) -> Int {
    var (node, offset) = (self, 0)
    while !node.isLeaf {
      let slot = node.slot(of: label)
      for index in 0..<slot { offset += node.children[index].count }
      node = node.children[slot]
    }
    return offset + node.slot(of: label)
  }

  /// Returns the number of elements whose labels are at most the given label.
  @inlinable
  func count(upTo label: Int) -> Int {
    var (node, count) = (self, 0)
    while !node.isLeaf {
      let slot = node.slot(of: label)
      if slot < 0 { return count }
      for index in 0..<slot { count += node.children[index].count }
      node = node.children[slot]
    }
    return count + node.slot(of: label) + 1
  }

  /// Returns the leaf that contains an offset, and the index in the leaf.
  @inlinable
  func leaf(at offset: Int) -> (leaf: ListNode, slot: Int) {
    var (node, rest) = (self, offset)
    while !node.isLeaf {
      var slot = 0
      while rest >= node.children[slot].count {
        rest -= node.children[slot].count
        slot += 1
      }
      node = node.children[slot]
    }
    return (node, rest)
  }
}

// MARK: Changing

extension ListNode {
  /// Makes the nodes on the path to a label unique, and calls a body with the leaf.
  @inlinable
  static func withUniqueLeaf<Result>(
    _ node: inout ListNode, of label: Int, _ body: (ListNode, Int) -> Result
  ) -> Result {
    makeUnique(&node)
    let slot = node.slot(of: label)
    if node.isLeaf { return body(node, slot) }
    return withUniqueLeaf(&node.children[slot], of: label, body)
  }

  /// Copies a node if it has other references.
  @inlinable
  static func makeUnique(_ node: inout ListNode) {
    if !isKnownUniquelyReferenced(&node) { node = ListNode(copying: node) }
  }

  /// Inserts an element at an offset.
  /// - Parameter label: A label between the labels of the neighbours.
  /// - Returns: The node to insert after this one, if this one was split.
  @inlinable
  static func insert(
    _ element: Element, _ label: Int, at offset: Int, in node: inout ListNode
  ) -> ListNode? {
    makeUnique(&node)
    node.count += 1
    if node.isLeaf {
      node.labels.insert(label, at: offset)
      node.elements.insert(element, at: offset)
    } else {
      var (slot, rest) = (0, offset)
      // Between two children, the element goes to the end of the first.
      while rest > node.children[slot].count {
        rest -= node.children[slot].count
        slot += 1
      }
      let next = insert(element, label, at: rest, in: &node.children[slot])
      node.labels[slot] = node.children[slot].lowest
      if let next {
        node.children.insert(next, at: slot + 1)
        node.labels.insert(next.lowest, at: slot + 1)
      }
    }
    return node.size > capacity ? node.splitOff(at: offset) : nil
  }

  /// Moves the second half into a new node, and returns the new node.
  /// - Parameter offset: The offset of the insertion. At the end, where lists usually grow, this
  ///   node keeps nearly everything.
  @inlinable
  func splitOff(at offset: Int) -> ListNode {
    let cut = offset >= count - 1 ? size - 2 : size / 2
    let next: ListNode
    if isLeaf {
      next = ListNode(labels: Array(labels[cut...]), elements: Array(elements[cut...]))
      elements.removeSubrange(cut...)
    } else {
      next = ListNode(children: Array(children[cut...]))
      children.removeSubrange(cut...)
    }
    labels.removeSubrange(cut...)
    count -= next.count
    return next
  }

  /// Removes the element with the given label.
  /// - Parameter isTaken: Whether the element was already removed from its leaf, so that only its
  ///   label remains.
  @inlinable
  @discardableResult
  static func remove(
    _ label: Int, from node: inout ListNode, isTaken: Bool = false
  ) -> Element? {
    makeUnique(&node)
    node.count -= 1
    let slot = node.slot(of: label)
    if node.isLeaf {
      node.labels.remove(at: slot)
      return isTaken ? nil : node.elements.remove(at: slot)
    }
    let element = remove(label, from: &node.children[slot], isTaken: isTaken)
    if node.children[slot].size == 0 {
      node.children.remove(at: slot)
      node.labels.remove(at: slot)
    } else {
      node.labels[slot] = node.children[slot].lowest
      if node.children[slot].size < minimumSize { node.joinUndersized(at: slot) }
    }
    return element
  }

  /// Joins a small child with a neighbour, if both fit into one node.
  @inlinable
  func joinUndersized(at slot: Int) {
    let first = slot > 0 ? slot - 1 : slot
    guard first + 1 < children.count,
      children[first].size + children[first + 1].size <= ListNode.capacity
    else { return }
    let next = children.remove(at: first + 1)
    labels.remove(at: first + 1)
    ListNode.makeUnique(&children[first])
    children[first].append(contentsOf: next)
  }

  @inlinable
  func append(contentsOf next: ListNode) {
    labels += next.labels
    elements += next.elements
    children += next.children
    count += next.count
  }
}

// MARK: Building

extension ListNode {
  /// Makes a tree of elements. Their labels must be in ascending order.
  /// - Complexity: O(*n*)
  @inlinable
  static func tree(of elements: [Element], labels: [Int]) -> ListNode {
    // The nodes are not full, so that the first insertions do not split nodes.
    let step = capacity * 3 / 4
    var level = stride(from: 0, to: max(elements.count, 1), by: step).map { start in
      let end = min(start + step, elements.count)
      return ListNode(labels: Array(labels[start..<end]), elements: Array(elements[start..<end]))
    }
    while level.count > 1 {
      level = stride(from: 0, to: level.count, by: step).map { start in
        ListNode(children: Array(level[start..<min(start + step, level.count)]))
      }
    }
    return level[0]
  }
}
