/// A node of the tree that holds the elements of an `IdentifiedList`.
///
/// A B-tree in the order of labels: numbers that elements are given when they come, each between those
/// of its neighbours, so that an element is found without knowing its offset. Nodes are shared between
/// lists, and copied when one of the lists changes them; their arrays are shared in turn, until they
/// are changed.
@usableFromInline
final class ListNode<Element> {
  @usableFromInline static var capacity: Int { 64 }
  /// Nodes below this size are joined with a neighbour, if that has room.
  @usableFromInline static var small: Int { 16 }

  /// How far above the leaves; 0 for a leaf.
  @usableFromInline let height: Int
  /// Of the elements below.
  @usableFromInline var count: Int
  /// In a leaf, of the elements; else the lowest of each child.
  @usableFromInline var labels: [Int]
  /// In a leaf.
  @usableFromInline var elements: [Element]
  /// In all other nodes.
  @usableFromInline var children: [ListNode]

  /// Makes a leaf.
  @inlinable
  init(labels: [Int], elements: [Element]) {
    height = 0
    count = elements.count
    self.labels = labels
    self.elements = elements
    children = []
  }

  /// Makes a node above others, at least one.
  @inlinable
  init(children: [ListNode]) {
    height = (children.first?.height ?? 0) + 1
    count = children.reduce(0) { $0 + $1.count }
    labels = children.map(\.lowest)
    elements = []
    self.children = children
  }

  /// A copy that shares its arrays with the original.
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
  /// How many elements or children it holds itself.
  @inlinable var size: Int { labels.count }

  /// The place of a label in a leaf, or of the child that holds it.
  @inlinable
  func place(of label: Int) -> Int {
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

// Safe: a node is only changed by a list that holds it alone.
extension ListNode: @unchecked Sendable where Element: Sendable {}

// MARK: Looking

extension ListNode {
  /// The element that has a label, which is in the tree.
  @inlinable
  func element(labelled label: Int) -> Element {
    var node = self
    while !node.isLeaf { node = node.children[node.place(of: label)] }
    return node.elements[node.place(of: label)]
  }

  /// How many elements come before the one that has a label.
  @inlinable
  func offset(of label: Int) -> Int {
    var (node, offset) = (self, 0)
    while !node.isLeaf {
      let place = node.place(of: label)
      for index in 0..<place { offset += node.children[index].count }
      node = node.children[place]
    }
    return offset + node.place(of: label)
  }

  /// How many elements have a label that is not above this one.
  @inlinable
  func count(upTo label: Int) -> Int {
    var (node, count) = (self, 0)
    while !node.isLeaf {
      let place = node.place(of: label)
      if place < 0 { return count }
      for index in 0..<place { count += node.children[index].count }
      node = node.children[place]
    }
    return count + node.place(of: label) + 1
  }

  /// The leaf that holds an offset, and the place in it.
  @inlinable
  func leaf(at offset: Int) -> (leaf: ListNode, place: Int) {
    var (node, rest) = (self, offset)
    while !node.isLeaf {
      var place = 0
      while rest >= node.children[place].count {
        rest -= node.children[place].count
        place += 1
      }
      node = node.children[place]
    }
    return (node, rest)
  }
}

// MARK: Changing

extension ListNode {
  /// Makes a node the caller's own, along the way to a label, and gives the leaf to a body.
  @inlinable
  static func withOwnLeaf<Result>(
    _ node: inout ListNode, of label: Int, _ body: (ListNode, Int) -> Result
  ) -> Result {
    own(&node)
    let place = node.place(of: label)
    if node.isLeaf { return body(node, place) }
    return withOwnLeaf(&node.children[place], of: label, body)
  }

  /// Copies a node if anybody else holds it.
  @inlinable
  static func own(_ node: inout ListNode) {
    if !isKnownUniquelyReferenced(&node) { node = ListNode(copying: node) }
  }

  /// Inserts an element at an offset.
  /// - Parameter label: Between those of its neighbours.
  /// - Returns: What did not fit: the node that follows this one.
  @inlinable
  static func insert(
    _ element: Element, _ label: Int, at offset: Int, in node: inout ListNode
  ) -> ListNode? {
    own(&node)
    node.count += 1
    if node.isLeaf {
      node.labels.insert(label, at: offset)
      node.elements.insert(element, at: offset)
    } else {
      var (place, rest) = (0, offset)
      // At the seam of two children, at the end of the first.
      while rest > node.children[place].count {
        rest -= node.children[place].count
        place += 1
      }
      let next = insert(element, label, at: rest, in: &node.children[place])
      node.labels[place] = node.children[place].lowest
      if let next {
        node.children.insert(next, at: place + 1)
        node.labels.insert(next.lowest, at: place + 1)
      }
    }
    return node.size > capacity ? node.splitOff(at: offset) : nil
  }

  /// Gives its second half away.
  /// - Parameter offset: Where it has grown: at its end, where lists grow as a rule, it keeps most.
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

  /// Removes the element that has a label.
  /// - Parameter isTaken: It is no longer in its leaf; only its label is.
  @inlinable
  @discardableResult
  static func remove(
    _ label: Int, from node: inout ListNode, isTaken: Bool = false
  ) -> Element? {
    own(&node)
    node.count -= 1
    let place = node.place(of: label)
    if node.isLeaf {
      node.labels.remove(at: place)
      return isTaken ? nil : node.elements.remove(at: place)
    }
    let element = remove(label, from: &node.children[place], isTaken: isTaken)
    if node.children[place].size == 0 {
      node.children.remove(at: place)
      node.labels.remove(at: place)
    } else {
      node.labels[place] = node.children[place].lowest
      if node.children[place].size < small { node.joinSmall(at: place) }
    }
    return element
  }

  /// Joins a small child with a neighbour, if one of them has room.
  @inlinable
  func joinSmall(at place: Int) {
    let first = place > 0 ? place - 1 : place
    guard first + 1 < children.count,
      children[first].size + children[first + 1].size <= ListNode.capacity
    else { return }
    let next = children.remove(at: first + 1)
    labels.remove(at: first + 1)
    ListNode.own(&children[first])
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
  /// A tree of elements in order, with room between their labels.
  /// - Complexity: O(*n*)
  @inlinable
  static func tree(of elements: [Element], labels: [Int]) -> ListNode {
    // Not full, so that the first insertions need not split.
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
