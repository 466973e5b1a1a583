extension IdentifiedList: Equatable where Element: Equatable {
  /// Whether two lists are copies of the same list, and therefore equal. Lists without shared
  /// storage can be equal, too.
  package func sharesStorage(with other: Self) -> Bool { root === other.root }

  /// Whether two lists contain equal elements in the same order.
  /// - Complexity: O(1) if they share their storage. Otherwise shared nodes are skipped as long as
  ///   the trees before them have the same shape; O(*n*) at worst.
  @inlinable
  public static func == (left: Self, right: Self) -> Bool {
    if left.root === right.root { return true }
    if left.count != right.count { return false }
    var (first, second) = (ListWalk.Cursor(left.root), ListWalk.Cursor(right.root))
    while let one = first.nodes.last, let other = second.nodes.last {
      if one === other, first.slot == second.slot {
        first.skip()
        second.skip()
      } else if !one.isLeaf, one.height >= other.height {
        first.open()
      } else if !other.isLeaf {
        second.open()
      } else {
        guard let one = first.take(), let other = second.take() else { break }
        if one.element != other.element { return false }
      }
    }
    return true
  }
}

extension IdentifiedList: Hashable where Element: Hashable {
  public func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    for element in self { hasher.combine(element) }
  }
}
