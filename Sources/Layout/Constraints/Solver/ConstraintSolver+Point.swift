extension ConstraintSolver {
  /// Factors the basis and computes the point that it stands for, where they are out of date.
  mutating func preparePoint() {
    if needsFactors || factors.isWorn {
      factorBasis()
      needsPoint = true
    }
    if needsPoint { computePoint() }
  }

  private mutating func factorBasis() {
    needsFactors = false
    while true {
      counters.factorizations += 1
      let deficiency = factors.factor(basis, rows: rows)
      if deficiency.isEmpty { return }
      // Rows that only rounding had kept independent: the variables they left open stand still.
      for (position, column) in deficiency {
        if basis[position] >= 0 { rows.position[basis[position]] = -1 }
        basis[position] = ~column
        anchors[column] = values[column]
        counters.repairs += 1
      }
    }
  }

  private mutating func computePoint() {
    needsPoint = false
    for position in basis.indices {
      let row = basis[position]
      scratch.right[position] = row < 0 ? anchors[~row] : rows.target[row]
    }
    factors.solve(&scratch.right, into: &values)
    for row in 0..<rows.slots { measure(row) }
  }

  /// Computes the row's residual from the values.
  mutating func measure(_ row: Int) {
    var sum = -rows.target[row]
    var size = abs(sum) + 1
    for term in rows.terms(of: row) {
      let part = rows.coefficients[term] * values[Int(rows.columns[term])]
      sum += part
      size += abs(part)
    }
    rows.residual[row] = sum
    rows.tolerance[row] = Self.closeness * size
  }

  /// Fills in `scratch.direction`: how the variables move when the point leaves the hyperplane at
  /// `position` by one, up or down, and stays on all others of the basis.
  mutating func findDirection(leaving position: Int, isUp: Bool) {
    for index in scratch.right.indices { scratch.right[index] = 0 }
    scratch.right[position] = isUp ? 1 : -1
    factors.solve(&scratch.right, into: &scratch.direction)
  }
}
