extension IdentifiedList {
  /// Returns a label for an element to insert at an offset.
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

  /// Returns labels for elements to insert at an offset. They are evenly spaced, so that labels
  /// between them stay free if possible.
  /// - Returns: Nil if not enough labels are free.
  @inlinable
  func newLabels(_ number: Int, at offset: Int) -> (first: Int, step: Int)? {
    if number == 0 { return (0, 0) }
    let (before, after) = (label(at: offset - 1), label(at: offset))
    if let before, let after {
      // The step is at most half of the gap, which fits an `Int`.
      let step = Int(bitPattern: Self.gap(before, after) / UInt(bitPattern: number + 1))
      return step > 0 ? (before &+ step, step) : nil
    }
    let (reach, isTooFar) = Self.step.multipliedReportingOverflow(by: number)
    if isTooFar { return nil }
    if let before { return before < Int.max - reach ? (before + Self.step, Self.step) : nil }
    if let after { return after > Int.min + reach ? (after - reach, Self.step) : nil }
    return (0, Self.step)
  }

  /// Returns the distance from a lower label to a higher one. It may exceed the largest `Int`.
  @inlinable
  static func gap(_ low: Int, _ high: Int) -> UInt { UInt(bitPattern: high &- low) }

  @inlinable
  func label(at offset: Int) -> Int? {
    guard offset >= 0, offset < count else { return nil }
    let (leaf, index) = root.leaf(at: offset)
    return leaf.labels[index]
  }

  /// Gives new labels to the elements around an offset at which no label is free. It spaces the
  /// elements evenly in the smallest range of labels around the offset that is not too full. At
  /// either end of the list, or if all ranges are too full, it relabels the whole list.
  ///
  /// The sizes of ranges are powers of two. A larger range must have a larger share of free labels,
  /// so that it is relabelled again only after many insertions. This is "tag-range relabeling"
  /// (Bender, Cole, Demaine, Farach-Colton and Zito, "Two simplified algorithms for maintaining
  /// order in a list", 2002).
  /// - Complexity: O(log *n*) labels for each insertion, on average.
  @usableFromInline
  mutating func makeRoom(before offset: Int) {
    guard offset > 0, offset < count, let label = label(at: offset - 1) else { return relabelAll() }
    var limit = 1.0
    for bits in 1...63 {
      limit *= Self.fillGrowth
      // Relabelling a range of fewer than 16 labels does not always free a label at the offset.
      if bits < 4 { continue }
      let mask = Int(bitPattern: (UInt(1) << UInt(bits)) - 1)
      let (lowest, highest) = (label & ~mask, label | mask)
      let start = lowest == .min ? 0 : root.count(upTo: lowest - 1)
      let end = root.count(upTo: highest)
      if Double(end - start) > limit { continue }
      let step = Int(bitPattern: (UInt(bitPattern: mask) + 1) / UInt(bitPattern: end - start))
      // Each element gets the middle of its share, so that labels at both ends are free, too.
      return Self.relabel(
        start..<end, in: &root, &labels, from: lowest &+ step / 2, step: step)
    }
    relabelAll()
  }

  /// The factor by which the allowed number of elements grows when the size of a range doubles. It
  /// must be below 2. A lower value leaves more free labels, but allows fewer insertions between
  /// two elements before the whole list must be relabelled. This value allows millions of such
  /// insertions, with about nine new labels for each.
  private static var fillGrowth: Double { 4.0 / 3 }

  /// Gives new labels to elements of a tree.
  /// - Parameters:
  ///   - range: The offsets of the elements in the tree.
  ///   - labels: The map from ids to labels.
  ///   - first: The first of the new labels, which must keep the order of the list.
  private static func relabel(
    _ range: Range<Int>, in node: inout ListNode<Element>, _ labels: inout LabelMap<Element.ID>,
    from first: Int, step: Int
  ) {
    ListNode.makeUnique(&node)
    if node.isLeaf {
      for (number, index) in range.enumerated() {
        node.labels[index] = first &+ number &* step
        labels.set(node.labels[index], for: node.elements[index].id)
      }
      return
    }
    var start = 0
    for index in node.children.indices {
      let end = start + node.children[index].count
      let part = range.clamped(to: start..<end)
      if !part.isEmpty {
        relabel(
          part.lowerBound - start..<part.upperBound - start, in: &node.children[index], &labels,
          from: first &+ (part.lowerBound - range.lowerBound) &* step, step: step)
        node.labels[index] = node.children[index].lowest
      }
      start = end
    }
  }

  @usableFromInline
  mutating func relabelAll() { self = IdentifiedList(self) }
}
