/// Solves linear constraints of different importance, and updates the solution when constraints are
/// added or removed and when constants change.
///
/// The algorithm is Cassowary: a simplex tableau of linear equations, with a slack for each
/// inequality, one error for each soft inequality, and two for each soft equation. The sums of the
/// errors are the objective.
/// Free variables are basic wherever possible. A new constraint is solved for one of its columns,
/// which is then substituted in the other rows. A new constant of a constraint changes the rows
/// that mention its marker, and the dual simplex makes them feasible again. Unlike the original,
/// the solver never mixes tiers: the objective has a row for each tier, and prices (reduced costs)
/// are compared tier by tier.
///
/// The search stops and keeps the current values if it takes more than 1,000 steps plus
/// ``Limits/steps`` for each row, or if rounding errors mislead it. All values stay finite.
///
/// Source: G. J. Badros, A. Borning, P. J. Stuckey, "The Cassowary Linear Arithmetic Constraint
/// Solving Algorithm", ACM TOCHI 8(4), 2001. Against cycles: R. G. Bland, "New finite pivoting
/// rules for the simplex method", Mathematics of Operations Research 2(2), 1977.
package struct ConstraintSolver: Sendable {
  /// The numbers that the solver accepts, so that double precision is sufficient.
  package enum Limits {
    /// The largest absolute value of constants and suggested values.
    package static let constant = 1e7
    /// The range of a coefficient's absolute value, and of its ratio to the largest coefficient of
    /// the same constraint.
    package static let coefficient = 1e-4...1e4
    package static let weight = 1e-3...1e3
    package static let steps = 50
  }

  struct Entry: Sendable {
    /// The column whose value changes with the constant: a slack, an error or a dummy.
    var marker: Int32
    /// For a soft constraint: the error column for violations in the direction that the marker does
    /// not cover.
    var other: Int32?
    /// The costs of the marker and the other column.
    var costs: [(column: Int32, rank: Double, weight: Double)] = []
    var variables: [Int32]
    /// The constant that the caller gave.
    var constant: Double
    /// The change of the marker's value if the given constant grows by 1.
    var scale: Double
    var isRequired: Bool
  }

  var tableau = Tableau()
  /// The ranks of the tableau's costs, the highest first.
  var ranks: [Double] = []
  private var entries: [Int: Entry] = [:]
  private var nextToken = 1
  private var edits: [ConstraintVariable: ConstraintToken] = [:]
  /// The number of constraints that mention a variable, by the variable's column. Other columns
  /// have no entry.
  private var uses: [Int32: Int] = [:]
  var isOptimal = true

  /// The number of column exchanges since the solver was made, which measures the cost of solving.
  package internal(set) var pivots = 0
  /// The number of searches that the solver gave up, after too many steps or because of rounding
  /// errors. A conflict of constraints does not count.
  package internal(set) var exhausted = 0

  package init() {}

  package var variableCount: Int { uses.count }
  package var constraintCount: Int { entries.count }

  /// Makes a variable. Its value is 0 until a constraint determines it.
  /// - Parameter isNotNegative: Whether the variable is 0 or more in every solution.
  package mutating func makeVariable(isNotNegative: Bool = false) -> ConstraintVariable {
    let column = tableau.makeColumn(isNotNegative ? .restricted : .free)
    uses[column] = 0
    return ConstraintVariable(column: column)
  }

  /// Removes a variable, which must not be used afterwards.
  ///
  /// - Throws: ``ConstraintSolverError/variableInUse(_:)`` while a constraint mentions it;
  ///   `unknownVariable`.
  package mutating func remove(_ variable: ConstraintVariable) throws(ConstraintSolverError) {
    try check(variable)
    guard uses[variable.column] == 0 else { throw .variableInUse(variable) }
    uses[variable.column] = nil
    tableau.remove(variable.column)
  }

  /// The variable's value after the last ``solve()``; 0 for a removed variable.
  package func value(of variable: ConstraintVariable) -> Double {
    uses[variable.column] == nil ? 0 : tableau.value(of: variable.column)
  }

  // MARK: - Constraints

  /// Adds a constraint. The values are up to date after the next ``solve()``.
  ///
  /// - Throws: `unsatisfiable` if the constraint is required and other required constraints
  ///   contradict it; `outOfRange` for its numbers; `unknownVariable`.
  /// - Complexity: O(the rows that mention its variables); for a required constraint, a search in
  ///   the worst case.
  package mutating func add(
    _ constraint: LinearConstraint
  ) throws(ConstraintSolverError) -> ConstraintToken {
    let (terms, scale) = try checkedTerms(of: constraint)
    restoreFeasibility()
    let isRequired = constraint.tier == .required && constraint.tierBelow == nil
    let constant = constraint.expression.constant
    var entry = Entry(
      marker: -1, variables: terms.map(\.column), constant: constant, scale: scale,
      isRequired: isRequired)
    var row = Tableau.Row(constant: constant * scale)
    for term in terms { tableau.add(term.column, times: term.coefficient * scale, to: &row) }

    let isEquation = constraint.relation == .equal
    // The marker represents the constant: `expression + sign · marker = 0`.
    let sign = constraint.relation == .lessThanOrEqual || (isEquation && isRequired) ? 1.0 : -1
    entry.marker = tableau.makeColumn(isEquation && isRequired ? .dummy : .restricted)
    tableau.add(entry.marker, times: sign, to: &row)
    if !isRequired {
      let other = tableau.makeColumn(.restricted)
      tableau.add(other, times: -sign, to: &row)
      entry.other = other
    }
    entry.scale = -scale * sign

    do {
      try insert(row, entry)
    } catch {
      tableau.remove(entry.marker)
      throw error
    }
    if let other = entry.other {
      let tiers = [
        (entry.marker, isEquation ? constraint.tier : nil),
        (other, constraint.tierBelow ?? constraint.tier),
      ]
      for case (let column, .soft(let rank)?) in tiers {
        entry.costs.append((column, rank, constraint.weight / scale))
        addCost(column, rank, constraint.weight / scale)
      }
    }
    for column in entry.variables { uses[column, default: 0] += 1 }
    let token = ConstraintToken(number: nextToken)
    nextToken += 1
    entries[token.number] = entry
    isOptimal = false
    return token
  }

  /// Removes a constraint.
  ///
  /// - Throws: ``ConstraintSolverError/unknownConstraint(_:)``.
  /// - Complexity: O(the rows that mention it).
  package mutating func remove(_ token: ConstraintToken) throws(ConstraintSolverError) {
    let entry = try entry(of: token)
    restoreFeasibility()
    entries[token.number] = nil
    if let edit = edits.first(where: { $0.value == token }) { edits[edit.key] = nil }
    for (column, rank, weight) in entry.costs { addCost(column, rank, -weight) }
    for column in entry.variables { uses[column, default: 0] -= 1 }
    // The marker and the other column of a soft constraint occur in the same rows. If one of them
    // is basic, the other occurs only in the row of the basic one.
    let columns = [entry.marker, entry.other].compactMap(\.self)
    if !columns.contains(where: { tableau.isBasic[Int($0)] }),
      let leaving = rowToLeave(for: entry.marker)
    {
      pivot(leaving, for: entry.marker)
    }
    for column in columns { tableau.remove(column) }
    isOptimal = false
  }

  /// Changes the constant in a constraint's expression.
  ///
  /// - Throws: `unsatisfiable` and `outOfRange` as ``add(_:)``, and `unknownConstraint`. The
  ///   constraint then keeps its old constant.
  /// - Complexity: O(the rows that mention it), and a few steps of the search if other constraints
  ///   depend on it.
  package mutating func setConstant(
    of token: ConstraintToken, to constant: Double
  ) throws(ConstraintSolverError) {
    let entry = try entry(of: token)
    try check(constant: constant)
    if entry.constant == constant { return }
    if entry.isRequired { solve() } else { optimize() }
    let amount = (constant - entry.constant) * entry.scale
    tableau.shift(entry.marker, by: amount)
    if entry.isRequired, !optimizeDually() {
      tableau.shift(entry.marker, by: -amount)
      restoreFeasibility()
      throw .unsatisfiable
    }
    entries[token.number]?.constant = constant
  }

  /// Makes a variable an edit variable, whose first suggested value is its current value.
  ///
  /// A second call for the same variable replaces the first.
  package mutating func addEdit(
    _ variable: ConstraintVariable, tier: ConstraintTier, weight: Double = 1
  ) throws(ConstraintSolverError) {
    let token = try addStay(variable, tier: tier, weight: weight)
    if let former = edits[variable] { try remove(former) }
    edits[variable] = token
  }

  /// Adds the constraint that a variable equals its current value.
  package mutating func addStay(
    _ variable: ConstraintVariable, tier: ConstraintTier, weight: Double = 1
  ) throws(ConstraintSolverError) -> ConstraintToken {
    try check(variable)
    solve()
    let value = min(max(value(of: variable), -Limits.constant), Limits.constant)
    return try add(
      LinearConstraint(
        LinearExpression([.init(variable)], constant: -value), .equal, tier: tier, weight: weight))
  }

  /// Reverts ``addEdit(_:tier:weight:)``. The call has no effect if the variable is not an edit
  /// variable.
  package mutating func removeEdit(_ variable: ConstraintVariable) throws(ConstraintSolverError) {
    try check(variable)
    if let token = edits[variable] { try remove(token) }
  }

  /// Suggests a value for an edit variable. The next ``solve()`` follows it as far as the edit's
  /// tier allows.
  ///
  /// - Throws: `unknownVariable` if the variable is not an edit variable; `outOfRange`.
  package mutating func suggest(
    _ value: Double, for variable: ConstraintVariable
  ) throws(ConstraintSolverError) {
    try check(variable)
    guard let token = edits[variable] else { throw .unknownVariable(variable) }
    try setConstant(of: token, to: -value)
  }

  /// Computes the values for the current constraints.
  package mutating func solve() {
    restoreFeasibility()
    optimize()
  }

  // MARK: - Checks

  private typealias ColumnTerm = (column: Int32, coefficient: Double)

  /// Returns the terms with each variable once and without zeros, and the factor that brings the
  /// largest coefficient near 1.
  private func checkedTerms(
    of constraint: LinearConstraint
  ) throws(ConstraintSolverError) -> (terms: [ColumnTerm], scale: Double) {
    var terms: [ColumnTerm] = []
    for term in constraint.expression.terms {
      try check(term.variable)
      guard term.coefficient.isFinite else { throw .outOfRange(term.coefficient) }
      let column = term.variable.column
      if let index = terms.firstIndex(where: { $0.column == column }) {
        let sum = terms[index].coefficient + term.coefficient
        // A sum that differs from 0 only because of rounding counts as 0.
        let size = abs(terms[index].coefficient) + abs(term.coefficient)
        terms[index].coefficient = abs(sum) <= 1e-12 * size ? 0 : sum
      } else {
        terms.append((column, term.coefficient))
      }
    }
    terms.removeAll { $0.coefficient == 0 }
    let largest = terms.reduce(0) { max($0, abs($1.coefficient)) }
    for term in terms {
      let size = abs(term.coefficient)
      guard Limits.coefficient.contains(size), size >= Limits.coefficient.lowerBound * largest
      else { throw .outOfRange(term.coefficient) }
    }
    try check(constant: constraint.expression.constant)
    guard constraint.tier == .required || Limits.weight.contains(constraint.weight) else {
      throw .outOfRange(constraint.weight)
    }
    return (terms, largest == 0 ? 1 : 1 / largest.binade)
  }

  private func check(constant: Double) throws(ConstraintSolverError) {
    guard abs(constant) <= Limits.constant else { throw .outOfRange(constant) }
  }

  private func check(_ variable: ConstraintVariable) throws(ConstraintSolverError) {
    if uses[variable.column] == nil { throw .unknownVariable(variable) }
  }

  private func entry(of token: ConstraintToken) throws(ConstraintSolverError) -> Entry {
    guard let entry = entries[token.number] else { throw .unknownConstraint(token) }
    return entry
  }
}
