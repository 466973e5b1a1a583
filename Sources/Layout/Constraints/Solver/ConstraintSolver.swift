/// Solves linear constraints of different importance, and keeps the solution up to date while
/// constraints come and go and single constants change.
///
/// The model is Cassowary's: variables, linear equations and inequalities that are required or
/// only wished for, edit variables. Unlike Cassowary's, tiers are never mixed: each
/// ``ConstraintTier`` is minimised in turn on what the higher ones leave open, so that no number of
/// lower wishes outweighs a higher one.
///
/// The method is a simplex search, in a form that needs no auxiliary variables: the solver stands
/// on as many independent hyperplanes ("active" constraints, the *basis*) as there are variables,
/// and violations are the objective itself, which is piecewise linear. It leaves one hyperplane
/// along an edge and goes on until the objective stops falling or a higher tier would suffer,
/// which puts it on another one. Every point is a legal start: after an edit the search goes on
/// from where it was, and nearly always it is there already. A variable that no active constraint
/// determines stands still at its last value, 0 at first.
///
/// It does not fail: a basis that went bad numerically is repaired and factored anew, Bland's rule
/// ends cycles, and a bound on the steps (``Limits/steps(variables:constraints:)``) ends what is
/// left, with the best point found.
///
/// Sources: G. J. Badros, A. Borning, P. J. Stuckey, "The Cassowary Linear Arithmetic Constraint
/// Solving Algorithm", ACM TOCHI 8(4), 2001, for the model; R. Fourer, "A simplex algorithm for
/// piecewise-linear programming I", Mathematical Programming 33, 1985, for the search; R. G. Bland,
/// "New finite pivoting rules for the simplex method", Mathematics of Operations Research 2(2),
/// 1977. For exact tiers: J. P. Ignizio, "Goal Programming and Extensions", 1976.
package struct ConstraintSolver: Sendable {
  var rows = ConstraintRows()

  /// The tiers in use, highest first, and the rows of each.
  var ranks: [Int] = []
  var rowsOfRank: [[Int]] = []

  // One entry a variable.
  var isLive: [Bool] = []
  var freeVariables: [Int] = []
  var values: [Double] = []
  /// Where a variable stands still while no constraint determines it.
  var anchors: [Double] = []
  var edits: [Int: ConstraintToken] = [:]

  /// For each position of the basis its row, or the complement of a variable that stands still.
  var basis: [Int] = []
  var factors = BasisFactorization()

  // What has to be done before the values are right again.
  var needsFactors = false
  var needsPoint = false
  var needsFeasibility = false
  var needsSearch = false
  /// The last search found that no other values are as good.
  var isDetermined = true

  var scratch = ConstraintScratch()

  /// What the search did since the solver was made.
  package internal(set) var counters = ConstraintCounters()

  package init() {}

  package var variableCount: Int { isLive.count - freeVariables.count }
  package var constraintCount: Int { rows.usedCount }

  /// A new variable; 0 until a constraint says otherwise. O(1) amortised.
  package mutating func makeVariable() -> ConstraintVariable {
    if let slot = freeVariables.popLast() {
      isLive[slot] = true
      return ConstraintVariable(slot: slot)
    }
    let slot = isLive.count
    isLive.append(true)
    values.append(0)
    anchors.append(0)
    rows.addColumn()
    basis.append(~slot)
    if !needsFactors { factors.extend() }
    scratch.addColumn()
    isDetermined = false
    needsSearch = true
    return ConstraintVariable(slot: slot)
  }

  /// Gives a variable back, which must not be used afterwards.
  ///
  /// - Throws: ``ConstraintSolverError/variableInUse(_:)`` while a constraint mentions it.
  package mutating func remove(
    _ variable: ConstraintVariable
  ) throws(ConstraintSolverError) {
    try check(variable)
    guard rows.entries[variable.slot].isEmpty else { throw .variableInUse(variable) }
    isLive[variable.slot] = false
    values[variable.slot] = 0
    anchors[variable.slot] = 0
    freeVariables.append(variable.slot)
  }

  /// The variable's value as of the last ``solve()``; 0 for one that is not of this solver.
  ///
  /// Between an edit and the next ``solve()`` it is none in particular.
  package func value(of variable: ConstraintVariable) -> Double {
    values.indices.contains(variable.slot) ? values[variable.slot] : 0
  }

  /// How far the constraint is from holding at the values of the last ``solve()``; never negative.
  ///
  /// - Throws: ``ConstraintSolverError/unknownConstraint(_:)``.
  package func violation(of token: ConstraintToken) throws(ConstraintSolverError) -> Double {
    try check(token)
    return violation(ofRow: token.slot) / rows.scale[token.slot]
  }

  /// The weighted sum of the violations in a tier at the values of the last ``solve()``.
  package func violation(of tier: ConstraintTier) -> Double {
    guard let index = ranks.firstIndex(of: tier.rank) else { return 0 }
    return rowsOfRank[index].reduce(0) { $0 + violation(ofRow: $1) * rows.weight[$1] }
  }

  private func violation(ofRow row: Int) -> Double {
    var residual = -rows.target[row]
    for term in rows.terms(of: row) {
      residual += rows.coefficients[term] * values[Int(rows.columns[term])]
    }
    return switch rows.relation[row] {
    case .lessThanOrEqual: max(0, residual)
    case .equal: abs(residual)
    case .greaterThanOrEqual: max(0, -residual)
    }
  }

  func check(_ variable: ConstraintVariable) throws(ConstraintSolverError) {
    guard isLive.indices.contains(variable.slot), isLive[variable.slot] else {
      throw .unknownVariable(variable)
    }
  }

  func check(_ token: ConstraintToken) throws(ConstraintSolverError) {
    guard rows.isUsed.indices.contains(token.slot), rows.isUsed[token.slot],
      rows.generation[token.slot] == token.generation
    else { throw .unknownConstraint(token) }
  }
}

/// How much work a ``ConstraintSolver`` did; what its cost grows with.
package struct ConstraintCounters: Hashable, Sendable {
  /// Hyperplanes exchanged in the basis.
  package var steps = 0
  /// Of these, those that did not move the point.
  package var degenerateSteps = 0
  /// Times that the basis was factored.
  package var factorizations = 0
  /// Rows that left the basis because they turned out to depend on others.
  package var repairs = 0
  /// Searches that the bound on the steps ended.
  package var exhaustedSearches = 0
}

/// Arrays that the search fills and reads, kept so that it does not allocate.
struct ConstraintScratch: Sendable {
  // One number a position or column.
  var right: [Double] = []
  /// All zero between uses.
  var gradient: [Double] = []
  var multipliers: [Double] = []
  var direction: [Double] = []
  var newRow: [Double] = []
  var isBanned: [Bool] = []
  // One number a row; zero between uses.
  var rates: [Double] = []
  var touched: [Int32] = []
  var stops: [ConstraintStop] = []

  mutating func addColumn() {
    right.append(0)
    gradient.append(0)
    multipliers.append(0)
    direction.append(0)
    newRow.append(0)
    isBanned.append(false)
  }

  mutating func makeRoom(forRows slots: Int) {
    while rates.count < slots { rates.append(0) }
  }
}

/// Where the search meets a row's hyperplane on its way.
struct ConstraintStop: Sendable {
  var row: Int32
  var rate: Double
  var distance: Double
  /// How much less the objective falls beyond it; infinite where nothing may pass.
  var gain: Double
}
