/// Which elements of two versions of a list have another place among the others, and which have only
/// been given another label.
///
/// As few as possible have moved: those outside a longest sequence that both versions have in the same
/// order. That is a longest increasing subsequence of the old places, in the new order (Fredman, "On
/// computing the length of longest increasing subsequences", 1975).
///
/// Elements that kept their label are in order among themselves, and are not looked at one by one: a
/// run of them between two places where others were or are stands or falls together, so it counts as
/// one item with a weight. The cost follows the others.
struct MinimalMoves {
  /// A place in one of the versions.
  struct Place: Comparable {
    /// How many elements that kept their label come before.
    let settled: Int
    let offset: Int

    static func < (first: Place, second: Place) -> Bool {
      (first.settled, first.offset) < (second.settled, second.offset)
    }
  }

  /// An element that has not kept its label: where it was, and where it is.
  typealias Relabelled = (old: Place, new: Place)

  /// Something that keeps its place or moves as a whole.
  private struct Item {
    let old: Place
    let new: Place
    let weight: Int
    let kind: Kind
    /// Its place in the order of the old version, from 1.
    var rank = 0
    /// The weight of the heaviest sequence in order that ends here.
    var total = 0
    /// The item before it in that sequence.
    var previous: Int?
    var stays = false

    enum Kind {
      case relabelled(Int)
      case run(Range<Int>)
    }
  }

  /// Tells which elements have moved: which of the relabelled ones, and which of those that kept their
  /// label, in runs of how many such elements come before them. Where it makes no difference in
  /// number, those that kept their label have not.
  /// - Complexity: O(*k* log *k*) in the number *k* of relabelled elements. There are not more than
  ///   *k* others.
  static func moved(
    among relabelled: [Relabelled]
  ) -> (relabelled: [Bool], settled: [Range<Int>]) {
    // So it is in a list made anew, where nearly all are relabelled.
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
      items[index].stays = true
      next = items[index].previous
    }
    var moved = (relabelled: relabelled.map { _ in false }, settled: [Range<Int>]())
    for item in items where !item.stays {
      switch item.kind {
      case .relabelled(let index): moved.relabelled[index] = true
      case .run(let run): moved.settled.append(run)
      }
    }
    return moved
  }

  private static func isInOrder(_ relabelled: [Relabelled]) -> Bool {
    relabelled.allSatisfy { $0.old.settled == $0.new.settled }
      && zip(relabelled, relabelled.dropFirst()).allSatisfy { $0.old < $1.old }
  }

  /// The relabelled elements and the runs between them, in the order of the new version.
  private static func items(_ relabelled: [Relabelled]) -> [Item] {
    // One more that stays always weighs more than any choice of which ones do.
    let weight = relabelled.count + 1
    var items = relabelled.enumerated().map { index, element in
      Item(old: element.old, new: element.new, weight: weight - 1, kind: .relabelled(index))
    }
    // What lies before the first seam or after the last is in order with everything.
    let seams = relabelled.flatMap { [$0.old.settled, $0.new.settled] }.sorted()
    for (start, end) in zip(seams, seams.dropFirst()) where start < end {
      // After all those that have as many before them.
      let place = Place(settled: start, offset: .max)
      let run = Item(
        old: place, new: place, weight: (end - start) * weight, kind: .run(start..<end))
      items.append(run)
    }
    return items.sorted { $0.new < $1.new }
  }

  /// A Fenwick tree: which of the items below a rank ends the heaviest sequence.
  private struct PrefixMaximum {
    private var best: [Int?]

    init(count: Int) { best = Array(repeating: nil, count: count + 1) }

    func below(_ rank: Int, in items: [Item]) -> Int? {
      var (place, result) = (rank - 1, Int?.none)
      while place > 0 {
        if let other = best[place], result.map({ items[$0].total < items[other].total }) ?? true {
          result = other
        }
        place &= place - 1
      }
      return result
    }

    mutating func add(_ index: Int, in items: [Item]) {
      var place = items[index].rank
      while place < best.count {
        if best[place].map({ items[$0].total < items[index].total }) ?? true { best[place] = index }
        place += place & -place
      }
    }
  }
}
