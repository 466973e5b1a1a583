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

  /// Labels the elements around a place without room anew: those in the smallest range of labels
  /// around it that is not too full, evenly. At the ends of the numbers all of the list.
  ///
  /// The sizes of ranges are powers of two, and a larger one has to be emptier, so that it has room for
  /// long. This is "tag-range relabeling" (Bender, Cole, Demaine, Farach-Colton and Zito, "Two
  /// simplified algorithms for maintaining order in a list", 2002).
  /// - Complexity: O(log *n*) labels for each insertion, on average.
  @usableFromInline
  mutating func makeRoom(before offset: Int) {
    guard offset > 0, offset < count, let label = label(at: offset - 1) else { return labelAnew() }
    var limit = 1.0
    for bits in 1...63 {
      limit *= Self.fillGrowth
      // There would be no room between the elements.
      if bits < 4 { continue }
      let mask = Int(bitPattern: (UInt(1) << UInt(bits)) - 1)
      let (lowest, highest) = (label & ~mask, label | mask)
      let start = lowest == .min ? 0 : root.count(upTo: lowest - 1)
      let end = root.count(upTo: highest)
      if Double(end - start) > limit { continue }
      let step = Int(bitPattern: (UInt(bitPattern: mask) + 1) / UInt(bitPattern: end - start))
      // In the middle of their shares, so that there is room at both ends, too.
      return Self.relabel(
        start..<end, in: &root, &labels, from: lowest &+ step / 2, step: step)
    }
    labelAnew()
  }

  /// How many times as many elements a range of twice the size may hold. Below 2: the less, the more
  /// room is left, and the fewer elements fit in one place before all have to be labelled anew. This
  /// has room for millions, at some nine labels for each.
  private static var fillGrowth: Double { 4.0 / 3 }

  /// Gives elements of a tree new labels.
  /// - Parameters:
  ///   - range: Their offsets, which are in the tree.
  ///   - labels: Where their labels are known.
  ///   - first: The first of the new labels, which are in order with the others.
  private static func relabel(
    _ range: Range<Int>, in node: inout ListNode<Element>, _ labels: inout LabelMap<Element.ID>,
    from first: Int, step: Int
  ) {
    ListNode.own(&node)
    if node.isLeaf {
      for (number, place) in range.enumerated() {
        node.labels[place] = first &+ number &* step
        labels.set(node.labels[place], for: node.elements[place].id)
      }
      return
    }
    var start = 0
    for place in node.children.indices {
      let end = start + node.children[place].count
      let part = range.clamped(to: start..<end)
      if !part.isEmpty {
        relabel(
          part.lowerBound - start..<part.upperBound - start, in: &node.children[place], &labels,
          from: first &+ (part.lowerBound - range.lowerBound) &* step, step: step)
        node.labels[place] = node.children[place].lowest
      }
      start = end
    }
  }

  @usableFromInline
  mutating func labelAnew() { self = IdentifiedList(self) }
}
