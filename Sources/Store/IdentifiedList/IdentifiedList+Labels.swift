extension IdentifiedList {
  /// A label for an element that is to stand at an offset.
  @inlinable
  mutating func newLabel(at offset: Int) -> Int {
    let (before, after) = (label(at: offset - 1), label(at: offset))
    switch (before, after) {
    case (nil, nil): return 0
    case (let before?, nil) where before < Int.max - Self.step: return before + Self.step
    case (nil, let after?) where after > Int.min + Self.step: return after - Self.step
    case (let before?, let after?) where Self.gap(before, after) > 1:
      return before &+ Int(bitPattern: Self.gap(before, after) / 2)
    default:
      makeRoom(before: offset)
      return newLabel(at: offset)
    }
  }

  /// Labels for elements that are to stand at an offset, evenly spread, so that there is room
  /// between them as well.
  /// - Returns: Nil if there is no room for so many.
  @inlinable
  func newLabels(_ number: Int, at offset: Int) -> (first: Int, step: Int)? {
    if number == 0 { return (0, 0) }
    let (before, after) = (label(at: offset - 1), label(at: offset))
    if let before, let after {
      // At most half of the gap, which an `Int` holds.
      let step = Int(bitPattern: Self.gap(before, after) / UInt(bitPattern: number + 1))
      return step > 0 ? (before &+ step, step) : nil
    }
    let (reach, isTooFar) = Self.step.multipliedReportingOverflow(by: number)
    if isTooFar { return nil }
    if let before { return before < Int.max - reach ? (before + Self.step, Self.step) : nil }
    if let after { return after > Int.min + reach ? (after - reach, Self.step) : nil }
    return (0, Self.step)
  }

  /// How far one label is below another. More than the largest `Int`, if they are at the two ends of
  /// the numbers.
  @inlinable
  static func gap(_ low: Int, _ high: Int) -> UInt { UInt(bitPattern: high &- low) }

  @inlinable
  func label(at offset: Int) -> Int? {
    guard offset >= 0, offset < count else { return nil }
    let (leaf, place) = root.leaf(at: offset)
    return leaf.labels[place]
  }

  /// Labels the elements of a leaf anew, with all the room up to the next leaf; or all elements, if
  /// that is no room.
  @usableFromInline
  mutating func makeRoom(before offset: Int) {
    guard offset > 0, offset < count, let inside = label(at: offset - 1) else { return labelAnew() }
    let (leaf, place) = root.leaf(at: offset - 1)
    let next = offset - 1 + leaf.size - place
    // The first keeps its label: the nodes above know it.
    let first = leaf.labels[0]
    guard let end = label(at: next) else { return labelAnew() }
    let room = Self.gap(first, end) / UInt(bitPattern: leaf.size)
    if room < 2 { return labelAnew() }
    ListNode.withOwnLeaf(&root, of: inside) { leaf, _ in
      for place in leaf.labels.indices {
        leaf.labels[place] = first &+ place &* Int(bitPattern: room)
      }
    }
    let (own, _) = root.leaf(at: offset - 1)
    for place in own.labels.indices {
      labels.set(own.labels[place], for: own.elements[place].id)
    }
  }

  @usableFromInline
  mutating func labelAnew() { self = IdentifiedList(self) }
}
