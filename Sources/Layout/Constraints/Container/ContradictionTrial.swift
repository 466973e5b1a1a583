/// A few required constraints in a solver of their own, to find out what contradicts them.
struct ContradictionTrial {
  private var solver = ConstraintSolver()
  private var variables: [ConstraintVariable: ConstraintVariable] = [:]
  private var tokens: [Int: ConstraintToken] = [:]
  private var keys: [ConstraintToken: Int] = [:]

  /// - Returns: Whether it suits those that are in it; else it is not added.
  mutating func add(_ constraint: LinearConstraint, key: Int) -> Bool {
    guard let token = try? solver.add(translated(constraint)) else { return false }
    tokens[key] = token
    keys[token] = key
    return true
  }

  mutating func remove(_ key: Int) {
    guard let token = tokens.removeValue(forKey: key) else { return }
    keys[token] = nil
    try? solver.remove(token)
  }

  /// The keys of constraints that the given one contradicts, and none of which can be spared; nil
  /// when it suits all of them.
  mutating func contradicting(_ constraint: LinearConstraint) -> Set<Int>? {
    do {
      let token = try solver.add(translated(constraint))
      try solver.remove(token)
      return nil
    } catch {
      guard case .unsatisfiable(let tokens) = error else { return nil }
      return Set(tokens.compactMap { keys[$0] })
    }
  }

  /// The same of this solver's variables.
  private mutating func translated(_ constraint: LinearConstraint) -> LinearConstraint {
    var constraint = constraint
    for index in constraint.expression.terms.indices {
      let variable = constraint.expression.terms[index].variable
      if let known = variables[variable] {
        constraint.expression.terms[index].variable = known
      } else {
        let made = solver.makeVariable()
        variables[variable] = made
        constraint.expression.terms[index].variable = made
      }
    }
    return constraint
  }
}
