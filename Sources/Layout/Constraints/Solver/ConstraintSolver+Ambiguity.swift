extension ConstraintSolver {
  /// The variables that could have another value without any tier getting worse.
  ///
  /// Each is pushed both ways within the solutions that are as good. For debugging: it searches
  /// twice for every variable, or once in all where that proves that there is one solution.
  package func undeterminedVariables() -> [ConstraintVariable] {
    var copy = self
    // The locks that a search leaves describe the solutions that are as good. An edit that was
    // refused since the last one may have undone them.
    copy.needsSearch = true
    copy.solve()
    if copy.isDetermined { return [] }
    var isOpen = Array(repeating: false, count: basis.count)
    for column in basis.indices where isLive[column] && !isOpen[column] {
      for sign in [1.0, -1.0] where !isOpen[column] {
        copy.push(column, sign: sign, isOpen: &isOpen)
      }
    }
    return basis.indices.filter { isLive[$0] && isOpen[$0] }.map(ConstraintVariable.init(slot:))
  }

  /// Pushes one variable as far as it goes, and notes all that move with it.
  private mutating func push(_ column: Int, sign: Double, isOpen: inout [Bool]) {
    var left = Limits.steps(variables: basis.count, constraints: rows.usedCount)
    var standstill = 0
    while left > 0 {
      left -= 1
      preparePoint()
      let objective = Objective.variable(column, sign: sign)
      let greatest = findMultipliers(objective, tier: nil)
      guard
        let edge = chooseEdge(
          nil, flat: Self.flatness * greatest, usesBland: standstill > 20)
      else { return }
      let before = values
      let moved = follow(edge, nil, usesBland: standstill > 20)
      if moved == nil {
        // Nothing ever stops it.
        for index in basis.indices where abs(scratch.direction[index]) > Self.parallel {
          isOpen[index] = true
        }
        return
      }
      for index in basis.indices
      where abs(values[index] - before[index]) > 1e-6 * (1 + abs(before[index])) {
        isOpen[index] = true
      }
      if isOpen[column] { return }
      standstill = moved == true ? 0 : standstill + 1
    }
  }
}
