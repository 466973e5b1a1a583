// What `MutableCollection` and `RangeReplaceableCollection` would give, as far as a list with unique
// ids can; `IdentifiedList` says why it conforms to neither.

// MARK: Adding

extension IdentifiedList {
  /// Adds the elements of a sequence at the end, in their order, but those whose id is there: of
  /// elements with the same id the one that was first stays, unchanged.
  /// - Returns: How many were added.
  /// - Complexity: O(*m* log *n*) in the number *m* of new elements as a rule, and never more than
  ///   O(*m* + *n*).
  @inlinable
  @discardableResult
  public mutating func append(contentsOf elements: some Sequence<Element>) -> Int {
    insert(contentsOf: elements, at: count)
  }

  /// Adds the elements of a sequence at an offset, in their order, but those whose id is there: of
  /// elements with the same id the one that was first stays, unchanged, where it is.
  /// - Parameter offset: Where the first of them is then. From 0 to `count`.
  /// - Returns: How many were added.
  /// - Complexity: O(*m* log *n*) in the number *m* of new elements as a rule, and never more than
  ///   O(*m* + *n*).
  @inlinable
  @discardableResult
  public mutating func insert(contentsOf elements: some Sequence<Element>, at offset: Int) -> Int {
    if offset < 0 || offset > count { Self.stopOutOfRange(offset, count) }
    var ids: Set<Element.ID> = []
    let new = elements.filter { !contains(id: $0.id) && ids.insert($0.id).inserted }
    // One by one what is there is shared as it was; all at once is quicker for many.
    if new.count <= count / 8 {
      let labels = newLabels(new.count, at: offset)
      for (place, element) in new.enumerated() {
        let label =
          labels.map { $0.first &+ place &* $0.step } ?? newLabel(at: offset + place)
        insert(element, labelled: label, at: offset + place)
      }
    } else if !new.isEmpty {
      let old = Array(self)
      self = IdentifiedList([Array(old[..<offset]), new, Array(old[offset...])].joined())
    }
    return new.count
  }

  /// The elements of this list, and those of a sequence after them whose id is not there.
  /// - Complexity: As that of `append(contentsOf:)`.
  @inlinable
  public static func + (list: Self, elements: some Sequence<Element>) -> Self {
    var result = list
    result.append(contentsOf: elements)
    return result
  }

  /// Adds the elements of a sequence, as `append(contentsOf:)` does.
  @inlinable
  public static func += (list: inout Self, elements: some Sequence<Element>) {
    list.append(contentsOf: elements)
  }
}

// MARK: Removing

extension IdentifiedList {
  /// Removes the first element; without one it is a programmer's error.
  /// - Complexity: O(log *n*)
  @inlinable
  @discardableResult
  public mutating func removeFirst() -> Element { remove(at: 0) }

  /// Removes the last element; without one it is a programmer's error.
  /// - Complexity: O(log *n*)
  @inlinable
  @discardableResult
  public mutating func removeLast() -> Element { remove(at: count - 1) }

  /// Removes the first elements. More than there are is a programmer's error.
  /// - Complexity: As that of `removeSubrange(_:)`.
  @inlinable
  public mutating func removeFirst(_ number: Int) {
    if number < 0 || number > count { Self.stopOutOfRange(number, count) }
    removeSubrange(0..<number)
  }

  /// Removes the last elements. More than there are is a programmer's error.
  /// - Complexity: As that of `removeSubrange(_:)`.
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
  /// - Complexity: O(*m* log *n*) in the number *m* of them, and never more than O(*n*).
  @inlinable
  public mutating func removeSubrange(_ offsets: some RangeExpression<Int>) {
    let range = offsets.relative(to: self)
    if range.lowerBound < 0 { Self.stopOutOfRange(range.lowerBound, count) }
    if range.upperBound > count { Self.stopOutOfRange(range.upperBound, count) }
    removeAll(withIDs: self[range].map(\.id))
  }

  /// Puts the elements of a sequence in the place of those at a range of offsets.
  ///
  /// Those of the range are removed first, so that one which is in both is replaced. One whose id
  /// is elsewhere in the list is left out: that one stays, unchanged, where it is.
  /// - Returns: How many were added.
  /// - Complexity: O(*m* log *n*) in the number *m* of elements that go and come.
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

  /// Removes elements that are there.
  @inlinable
  mutating func removeAll(withIDs ids: [Element.ID]) {
    // One by one what is left is shared as it was; all at once is quicker for many.
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
  /// A list of the elements that a condition holds for, in their order.
  /// - Complexity: O(*n*)
  @inlinable
  public func filter(_ isIncluded: (Element) throws -> Bool) rethrows -> IdentifiedList {
    var kept: [Element] = []
    for element in self where try isIncluded(element) { kept.append(element) }
    return kept.count == count ? self : IdentifiedList(kept)
  }

  /// Turns the order around.
  /// - Complexity: O(*n*)
  @inlinable
  public mutating func reverse() { self = IdentifiedList(Array(self).reversed()) }

  /// Puts the elements in a random order.
  /// - Complexity: O(*n*)
  @inlinable
  public mutating func shuffle() {
    var generator = SystemRandomNumberGenerator()
    shuffle(using: &generator)
  }

  /// Puts the elements in a random order, the one into which `Array` would put them.
  /// - Parameter generator: Gives the numbers.
  /// - Complexity: O(*n*)
  @inlinable
  public mutating func shuffle(using generator: inout some RandomNumberGenerator) {
    self = IdentifiedList(shuffled(using: &generator))
  }

  /// Puts the elements that a condition holds for behind those that it does not hold for. Both keep
  /// their order, as `Array` does not promise.
  /// - Returns: The offset of the first of those that it holds for; `count` without any.
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
  /// Puts the elements in ascending order. Equal ones keep theirs.
  /// - Complexity: O(*n* log *n*)
  @inlinable
  public mutating func sort() { sort(by: <) }
}
