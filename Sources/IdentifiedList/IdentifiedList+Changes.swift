extension IdentifiedList {
  /// Adds an element at the end. If the list already has an element with the same id, the list does
  /// not change.
  /// - Returns: Whether the element was added, and the offset of the element with this id.
  /// - Complexity: O(log *n*)
  @inlinable
  @discardableResult
  public mutating func append(_ element: Element) -> (inserted: Bool, index: Int) {
    insert(element, at: count)
  }

  /// Adds an element at an offset. If the list already has an element with the same id, the list
  /// does not change.
  /// - Parameters:
  ///   - element: The element to add.
  ///   - offset: From 0 to `count`.
  /// - Returns: Whether the element was added, and the offset of the element with this id.
  /// - Complexity: O(log *n*) on average, also over many insertions at one offset. A single
  ///   insertion may take longer: when no label is free at the offset, the elements around it
  ///   receive new labels.
  @inlinable
  @discardableResult
  public mutating func insert(_ element: Element, at offset: Int) -> (inserted: Bool, index: Int) {
    if let offset = index(id: element.id) { return (false, offset) }
    if offset < 0 || offset > count { Self.stopOutOfRange(offset, count) }
    insert(element, labelled: newLabel(at: offset), at: offset)
    return (true, offset)
  }

  /// - Parameter label: A label between the labels of the neighbours.
  @inlinable
  mutating func insert(_ element: Element, labelled label: Int, at offset: Int) {
    labels.set(label, for: element.id)
    if let next = ListNode.insert(element, label, at: offset, in: &root) {
      root = ListNode(children: [root, next])
    }
  }

  /// Replaces the element with the same id. If there is none, adds the element at the end.
  /// - Returns: The replaced element; nil if the element was added.
  /// - Complexity: O(log *n*)
  @inlinable
  @discardableResult
  public mutating func updateOrAppend(_ element: Element) -> Element? {
    guard let label = labels[element.id] else {
      append(element)
      return nil
    }
    return ListNode.withUniqueLeaf(&root, of: label) { leaf, index in
      let old = leaf.elements[index]
      leaf.elements[index] = element
      return old
    }
  }

  /// Removes the element with the given id, if there is one.
  /// - Returns: The removed element; nil if there was none.
  /// - Complexity: O(log *n*)
  @inlinable
  @discardableResult
  public mutating func remove(id: Element.ID) -> Element? {
    guard let label = labels.set(nil, for: id) else { return nil }
    let element = ListNode.remove(label, from: &root)
    collapse()
    return element
  }

  /// Removes the element at an offset.
  /// - Returns: The removed element.
  /// - Complexity: O(log *n*)
  @inlinable
  @discardableResult
  public mutating func remove(at offset: Int) -> Element {
    let element = self[offset]
    remove(id: element.id)
    return element
  }

  /// Removes the elements that satisfy a condition. If none does, nothing is copied.
  /// - Complexity: O(*n*)
  @inlinable
  public mutating func removeAll(where condition: (Element) throws -> Bool) rethrows {
    var removed: [Element.ID] = []
    for element in self where try condition(element) { removed.append(element.id) }
    removeAll(withIDs: removed)
  }

  /// Removes all elements.
  public mutating func removeAll() { self = IdentifiedList() }

  /// Moves an element to another offset.
  /// - Parameters:
  ///   - source: The offset of the element.
  ///   - target: The offset of the element afterwards.
  /// - Complexity: O(log *n*)
  @inlinable
  public mutating func move(from source: Int, to target: Int) {
    if source == target { return }
    insert(remove(at: source), at: target)
  }

  /// Swaps two elements.
  /// - Complexity: O(log *n*)
  @inlinable
  public mutating func swapAt(_ first: Int, _ second: Int) {
    if first == second { return }
    let (low, high) = (Swift.min(first, second), Swift.max(first, second))
    move(from: low, to: high)
    move(from: high - 1, to: low)
  }

  /// Sorts the elements. The sort is stable.
  /// - Parameter areInIncreasingOrder: Whether the first of two elements is ordered before the
  ///   second.
  /// - Complexity: O(*n* log *n*)
  @inlinable
  public mutating func sort(
    by areInIncreasingOrder: (Element, Element) throws -> Bool
  ) rethrows {
    self = IdentifiedList(try sorted(by: areInIncreasingOrder))
  }

  /// Changes every element in place. A changed id is a programmer's error.
  /// - Complexity: O(*n*)
  @inlinable
  public mutating func modifyAll(_ change: (inout Element) throws -> Void) rethrows {
    try Self.modifyAll(&root, change)
  }

  @inlinable
  static func modifyAll(
    _ node: inout ListNode<Element>, _ change: (inout Element) throws -> Void
  ) rethrows {
    ListNode.makeUnique(&node)
    for index in node.elements.indices {
      let id = node.elements[index].id
      // Checks the id even if the body throws, because the changes before the error remain.
      defer { check(node.elements[index], has: id) }
      try change(&node.elements[index])
    }
    for index in node.children.indices { try modifyAll(&node.children[index], change) }
  }

  @usableFromInline
  static func stopOutOfRange(_ offset: Int, _ count: Int) -> Never {
    programmerError("Offset \(offset) of an IdentifiedList of \(count) elements is out of range.")
  }
}
