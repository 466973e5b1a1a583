extension IdentifiedList {
  /// Adds an element at the end, unless one with its id is there: that one stays, unchanged, where
  /// it is.
  /// - Returns: Whether it was added, and where the element with this id is now.
  /// - Complexity: O(log *n*)
  @inlinable
  @discardableResult
  public mutating func append(_ element: Element) -> (inserted: Bool, index: Int) {
    insert(element, at: count)
  }

  /// Adds an element at an offset, unless one with its id is there: that one stays, unchanged,
  /// where it is.
  /// - Parameter offset: From 0 to `count`.
  /// - Returns: Whether it was added, and where the element with this id is now.
  /// - Complexity: O(log *n*) as a rule, and on average of many at one place: as there is no room left,
  ///   the elements around it are labelled anew, the more the longer that has been going on.
  @inlinable
  @discardableResult
  public mutating func insert(_ element: Element, at offset: Int) -> (inserted: Bool, index: Int) {
    if let offset = index(id: element.id) { return (false, offset) }
    if offset < 0 || offset > count { Self.stopOutOfRange(offset, count) }
    insert(element, labelled: newLabel(at: offset), at: offset)
    return (true, offset)
  }

  /// - Parameter label: Between those of its neighbours.
  @inlinable
  mutating func insert(_ element: Element, labelled label: Int, at offset: Int) {
    labels.set(label, for: element.id)
    if let next = ListNode.insert(element, label, at: offset, in: &root) {
      root = ListNode(children: [root, next])
    }
  }

  /// Puts an element in the place of the one that has its id, or adds it at the end.
  /// - Returns: The element that was there, or nil.
  /// - Complexity: O(log *n*)
  @inlinable
  @discardableResult
  public mutating func updateOrAppend(_ element: Element) -> Element? {
    guard let label = labels[element.id] else {
      append(element)
      return nil
    }
    return ListNode.withOwnLeaf(&root, of: label) { leaf, place in
      let old = leaf.elements[place]
      leaf.elements[place] = element
      return old
    }
  }

  /// Removes the element with an id, if there is one.
  /// - Returns: The element.
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
  /// - Returns: The element.
  /// - Complexity: O(log *n*)
  @inlinable
  @discardableResult
  public mutating func remove(at offset: Int) -> Element {
    let element = self[offset]
    remove(id: element.id)
    return element
  }

  /// Removes the elements that a condition holds for; without one, nothing is copied.
  /// - Complexity: O(*n*)
  @inlinable
  public mutating func removeAll(where condition: (Element) throws -> Bool) rethrows {
    var removed: [Element.ID] = []
    for element in self where try condition(element) { removed.append(element.id) }
    removeAll(withIDs: removed)
  }

  /// Removes all elements.
  public mutating func removeAll() { self = IdentifiedList() }

  /// Moves an element to another place.
  /// - Parameters:
  ///   - source: The offset of the element.
  ///   - target: Its offset afterwards.
  /// - Complexity: O(log *n*)
  @inlinable
  public mutating func move(from source: Int, to target: Int) {
    if source == target { return }
    insert(remove(at: source), at: target)
  }

  /// Exchanges the places of two elements.
  /// - Complexity: O(log *n*)
  @inlinable
  public mutating func swapAt(_ first: Int, _ second: Int) {
    if first == second { return }
    let (low, high) = (Swift.min(first, second), Swift.max(first, second))
    move(from: low, to: high)
    move(from: high - 1, to: low)
  }

  /// Puts the elements in order. Equal ones keep theirs.
  /// - Parameter areInIncreasingOrder: Whether the first of two elements comes first.
  /// - Complexity: O(*n* log *n*)
  @inlinable
  public mutating func sort(
    by areInIncreasingOrder: (Element, Element) throws -> Bool
  ) rethrows {
    self = IdentifiedList(try sorted(by: areInIncreasingOrder))
  }

  /// Changes every element in place. An element's id must not change: that is a programmer's error.
  /// - Complexity: O(*n*)
  @inlinable
  public mutating func modifyAll(_ change: (inout Element) throws -> Void) rethrows {
    try Self.modifyAll(&root, change)
  }

  @inlinable
  static func modifyAll(
    _ node: inout ListNode<Element>, _ change: (inout Element) throws -> Void
  ) rethrows {
    ListNode.own(&node)
    for place in node.elements.indices {
      let id = node.elements[place].id
      // Also where the change throws: what it has done by then stays.
      defer { check(node.elements[place], has: id) }
      try change(&node.elements[place])
    }
    for place in node.children.indices { try modifyAll(&node.children[place], change) }
  }

  @usableFromInline
  static func stopOutOfRange(_ offset: Int, _ count: Int) -> Never {
    programmerError("Offset \(offset) of an IdentifiedList of \(count) elements is out of range.")
  }
}
