/// Transforms one list of keyed items into another with the fewest moves.
///
/// A common prefix and suffix are trimmed, and the rest is matched by key. Of the remaining items,
/// those on a longest increasing subsequence of old positions stay, and every other item is moved
/// once, which is optimal.
/// (The method of ivi and Vue; the subsequence after Fredman, "On computing the length of longest
/// increasing subsequences", 1975.)
public struct KeyedDiff: Equatable, Sendable {
  /// The step for an item of the new list.
  public enum Step: Equatable, Sendable {
    /// The item is new.
    case insert
    /// The item was at this position of the old list, and does not move.
    case stay(Int)
    /// The item was at this position of the old list, and moves.
    case move(Int)
  }

  /// One step for each position of the new list.
  public var steps: [Step]
  /// The positions of the removed items in the old list, ascending.
  public var removed: [Int]

  @usableFromInline init(steps: [Step], removed: [Int]) {
    self.steps = steps
    self.removed = removed
  }

  /// Finds the steps from one list to another.
  /// - Parameters:
  ///   - old: the keys of the old list.
  ///   - new: the keys of the new list. If a key occurs twice in a list, one of its occurrences may
  ///     count as removed or inserted.
  /// - Complexity: O(n) if only the ends changed, otherwise O(n log n).
  @inlinable
  public init<Key: Hashable>(from old: [Key], to new: [Key]) {
    var steps: [Step] = []
    steps.reserveCapacity(new.count)
    var start = 0
    let shorter = Swift.min(old.count, new.count)
    while start < shorter, old[start] == new[start] {
      steps.append(.stay(start))
      start += 1
    }
    var oldEnd = old.count
    var newEnd = new.count
    while oldEnd > start, newEnd > start, old[oldEnd - 1] == new[newEnd - 1] {
      oldEnd -= 1
      newEnd -= 1
    }

    var removed: [Int] = []
    if start == newEnd {
      removed = Array(start..<oldEnd)
    } else if start == oldEnd {
      for _ in start..<newEnd { steps.append(.insert) }
    } else if let removedCount = Self.shift(old[start..<oldEnd], new[start..<newEnd]) {
      // A scrolled window: items were removed at the start and inserted at the end.
      removed = Array(start..<start + removedCount)
      for source in start + removedCount..<oldEnd { steps.append(.stay(source)) }
      for _ in oldEnd - removedCount..<newEnd { steps.append(.insert) }
    } else if let insertedCount = Self.shift(new[start..<newEnd], old[start..<oldEnd]) {
      for _ in 0..<insertedCount { steps.append(.insert) }
      for source in start..<newEnd - insertedCount { steps.append(.stay(source)) }
      removed = Array(newEnd - insertedCount..<oldEnd)
    } else {
      // sources[i]: the old position of the item at `start + i` of the new list; -1 if it is new.
      var sources = [Int](repeating: -1, count: newEnd - start)
      var newIndices = [Key: Int](minimumCapacity: newEnd - start)
      for index in stride(from: newEnd - 1, through: start, by: -1) {
        newIndices[new[index]] = index
      }
      var isAscending = true
      var last = -1
      for index in start..<oldEnd {
        guard let newIndex = newIndices[old[index]], sources[newIndex - start] < 0 else {
          removed.append(index)
          continue
        }
        sources[newIndex - start] = index
        if newIndex < last { isAscending = false }
        last = newIndex
      }
      steps += Self.steps(sources, isAscending)
    }
    let shift = oldEnd - newEnd
    for index in newEnd..<new.count { steps.append(.stay(index + shift)) }
    self.init(steps: steps, removed: removed)
  }

  /// - Parameters:
  ///   - sources: the old position of each item; -1 if it is new.
  ///   - count: the number of items of the old list.
  init(sources: [Int], count: Int) {
    var isRemoved = Array(repeating: true, count: count)
    var (isAscending, last) = (true, -1)
    for source in sources where source >= 0 {
      isRemoved[source] = false
      if source < last { isAscending = false }
      last = source
    }
    var removed: [Int] = []
    for index in isRemoved.indices where isRemoved[index] { removed.append(index) }
    self.init(steps: Self.steps(sources, isAscending), removed: removed)
  }

  @usableFromInline
  static func steps(_ sources: [Int], _ isAscending: Bool) -> [Step] {
    if isAscending { return sources.map { $0 < 0 ? .insert : .stay($0) } }
    var steps: [Step] = []
    steps.reserveCapacity(sources.count)
    let staying = longestIncreasingSubsequence(sources)
    var next = 0
    for (index, source) in sources.enumerated() {
      if next < staying.count, staying[next] == index {
        steps.append(.stay(source))
        next += 1
      } else {
        steps.append(source < 0 ? .insert : .move(source))
      }
    }
    return steps
  }

  /// The number of leading keys of `old` that `new` lacks, if `new` starts with the rest of `old`.
  /// Nil if that does not hold, or would take many comparisons to check.
  @inlinable
  static func shift<Key: Hashable>(_ old: ArraySlice<Key>, _ new: ArraySlice<Key>) -> Int? {
    guard let index = old.firstIndex(of: new[new.startIndex]) else { return nil }
    let removed = old[..<index]
    let inserted = new.dropFirst(old.count - removed.count)
    guard removed.count * inserted.count <= 64, old[index...].count <= new.count,
      old[index...].elementsEqual(new.prefix(old.count - removed.count)),
      !inserted.contains(where: removed.contains)
    else { return nil }
    return removed.count
  }

  /// The positions, ascending, of a longest strictly increasing subsequence of the non-negative
  /// values.
  /// - Complexity: O(n log n).
  @usableFromInline
  static func longestIncreasingSubsequence(_ values: [Int]) -> [Int] {
    // tails[k]: the position of the smallest value that ends an increasing run of k + 1 values.
    var tails: [Int] = []
    var previous = [Int](repeating: -1, count: values.count)
    for (index, value) in values.enumerated() where value >= 0 {
      if let tail = tails.last, values[tail] < value {
        previous[index] = tail
        tails.append(index)
        continue
      }
      var low = 0
      var high = tails.count
      while low < high {
        let middle = (low + high) / 2
        if values[tails[middle]] < value { low = middle + 1 } else { high = middle }
      }
      if low > 0 { previous[index] = tails[low - 1] }
      if low == tails.count { tails.append(index) } else { tails[low] = index }
    }
    var result = [Int](repeating: 0, count: tails.count)
    var position = tails.last ?? -1
    for index in stride(from: tails.count - 1, through: 0, by: -1) {
      result[index] = position
      position = previous[position]
    }
    return result
  }
}
