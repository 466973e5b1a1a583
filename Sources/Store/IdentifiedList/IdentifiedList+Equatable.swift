extension IdentifiedList: Equatable where Element: Equatable {
  /// Whether two lists hold equal elements in the same order.
  /// - Complexity: O(1) when they share their storage, else O(*n*).
  @inlinable
  public static func == (left: Self, right: Self) -> Bool {
    // The positions follow from the elements. Arrays that share a buffer are found equal without a
    // look inside.
    left.elements == right.elements
  }
}

extension IdentifiedList: Hashable where Element: Hashable {
  public func hash(into hasher: inout Hasher) { hasher.combine(elements) }
}
