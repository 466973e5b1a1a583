import MillraceIdentifiedList

/// The elements of a list that match a text, the best first. The list is searched in slices; then
/// changes of the list update the result.
struct ListSearch<Element: Identifiable & Equatable & Sendable>: Sendable
where Element.ID: Sendable {
  /// The matches with the same score, in the list's order.
  struct Rank: Sendable {
    /// The ids of the first matches, up to twice as many as are shown, so that some can replace
    /// removed ones.
    var ids: [Element.ID] = []
    var count = 0
  }

  private static var limit: Int { 1_000 }

  private var list: IdentifiedList<Element>
  private let score: @Sendable (Element) -> Int?
  private var searched = 0
  private(set) var ranks: [Int: Rank] = [:]
  /// How many matches are found so far.
  private(set) var count = 0

  init(
    _ pattern: String, in list: IdentifiedList<Element>,
    text: @escaping @Sendable (Element) -> String
  ) {
    let pattern = FuzzyPattern(pattern)
    (self.list, score) = (list, { pattern.score(of: text($0)) })
  }

  var isComplete: Bool { searched == list.count }

  /// The best matches found so far.
  var best: [Element.ID] {
    var ids: [Element.ID] = []
    for score in ranks.keys.sorted(by: >) where ids.count < Self.limit {
      ids += ranks[score]?.ids.prefix(Self.limit - ids.count) ?? []
    }
    return ids
  }

  /// Searches more elements.
  mutating func advance(by number: Int) {
    let end = searched + min(number, list.count - searched)
    for element in list[searched..<end] { add(element) { $0.count } }
    searched = end
  }

  /// Updates the search to a new list. An incomplete search first completes the old list; after
  /// many changes the search starts again.
  /// - Complexity: O(*c* log *n*) in the number *c* of changes.
  mutating func update(to new: IdentifiedList<Element>) {
    guard isComplete else { return }
    let differences = new.incrementalChanges(since: list)
    (list, searched) = (new, new.count)
    guard let (removed, inserted) = differences, removed.count + inserted.count <= 256,
      remove(removed)
    else {
      return (searched, ranks, count) = (0, [:], 0)
    }
    for element in inserted {
      let offset = new.index(id: element.id) ?? 0
      add(element) { ids in ids.indices.lowerBound { new.index(id: ids[$0]) ?? 0 > offset } }
    }
  }

  /// - Parameter findIndex: Returns the element's index among the ids of its rank.
  private mutating func add(_ element: Element, at findIndex: ([Element.ID]) -> Int) {
    guard let score = score(element) else { return }
    var rank = ranks.removeValue(forKey: score) ?? Rank()
    let index = findIndex(rank.ids)
    // An id is appended only if all earlier matches of the rank have their ids here.
    if index < rank.ids.count || rank.ids.count == rank.count && index < 2 * Self.limit {
      rank.ids.insert(element.id, at: index)
      if rank.ids.count > 2 * Self.limit { rank.ids.removeLast() }
    }
    rank.count += 1
    ranks[score] = rank
    count += 1
  }

  /// - Returns: Whether enough elements are left to show.
  private mutating func remove(_ elements: [Element]) -> Bool {
    for element in elements {
      guard let score = score(element), var rank = ranks[score] else { continue }
      rank.ids.removeAll { $0 == element.id }
      rank.count -= 1
      ranks[score] = rank
      count -= 1
      if rank.ids.count < min(Self.limit, rank.count) { return false }
    }
    return true
  }
}
