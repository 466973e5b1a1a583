extension ConstraintSolver {
  /// A constant up to this size counts as 0, because rows are scaled to coefficients near 1.
  private static let none = 1e-8
  /// A price (reduced cost) up to this size counts as 0.
  private static let free = 1e-9

  // MARK: - Adding

  /// Makes a column of the equation `0 = row` basic, so that the tableau stays feasible.
  mutating func insert(_ equation: Tableau.Row, _ entry: Entry) throws(ConstraintSolverError) {
    var row = equation
    if let column = row.terms.first(where: { tableau.isKind($0.column, .free) })?.column {
      tableau.substitute(column, by: tableau.solved(row, for: column))
      return
    }
    if row.constant < 0 || (row.constant == 0 && row.coefficient(of: entry.marker) > 0) {
      row.multiply(by: -1)
    }
    let own = [entry.marker, entry.other].compactMap(\.self)
    // A variable that no other row mentions can take the value that satisfies this row without
    // violating any other. An error column takes the violation only if there is no such variable.
    let fresh = entry.variables.filter { tableau.mentioning($0).isEmpty && canEnter($0, row) }
    if let column = fresh.first
      ?? own.first(where: { tableau.isKind($0, .restricted) && row.coefficient(of: $0) < 0 })
    {
      tableau.substitute(column, by: tableau.solved(row, for: column))
      return
    }
    if let column = row.terms.lazy.map(\.column).first(where: { canEnter($0, row) }) {
      tableau.substitute(column, by: tableau.solved(row, for: column))
      return
    }
    if row.terms.allSatisfy({ tableau.isKind($0.column, .dummy) }) {
      guard isZero(row.constant) else { throw .unsatisfiable }
      // The equation follows from other rows.
      row.constant = 0
      tableau.insert(tableau.solved(row, for: entry.marker), of: entry.marker)
      return
    }
    try insertByArtificial(row, entry)
  }

  /// Whether all rows stay feasible if the column becomes basic with this row.
  private mutating func canEnter(_ column: Int32, _ row: Tableau.Row) -> Bool {
    let coefficient = row.coefficient(of: column)
    guard tableau.isKind(column, .restricted),
      coefficient < -1e-6 || (row.constant == 0 && coefficient > 1e-6)
    else { return false }
    let value = -row.constant / coefficient
    return tableau.mentioning(column).allSatisfy {
      let other = tableau.rows[Int($0)]
      return tableau.isKind($0, .free)
        || other.constant + other.coefficient(of: column) * value >= 0
    }
  }

  /// Adds a row with an artificial column, and minimises that column. If its minimum is not 0, the
  /// constraint cannot hold.
  private mutating func insertByArtificial(
    _ row: Tableau.Row, _ entry: Entry
  ) throws(ConstraintSolverError) {
    let before = tableau
    let artificial = tableau.makeColumn(.restricted)
    tableau.insert(row, of: artificial)
    var steps = 0
    while tableau.isBasic[Int(artificial)] {
      let goal = tableau.rows[Int(artificial)]
      if isZero(goal.constant) { break }
      steps += 1
      let prices = goal.terms.lazy.filter { [tableau] in
        $0.coefficient < -Self.free && !tableau.isKind($0.column, .dummy)
      }
      let entering =
        steps > 20 ? prices.first : prices.min { $0.coefficient < $1.coefficient }
      guard let entering = entering?.column, steps <= allowedSteps,
        let leaving = rowThatBlocks(entering, isBland: steps > 20)
      else {
        if steps > allowedSteps { exhausted += 1 }
        tableau = before
        throw .unsatisfiable
      }
      pivot(leaving, for: entering)
    }
    if tableau.isBasic[Int(artificial)] {
      tableau.clear(artificial)
      let terms = tableau.rows[Int(artificial)].terms
      let entering =
        terms.filter { !tableau.isKind($0.column, .dummy) }
        .max { abs($0.coefficient) < abs($1.coefficient) }
        ?? terms.first { $0.column == entry.marker }
      if let entering { pivot(artificial, for: entering.column) }
    }
    tableau.remove(artificial)
    restoreFeasibility()
  }

  // MARK: - Costs

  mutating func addCost(_ column: Int32, _ rank: Double, _ weight: Double) {
    let tier: Int
    if let known = ranks.firstIndex(of: rank) {
      tier = known
    } else {
      tier = ranks.firstIndex { $0 < rank } ?? ranks.count
      ranks.insert(rank, at: tier)
      tableau.costs.insert(Tableau.Row(), at: tier)
    }
    var row = tableau.costs[tier]
    tableau.costs[tier] = Tableau.Row()
    tableau.add(column, times: weight, to: &row)
    tableau.costs[tier] = row
  }

  // MARK: - Removing

  /// The row whose basic column must be exchanged for a marker before the marker is removed. The
  /// choice keeps all other rows feasible.
  mutating func rowToLeave(for marker: Int32) -> Int32? {
    var best: (row: Int32, order: Int, ratio: Double)?
    for row in tableau.mentioning(marker) {
      let coefficient = tableau.rows[Int(row)].coefficient(of: marker)
      let order: Int
      if tableau.isKind(row, .dummy) {
        // The row's equation was redundant. It is needed once the constraint that implied it is
        // removed.
        order = 0
      } else if tableau.isKind(row, .free) {
        order = 3
      } else {
        order = coefficient < 0 ? 1 : 2
      }
      let ratio = abs(tableau.rows[Int(row)].constant / coefficient)
      if let best, (best.order, best.ratio) <= (order, ratio) { continue }
      best = (row, order, ratio)
    }
    return best?.row
  }

  // MARK: - Searching

  mutating func pivot(_ leaving: Int32, for entering: Int32) {
    pivots += 1
    tableau.pivot(leaving, for: entering)
  }

  private var allowedSteps: Int { 1_000 + Limits.steps * tableau.rows.count }

  private func isZero(_ constant: Double) -> Bool { abs(constant) <= Self.none }

  /// Minimises the sums of the errors, tier by tier.
  mutating func optimize() {
    if isOptimal { return }
    isOptimal = true
    var steps = 0
    var stuck = 0
    while let entering = columnToEnter(isBland: stuck > 20) {
      steps += 1
      // If no row blocks the column, its price is a rounding error.
      guard steps <= allowedSteps,
        let leaving = rowThatBlocks(entering, isBland: stuck > 20)
      else {
        exhausted += 1
        break
      }
      stuck = isZero(tableau.rows[Int(leaving)].constant) ? stuck + 1 : 0
      pivot(leaving, for: entering)
      tableau.infeasible.removeAll()
    }
  }

  /// A column whose price is negative in the first tier in which it has a price.
  private func columnToEnter(isBland: Bool) -> Int32? {
    for tier in tableau.costs.indices {
      var best: Tableau.Term?
      for term in tableau.costs[tier].terms
      where term.coefficient < min(-Self.free, best?.coefficient ?? 0)
        && !tableau.isKind(term.column, .dummy)
        && tableau.costs[..<tier].allSatisfy({ $0.coefficient(of: term.column) <= Self.free })
      {
        if isBland { return term.column }
        best = term
      }
      if let best { return best.column }
    }
    return nil
  }

  /// The restricted row that reaches 0 first when a column grows.
  private mutating func rowThatBlocks(_ entering: Int32, isBland: Bool) -> Int32? {
    var best: (row: Int32, ratio: Double, coefficient: Double)?
    for row in tableau.mentioning(entering) where tableau.isKind(row, .restricted) {
      let coefficient = tableau.rows[Int(row)].coefficient(of: entering)
      guard coefficient < -Self.free else { continue }
      let ratio = max(0, -tableau.rows[Int(row)].constant / coefficient)
      if let best {
        let isCloser = ratio < best.ratio - Self.none
        let isEqual = !isCloser && ratio <= best.ratio + Self.none
        // If ratios are equal, the row with the larger divisor is taken. Bland's rule requires the
        // first row instead: `mentioning` returns the rows in the order of their columns.
        guard isCloser || (isEqual && !isBland && coefficient < best.coefficient) else { continue }
      }
      best = (row, ratio, coefficient)
    }
    return best?.row
  }

  /// Restores the feasibility of rows that a change made infeasible.
  mutating func restoreFeasibility() {
    if !tableau.infeasible.isEmpty { _ = optimizeDually() }
  }

  /// Runs the dual simplex: in each row with a negative constant, exchanges the basic column for
  /// the column that keeps all prices at 0 or more.
  /// - Returns: Whether all rows are feasible now.
  mutating func optimizeDually() -> Bool {
    var steps = 0
    var isPossible = true
    while let leaving = tableau.infeasible.popLast() {
      let constant = tableau.rows[Int(leaving)].constant
      if tableau.isKind(leaving, .dummy) {
        if tableau.isBasic[Int(leaving)], !isZero(constant) { isPossible = false }
        continue
      }
      guard tableau.isBasic[Int(leaving)], tableau.isKind(leaving, .restricted), constant < 0
      else { continue }
      if isZero(constant) { continue }
      steps += 1
      guard steps <= allowedSteps, let entering = columnToSwap(for: leaving) else {
        if steps > allowedSteps { exhausted += 1 }
        isPossible = false
        continue
      }
      pivot(leaving, for: entering)
    }
    // If prices were equal up to rounding, one of them may be negative now.
    if steps > 0 { isOptimal = false }
    return isPossible
  }

  /// The column with the smallest ratio of its price to its coefficient in the row, compared tier
  /// by tier.
  private func columnToSwap(for row: Int32) -> Int32? {
    var candidates = tableau.rows[Int(row)].terms.filter {
      $0.coefficient > Self.free && !tableau.isKind($0.column, .dummy)
    }
    for cost in tableau.costs where candidates.count > 1 {
      let ratios = candidates.map { max(0, cost.coefficient(of: $0.column)) / $0.coefficient }
      let least = (ratios.min() ?? 0) + Self.free
      candidates = zip(candidates, ratios).filter { $1 <= least }.map(\.0)
    }
    return candidates.max { $0.coefficient < $1.coefficient }?.column
  }
}
