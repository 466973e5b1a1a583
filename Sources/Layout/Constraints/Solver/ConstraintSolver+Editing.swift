extension ConstraintSolver {
  /// Takes a constraint in.
  ///
  /// The values are right after the next ``solve()``. A required constraint that does not hold
  /// yet is searched for at once, so as to know that it can.
  ///
  /// - Throws: ``ConstraintSolverError/unsatisfiable(with:)`` when it is required and required
  ///   ones contradict it; `outOfRange` and `unknownVariable` for what it is made of. The solver
  ///   is then as before.
  /// - Complexity: O(terms) for a soft one; a few steps of the search for a required one.
  package mutating func add(
    _ constraint: LinearConstraint
  ) throws(ConstraintSolverError) -> ConstraintToken {
    let isRequired = constraint.tier == .required
    var terms = try checkedTerms(of: constraint)
    let largest = terms.reduce(0) { max($0, abs($1.coefficient)) }
    let scale = largest == 0 ? 1 : 1 / largest.binade
    for index in terms.indices { terms[index].coefficient *= scale }
    if isRequired { makeFeasible() }
    let row = insert(
      terms: terms, relation: constraint.relation,
      target: -constraint.expression.constant * scale,
      weight: isRequired ? 1 : constraint.weight / scale, scale: scale, rank: constraint.tier.rank)
    if isRequired {
      if let others = searchFeasibility(ofNew: row) {
        takeOut(row)
        throw .unsatisfiable(with: others.map(token(ofRow:)))
      }
    }
    needsSearch = true
    return token(ofRow: row)
  }

  /// Takes a constraint out.
  ///
  /// - Throws: ``ConstraintSolverError/unknownConstraint(_:)``.
  /// - Complexity: O(constraints that share a variable with it).
  package mutating func remove(_ token: ConstraintToken) throws(ConstraintSolverError) {
    try check(token)
    if let edit = edits.first(where: { $0.value == token }) { edits[edit.key] = nil }
    takeOut(token.slot)
    needsSearch = true
    isDetermined = false
  }

  /// Changes the constant of a constraint: the one that stands on the side of its terms.
  ///
  /// - Throws: As ``add(_:)``, and then keeps the constant it had.
  /// - Complexity: O(1) for a soft one; a required one is searched for as by ``add(_:)``.
  package mutating func setConstant(
    of token: ConstraintToken, to constant: Double
  ) throws(ConstraintSolverError) {
    try check(token)
    try check(constant: constant)
    let row = token.slot
    let target = -constant * rows.scale[row]
    if rows.target[row] == target { return }
    if rows.rank[row] != ConstraintTier.required.rank {
      rows.target[row] = target
      needsPoint = true
      needsFeasibility = true
      needsSearch = true
      return
    }
    makeFeasible()
    let previous = rows.target[row]
    // Off the basis first, so that the point stays where the other constraints hold.
    let before = Standing(self)
    release(row)
    makeFeasible()
    rows.target[row] = target
    if let others = searchFeasibility(ofNew: row) {
      rows.target[row] = previous
      before.restore(&self)
      throw .unsatisfiable(with: others.map(token(ofRow:)))
    }
    needsSearch = true
  }

  /// Makes a variable one whose value is suggested, at first the one it has.
  ///
  /// A second call for the same variable replaces the first.
  package mutating func addEdit(
    _ variable: ConstraintVariable, tier: ConstraintTier, weight: Double = 1
  ) throws(ConstraintSolverError) {
    try check(variable)
    let former = edits[variable.slot]
    let value = min(max(value(of: variable), -Limits.constant), Limits.constant)
    let token = try add(
      LinearConstraint(
        LinearExpression([.init(variable)], constant: -value), .equal, tier: tier, weight: weight))
    if let former { try remove(former) }
    edits[variable.slot] = token
  }

  /// Ends what ``addEdit(_:tier:weight:)`` began; nothing happens when it was not.
  package mutating func removeEdit(
    _ variable: ConstraintVariable
  ) throws(ConstraintSolverError) {
    try check(variable)
    if let token = edits[variable.slot] { try remove(token) }
  }

  /// Suggests a value for an edit variable, for the next ``solve()`` to follow as far as the
  /// edit's tier reaches.
  ///
  /// - Throws: `unknownVariable` for one that is not an edit variable; `outOfRange`.
  /// - Complexity: O(1) for a soft edit.
  package mutating func suggest(
    _ value: Double, for variable: ConstraintVariable
  ) throws(ConstraintSolverError) {
    try check(variable)
    guard let token = edits[variable.slot] else { throw .unknownVariable(variable) }
    try setConstant(of: token, to: -value)
  }

  /// Refuses what ``add(_:)`` would refuse for its numbers and variables.
  package func check(_ constraint: LinearConstraint) throws(ConstraintSolverError) {
    _ = try checkedTerms(of: constraint)
  }

  /// The terms with each variable once and none of them 0.
  private func checkedTerms(
    of constraint: LinearConstraint
  ) throws(ConstraintSolverError) -> [(column: Int, coefficient: Double)] {
    var terms: [(column: Int, coefficient: Double)] = []
    for term in constraint.expression.terms {
      try check(term.variable)
      guard term.coefficient.isFinite else { throw .outOfRange(term.coefficient) }
      let column = term.variable.slot
      if let index = terms.firstIndex(where: { $0.column == column }) {
        let sum = terms[index].coefficient + term.coefficient
        // Two terms that cancel up to rounding are none.
        let size = abs(terms[index].coefficient) + abs(term.coefficient)
        terms[index].coefficient = abs(sum) <= 1e-15 * size ? 0 : sum
      } else {
        terms.append((column, term.coefficient))
      }
    }
    terms.removeAll { $0.coefficient == 0 }
    let largest = terms.reduce(0) { max($0, abs($1.coefficient)) }
    for term in terms {
      let size = abs(term.coefficient)
      guard Limits.coefficient.contains(size), size >= Limits.ratio * largest else {
        throw .outOfRange(term.coefficient)
      }
    }
    try check(constant: constraint.expression.constant)
    guard constraint.tier == .required || Limits.weight.contains(constraint.weight) else {
      throw .outOfRange(constraint.weight)
    }
    return terms
  }

  private func check(constant: Double) throws(ConstraintSolverError) {
    guard constant.isFinite, abs(constant) <= Limits.constant else { throw .outOfRange(constant) }
  }

  func token(ofRow row: Int) -> ConstraintToken {
    ConstraintToken(slot: row, generation: rows.generation[row])
  }
}
