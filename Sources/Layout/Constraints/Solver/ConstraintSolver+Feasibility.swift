extension ConstraintSolver {
  /// Makes the required constraints hold, where a change of a constant or of the basis may have
  /// moved the point off them.
  mutating func makeFeasible() {
    preparePoint()
    if needsFeasibility { searchFeasibility() }
  }

  /// Makes the required constraints hold and forbids everything that would break them.
  mutating func searchFeasibility() {
    needsFeasibility = false
    for row in rows.isLockedAbove.indices {
      rows.isLockedAbove[row] = false
      rows.isLockedBelow[row] = false
    }
    guard let tier = requiredTier else { return }
    var isAnyViolated = false
    for row in rowsOfRank[tier] {
      if rows.position[row] >= 0 || isSatisfied(row) {
        lockRequired(row)
      } else {
        rows.isAbove[row] = rows.residual[row] > 0
        isAnyViolated = true
      }
    }
    if !isAnyViolated { return }
    search(.feasibility, tier: tier)
    // What rounding left.
    for row in rowsOfRank[tier] { lockRequired(row) }
  }

  /// Makes a new required row hold beside the others, which hold already.
  ///
  /// - Returns: nil, or the rows that contradict it, and then the solver stands where it was.
  ///   The search ends with the row's direction as a combination of hyperplanes that may not be
  ///   left; as these are independent, none of them can be spared.
  mutating func searchFeasibility(ofNew row: Int) -> [Int]? {
    preparePoint()
    measure(row)
    if isSatisfied(row) { return nil }
    let before = Standing(self)
    searchFeasibility()
    measure(row)
    let bearable = Self.conflict / Self.closeness * rows.tolerance[row]
    if rows.position[row] >= 0 || violation(row) <= bearable { return nil }
    let greatest = scratch.multipliers.reduce(0) { max($0, abs($1)) }
    let others = basis.indices.filter {
      basis[$0] >= 0 && abs(scratch.multipliers[$0]) > Self.flatness * max(1, greatest)
    }.map { basis[$0] }
    before.restore(&self)
    return others
  }

  private var requiredTier: Int? {
    ranks.first == ConstraintTier.required.rank ? 0 : nil
  }

  func isSatisfied(_ row: Int) -> Bool { violation(row) <= rows.tolerance[row] }

  private func violation(_ row: Int) -> Double {
    switch rows.relation[row] {
    case .lessThanOrEqual: rows.residual[row]
    case .equal: abs(rows.residual[row])
    case .greaterThanOrEqual: -rows.residual[row]
    }
  }

  /// Forbids what would break a required row that holds, and says on which side it holds.
  mutating func lockRequired(_ row: Int) {
    rows.isAbove[row] = rows.relation[row] == .greaterThanOrEqual
    rows.isLockedAbove[row] = rows.relation[row] != .greaterThanOrEqual
    rows.isLockedBelow[row] = rows.relation[row] != .lessThanOrEqual
  }
}
