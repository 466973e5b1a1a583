/// Finds which elements of two versions of a list changed their relative order, and which only
/// received a new label.
///
/// The number of moved elements is minimal: they are the elements outside a longest sequence that
/// both versions have in the same order. That is a longest increasing subsequence of the old
/// offsets, in the new order (Fredman, "On computing the length of longest increasing
/// subsequences", 1975).
///
/// Elements that kept their label are in order among themselves, and are not visited one by one.
/// The old and new offsets of relabelled elements divide them into runs. A run stays or moves as a
/// whole, so it counts as one weighted item. The cost depends only on the relabelled elements.
@usableFromInline
struct MinimalMoves {
  /// The offset of an element in one of the versions.
  @usableFromInline
  struct ElementOffset: Comparable {
    /// The number of preceding elements that kept their label.
    let keptLabelCount: Int
    let offset: Int

    @usableFromInline
    init(keptLabelCount: Int, offset: Int) {
      (self.keptLabelCount, self.offset) = (keptLabelCount, offset)
    }

    @usableFromInline
    static func < (first: ElementOffset, second: ElementOffset) -> Bool {
      (first.keptLabelCount, first.offset) < (second.keptLabelCount, second.offset)
    }
  }

  /// An element with a new label: its old and its new offset.
  typealias Relabelled = (old: ElementOffset, new: ElementOffset)

  /// A relabelled element, or a run of elements that kept their label. A run stays or moves as a
  /// whole.
  private struct Item {
    let old: ElementOffset
    let new: ElementOffset
    let weight: Int
    let kind: Kind
    /// The item's position in the order of the old version, from 1.
    var rank = 0
    /// The weight of the heaviest ordered sequence that ends with this item.
    var total = 0
    /// The previous item in that sequence.
    var previous: Int?
    var isKept = false

    enum Kind {
      case relabelled(Int)
      case run(Range<Int>)
    }
  }

  /// Finds the elements that moved. Among results with the same number of moves, it takes one that
  /// moves the fewest elements that kept their label.
  /// - Returns: For each relabelled element, whether it moved. For the elements that kept their
  ///   label, the ranges that moved, as offsets among the elements that kept their label.
  /// - Complexity: O(*k* log *k*) in the number *k* of relabelled elements. At most *k* of the
  ///   elements that kept their label move.
  static func moved(
    among relabelled: [Relabelled]
  ) -> (relabelled: [Bool], keptRanges: [Range<Int>]) {
    // Usually a rebuilt list keeps its order, although nearly all of its elements have new labels.
    if isInOrder(relabelled) { return (relabelled.map { _ in false }, []) }
    var items = items(relabelled)
    for (rank, index) in items.indices.sorted(by: { items[$0].old < items[$1].old }).enumerated() {
      items[index].rank = rank + 1
    }
    var heaviest = PrefixMaximum(count: items.count)
    for index in items.indices {
      let previous = heaviest.below(items[index].rank, in: items)
      items[index].previous = previous
      items[index].total = items[index].weight + (previous.map { items[$0].total } ?? 0)
      heaviest.add(index, in: items)
    }
    var next = heaviest.below(items.count + 1, in: items)
    while let index = next {
      items[index].isKept = true
      next = items[index].previous
    }
    var moved = (relabelled: relabelled.map { _ in false }, keptRanges: [Range<Int>]())
    for item in items where !item.isKept {
      switch item.kind {
      case .relabelled(let index): moved.relabelled[index] = true
      case .run(let run): moved.keptRanges.append(run)
      }
    }
    return moved
  }

  private static func isInOrder(_ relabelled: [Relabelled]) -> Bool {
    relabelled.allSatisfy { $0.old.keptLabelCount == $0.new.keptLabelCount }
      && zip(relabelled, relabelled.dropFirst()).allSatisfy { $0.old < $1.old }
  }

  /// Returns the relabelled elements and the runs between them, in the order of the new version.
  private static func items(_ relabelled: [Relabelled]) -> [Item] {
    // Keeping one more element in order always outweighs the preference for elements that kept
    // their label.
    let weight = relabelled.count + 1
    var items = relabelled.enumerated().map { index, element in
      Item(old: element.old, new: element.new, weight: weight - 1, kind: .relabelled(index))
    }
    // Elements before the first of these offsets, or after the last, are in order with all other
    // elements, and need no item.
    let boundaries = relabelled.flatMap { [$0.old.keptLabelCount, $0.new.keptLabelCount] }.sorted()
    for (start, end) in zip(boundaries, boundaries.dropFirst()) where start < end {
      // The offset `.max` puts the run after all relabelled elements with the same
      // `keptLabelCount`.
      let offset = ElementOffset(keptLabelCount: start, offset: .max)
      let run = Item(
        old: offset, new: offset, weight: (end - start) * weight, kind: .run(start..<end))
      items.append(run)
    }
    return items.sorted { $0.new < $1.new }
  }

  /// A Fenwick tree that finds, among the items below a rank, the one that ends the heaviest
  /// sequence.
  private struct PrefixMaximum {
    private var best: [Int?]

    init(count: Int) { best = Array(repeating: nil, count: count + 1) }

    func below(_ rank: Int, in items: [Item]) -> Int? {
      var (node, result) = (rank - 1, Int?.none)
      while node > 0 {
        if let other = best[node], result.map({ items[$0].total < items[other].total }) ?? true {
          result = other
        }
        node &= node - 1
      }
      return result
    }

    mutating func add(_ index: Int, in items: [Item]) {
      var node = items[index].rank
      while node < best.count {
        if best[node].map({ items[$0].total < items[index].total }) ?? true { best[node] = index }
        node += node & -node
      }
    }
  }
}
