extension ConstraintContainerSolver {
  /// A constraint, and its age; 0 for what was not added.
  struct Member: Sendable {
    var key: Int
    var source: ConstraintSource
  }

  /// Constraints of which one had to be left out.
  struct Contradiction: Sendable {
    var leftOut: Member
    /// Oldest first.
    var others: [Member]

    init(leftOut: Member, among members: [Member]) {
      self.leftOut = leftOut
      others = members.filter { $0.key != leftOut.key }.sorted { $0.key < $1.key }
    }
  }

  /// The required constraints that are left out, oldest first, as of the last ``solve()``.
  package var conflicts: [ConstraintConflict] {
    leftOut.merging(leftOutBySize) { first, _ in first }.sorted { $0.key < $1.key }.map {
      ConstraintConflict(
        leftOut: $0.value.leftOut.source, others: $0.value.others.map(\.source))
    }
  }

  func member(_ key: Int) -> Member? {
    entries[key].map { Member(key: key, source: $0.source) }
  }
}
