extension IdentifiedList {
  /// Adds an element at the end, unless one with its id is there: that one stays, unchanged, where
  /// it is.
  /// - Returns: Whether it was added, and where the element with this id is now.
  /// - Complexity: O(1) on average.
  @inlinable
  @discardableResult
  public mutating func append(_ element: Element) -> (inserted: Bool, index: Int) {
    insert(element, at: elements.count)
  }

  /// Adds an element at an offset, unless one with its id is there: that one stays, unchanged,
  /// where it is.
  /// - Parameter offset: From 0 to `count`.
  /// - Returns: Whether it was added, and where the element with this id is now.
  /// - Complexity: O(*n*)
  @inlinable
  @discardableResult
  public mutating func insert(_ element: Element, at offset: Int) -> (inserted: Bool, index: Int) {
    if let position = positions[element.id] { return (false, position) }
    elements.insert(element, at: offset)
    renumber(from: offset)
    return (true, offset)
  }

  /// Removes the element with an id, if there is one.
  /// - Returns: The element.
  /// - Complexity: O(*n*)
  @inlinable
  @discardableResult
  public mutating func remove(id: Element.ID) -> Element? {
    guard let position = positions.removeValue(forKey: id) else { return nil }
    let element = elements.remove(at: position)
    renumber(from: position)
    return element
  }

  /// Removes the elements that a condition holds for; without one, nothing is copied.
  /// - Complexity: O(*n*)
  @inlinable
  public mutating func removeAll(where condition: (Element) throws -> Bool) rethrows {
    guard let first = try elements.firstIndex(where: condition) else { return }
    var kept = Array(elements[..<first])
    for element in elements[(first + 1)...] where try !condition(element) { kept.append(element) }
    elements = kept
    positions = [:]
    positions.reserveCapacity(elements.count)
    renumber(from: 0)
  }

  /// Removes all elements.
  public mutating func removeAll() { self = IdentifiedList() }

  /// Moves an element to another place.
  /// - Parameters:
  ///   - source: The offset of the element.
  ///   - target: Its offset afterwards.
  /// - Complexity: O(*d*) in the distance, after O(*n*) when another copy shares the storage.
  @inlinable
  public mutating func move(from source: Int, to target: Int) {
    if source == target { return }
    let element = elements[source]
    let step = source < target ? 1 : -1
    for position in stride(from: source, to: target, by: step) {
      elements[position] = elements[position + step]
    }
    elements[target] = element
    renumber(from: Swift.min(source, target), to: Swift.max(source, target) + 1)
  }

  /// Changes every element in place. An element's id must not change: that is a programmer's error.
  /// - Complexity: O(*n*)
  @inlinable
  public mutating func modifyAll(_ change: (inout Element) throws -> Void) rethrows {
    for position in elements.indices {
      let id = elements[position].id
      try change(&elements[position])
      Self.check(elements[position], has: id)
    }
  }
}
