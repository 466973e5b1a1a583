/// Numbers of boxes that follow something outside of the layout, as a divider follows a pointer:
/// what Cassowary calls edit variables.
extension LayoutNode {
  /// Suggests a value for a number of a child, or of the container, from the next layout on.
  ///
  /// ```swift
  /// try node.suggest(30, for: sidebar.width)
  /// ```
  ///
  /// It is followed as far as constraints of higher priorities leave room, and stays until another
  /// value is suggested for the same number, ``stopSuggesting(_:)`` is called or the child leaves. One
  /// that is required counts as an older constraint than those added after it was first suggested.
  ///
  /// - Parameters:
  ///   - value: In cells.
  ///   - anchor: One of the numbers of a box, such as `item.width`. There is one suggestion for each.
  ///   - priority: How much it matters; by default as much as one that is not required can.
  /// - Throws: `unknownItem`; `outOfRange` for a value that is not finite or beyond 1e12. What was
  ///   suggested before stays then.
  /// - Complexity: O(1) when only the value is another one, and it is not required. The next layout
  ///   goes on from where the last one ended.
  public func suggest(
    _ value: Double, for anchor: LayoutAnchor, priority: ConstraintPriority = 999
  ) throws(LayoutConstraintError) {
    try madeConstraintContainer().solver.suggest(value, for: anchor, priority: priority)
    markDirty()
  }

  /// Takes back what was suggested for a number; nothing happens when there is no suggestion.
  ///
  /// Where nothing else says what the number is, it stays near the value that it had.
  public func stopSuggesting(_ anchor: LayoutAnchor) {
    guard let constraintContainer else { return }
    constraintContainer.solver.stopSuggesting(anchor)
    markDirty()
  }
}
