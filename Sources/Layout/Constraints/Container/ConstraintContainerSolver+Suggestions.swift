extension ConstraintContainerSolver {
  /// Suggests a value for a number of a box, in place of the one suggested before: an edit variable.
  ///
  /// - Throws: `unknownItem`; `outOfRange` for a value that is not finite or beyond 1e12.
  /// - Complexity: O(1) when only the value is another one, and it is not required.
  package mutating func suggest(
    _ value: Double, for anchor: LayoutAnchor, priority: ConstraintPriority
  ) throws(LayoutConstraintError) {
    if anchor.item != .container { _ = try box(of: anchor.item) }
    guard abs(value) <= ConstraintSolver.Limits.constant else { throw .outOfRange(value) }
    let source = ConstraintSource.suggestion(anchor, value: value, priority)
    if let key = suggestions[anchor] {
      if entries[key]?.source != source { change(key, to: source) }
    } else {
      makeUnknowns(of: anchor.item)
      suggestions[anchor] = insert(source, for: [anchor.item])
    }
  }

  /// Takes a suggestion back; nothing happens when there is none.
  package mutating func stopSuggesting(_ anchor: LayoutAnchor) {
    if let key = suggestions[anchor] { removeEntry(key) }
  }
}
