// The methods of `MutableCollection` and `RangeReplaceableCollection` that are possible for a list
// with unique ids. `IdentifiedList` explains why it conforms to neither.

// MARK: Adding

extension IdentifiedList {
  /// Adds the elements of a sequence at the end, in their order, except elements whose id the list
  /// already has. Of elements with the same id, the first one stays unchanged.
  /// - Returns: The number of added elements.
  /// - Complexity: O(*m* log *n*) in the number *m* of new elements usually, and never more than
  ///   O(*m* + *n*).
  @inlinable
  @discardableResult
  public mutating func append(contentsOf elements: some Sequence<Element>) -> Int {
    insert(contentsOf: elements, at: count)
  }

  /// Adds the elements of a sequence at an offset, in their order, except elements whose id the
  /// list already has. Of elements with the same id, the first one stays unchanged in its position.
  /// - Parameters:
  ///   - elements: The elements to add.
  ///   - offset: The offset of the first added element. From 0 to `count`.
  /// - Returns: The number of added elements.
  /// - Complexity: O(*m* log *n*) in the number *m* of new elements usually, and never more than
  ///   O(*m* + *n*).
  @inlinable
  @discardableResult
  public mutating func insert(contentsOf elements: some Sequence<Element>, at offset: Int) -> Int {
    if offset < 0 || offset > count { Self.stopOutOfRange(offset, count) }
    var ids: Set<Element.ID> = []
    let new = elements.filter { !contains(id: $0.id) && ids.insert($0.id).inserted }
    // Single insertions keep the existing storage shared; a rebuild is faster for many elements.
    if new.count <= count / 8 {
      let labels = newLabels(new.count, at: offset)
      for (index, element) in new.enumerated() {
        let label =
          labels.map { $0.first &+ index &* $0.step } ?? newLabel(at: offset + index)
        insert(element, labelled: label, at: offset + index)
      }
    } else if !new.isEmpty {
      let old = Array(self)
      self = IdentifiedList([Array(old[..<offset]), new, Array(old[offset...])].joined())
    }
    return new.count
  }

  /// Returns the elements of this list, followed by the elements of a sequence whose ids are new.
  /// - Complexity: Like `append(contentsOf:)`.
  @inlinable
  public static func + (list: Self, elements: some Sequence<Element>) -> Self {
    var result = list
    result.append(contentsOf: elements)
    return result
  }

  /// Adds the elements of a sequence, like `append(contentsOf:)`.
  @inlinable
  public static func += (list: inout Self, elements: some Sequence<Element>) {
    list.append(contentsOf: elements)
  }
}

// MARK: Removing

extension IdentifiedList {
  /// Removes the first element. For an empty list this is a programmer's error.
  /// - Complexity: O(log *n*)
  @inlinable
  @discardableResult
  public mutating func removeFirst() -> Element { remove(at: 0) }

  /// Removes the last element. For an empty list this is a programmer's error.
  /// - Complexity: O(log *n*)
  @inlinable
  @discardableResult
  public mutating func removeLast() -> Element { remove(at: count - 1) }

  /// Removes the first elements. A negative number, or one above `count`, is a programmer's error.
  /// - Complexity: Like `removeSubrange(_:)`.
  @inlinable
  public mutating func removeFirst(_ number: Int) {
    if number < 0 || number > count { Self.stopOutOfRange(number, count) }
    removeSubrange(0..<number)
  }

  /// Removes the last elements. A negative number, or one above `count`, is a programmer's error.
  /// - Complexity: Like `removeSubrange(_:)`.
  @inlinable
  public mutating func removeLast(_ number: Int) {
    if number < 0 || number > count { Self.stopOutOfRange(number, count) }
    removeSubrange((count - number)...)
  }

  /// Removes the first element, if there is one.
  /// - Complexity: O(log *n*)
  @inlinable
  @discardableResult
  public mutating func popFirst() -> Element? { isEmpty ? nil : removeFirst() }

  /// Removes the last element, if there is one.
  /// - Complexity: O(log *n*)
  @inlinable
  @discardableResult
  public mutating func popLast() -> Element? { isEmpty ? nil : removeLast() }

  /// Removes the elements at a range of offsets, such as `2..<5` or `7...`.
  /// - Complexity: O(*m* log *n*) in the number *m* of removed elements, and never more than
  ///   O(*n*).
  @inlinable
  public mutating func removeSubrange(_ offsets: some RangeExpression<Int>) {
    let range = offsets.relative(to: self)
    if range.lowerBound < 0 { Self.stopOutOfRange(range.lowerBound, count) }
    if range.upperBound > count { Self.stopOutOfRange(range.upperBound, count) }
    removeAll(withIDs: self[range].map(\.id))
  }

  /// Replaces the elements at a range of offsets by the elements of a sequence.
  ///
  /// It first removes the elements of the range, so an element that is in the range and in the
  /// sequence is replaced. It omits an element of the sequence whose id exists elsewhere in the
  /// list; the existing element stays unchanged.
  /// - Returns: The number of added elements.
  /// - Complexity: O(*m* log *n*) in the number *m* of removed and added elements.
  @inlinable
  @discardableResult
  public mutating func replaceSubrange(
    _ offsets: some RangeExpression<Int>, with elements: some Sequence<Element>
  ) -> Int {
    let range = offsets.relative(to: self)
    // The sequence may be a part of this list.
    let new = Array(elements)
    removeSubrange(range)
    return insert(contentsOf: new, at: range.lowerBound)
  }

  /// Removes the elements with the given ids.
  @inlinable
  mutating func removeAll(withIDs ids: [Element.ID]) {
    // Single removals keep the remaining storage shared; a rebuild is faster for many elements.
    if ids.count <= count / 8 {
      for id in ids { remove(id: id) }
    } else if !ids.isEmpty {
      let ids = Set(ids)
      self = filter { !ids.contains($0.id) }
    }
  }
}

// MARK: Choosing and ordering

extension IdentifiedList {
  /// Returns a list of the elements that satisfy a condition, in their order.
  /// - Complexity: O(*n*)
  @inlinable
  public func filter(_ isIncluded: (Element) throws -> Bool) rethrows -> IdentifiedList {
    var kept: [Element] = []
    for element in self where try isIncluded(element) { kept.append(element) }
    return kept.count == count ? self : IdentifiedList(kept)
  }

  /// Reverses the order.
  /// - Complexity: O(*n*)
  @inlinable
  public mutating func reverse() { self = IdentifiedList(Array(self).reversed()) }

  /// Shuffles the elements.
  /// - Complexity: O(*n*)
  @inlinable
  public mutating func shuffle() {
    var generator = SystemRandomNumberGenerator()
    shuffle(using: &generator)
  }

  /// Shuffles the elements into the same order as `Array.shuffle(using:)`.
  /// - Parameter generator: The random number generator.
  /// - Complexity: O(*n*)
  @inlinable
  public mutating func shuffle(using generator: inout some RandomNumberGenerator) {
    self = IdentifiedList(shuffled(using: &generator))
  }

  /// Moves the elements that satisfy a condition behind the others. Both parts keep their order,
  /// which `Array` does not promise.
  /// - Returns: The offset of the first element that satisfies the condition; `count` if none does.
  /// - Complexity: O(*n*)
  @inlinable
  @discardableResult
  public mutating func partition(
    by belongsInSecondPart: (Element) throws -> Bool
  ) rethrows -> Int {
    var first: [Element] = []
    var second: [Element] = []
    for element in self {
      if try belongsInSecondPart(element) { second.append(element) } else { first.append(element) }
    }
    if !first.isEmpty, !second.isEmpty { self = IdentifiedList(first + second) }
    return first.count
  }
}

extension IdentifiedList where Element: Comparable {
  /// Sorts the elements in ascending order. The sort is stable.
  /// - Complexity: O(*n* log *n*)
  @inlinable
  public mutating func sort() { sort(by: <) }
}
