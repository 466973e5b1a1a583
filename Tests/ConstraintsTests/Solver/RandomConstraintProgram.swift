import MillraceStoreTesting
@testable import MillraceConstraints

/// A solver with random additions and removals of constraints, and a list of its expected content.
struct RandomConstraintProgram {
  var generator: SeededGenerator
  var solver = ConstraintSolver()
  var variables: [ConstraintVariable] = []
  var edits: [Int] = []
  /// The accepted constraints that have not been removed.
  var held: [(token: ConstraintToken, constraint: LinearConstraint)] = []
  /// The last required constraint that was refused.
  var refusal: LinearConstraint?

  /// The largest absolute value of the constants, which are whole numbers. With few values, many
  /// hyperplanes meet in one point.
  var span = 30

  init(seed: UInt64, variables count: Int) throws {
    generator = SeededGenerator(seed: seed)
    variables = (0..<count).map { _ in solver.makeVariable() }
    for edit in 0..<2 {
      try solver.addEdit(variables[edit], tier: .soft(5))
      edits.append(edit)
    }
  }

  var suggested: [Double] = [0, 0]

  mutating func step() throws {
    refusal = nil
    switch Int.random(in: 0..<10, using: &generator) {
    case 0..<5: add()
    case 5..<7:
      guard let index = held.indices.randomElement(using: &generator) else { return }
      try solver.remove(held.remove(at: index).token)
    case 7: try setConstant()
    default:
      let edit = Int.random(in: 0..<2, using: &generator)
      suggested[edit] = Double(Int.random(in: -2 * span...2 * span, using: &generator))
      try solver.suggest(suggested[edit], for: variables[edits[edit]])
    }
  }

  mutating func randomConstraint() -> LinearConstraint {
    let terms = (0..<Int.random(in: 1...3, using: &generator)).map { _ in
      LinearExpression.Term(
        variables.randomElement(using: &generator) ?? variables[0],
        times: [-2, -1, -1, -0.5, 0.3, 0.5, 1, 1, 2].randomElement(using: &generator) ?? 1)
    }
    let ranks: [Int?] = [nil, nil, 1, 2, 2, 3, 7]
    let rank = ranks.randomElement(using: &generator) ?? nil
    return LinearConstraint(
      LinearExpression(terms, constant: Double(Int.random(in: -span...span, using: &generator))),
      ConstraintRelation.allCases.randomElement(using: &generator) ?? .equal,
      tier: rank.map { .soft(Double($0)) } ?? .required,
      weight: Double(Int.random(in: 1...5, using: &generator)))
  }

  private mutating func add() {
    let constraint = randomConstraint()
    do {
      held.append((try solver.add(constraint), constraint))
    } catch .unsatisfiable {
      refusal = constraint
    } catch {
      preconditionFailure("\(error)")
    }
  }

  private mutating func setConstant() throws {
    guard let index = held.indices.randomElement(using: &generator) else { return }
    var (token, constraint) = held[index]
    constraint.expression.constant = Double(Int.random(in: -span...span, using: &generator))
    do throws(ConstraintSolverError) {
      try solver.setConstant(of: token, to: constraint.expression.constant)
      held[index].constraint = constraint
    } catch {
      guard error == .unsatisfiable else { throw error }
      refusal = constraint
    }
  }

  /// A new solver with the same constraints in another order; nil when it refuses one.
  mutating func fresh() -> ConstraintSolver? {
    var order = held.map(\.constraint)
    order.shuffle(using: &generator)
    return solver(holding: order, edits: true)
  }

  func solver(holding constraints: [LinearConstraint], edits isEdited: Bool) -> ConstraintSolver? {
    var fresh = ConstraintSolver()
    for _ in variables { _ = fresh.makeVariable() }
    do {
      for constraint in constraints { _ = try fresh.add(constraint) }
      for (edit, value) in zip(edits, suggested) where isEdited {
        try fresh.addEdit(variables[edit], tier: .soft(5))
        try fresh.suggest(value, for: variables[edit])
      }
    } catch {
      return nil
    }
    fresh.solve()
    return fresh
  }

  static let tiers: [ConstraintTier] = [
    .required, .soft(7), .soft(5), .soft(3), .soft(2), .soft(1),
  ]

  /// Whether this solver's violations equal another's in each tier.
  func isAsGood(as other: ConstraintSolver) -> Bool {
    Self.tiers.allSatisfy {
      let (mine, theirs) = (violation(of: $0, in: solver), violation(of: $0, in: other))
      return abs(mine - theirs) <= 1e-6 * (1 + abs(theirs))
    }
  }

  private func violation(of tier: ConstraintTier, in solver: ConstraintSolver) -> Double {
    let preferences = zip(edits, suggested).map { edit, value in
      LinearConstraint(
        LinearExpression([.init(variables[edit])], constant: -value), .equal, tier: .soft(5))
    }
    return (held.map(\.constraint) + preferences).filter { $0.tier == tier }
      .reduce(0) { $0 + $1.violation(in: solver) }
  }
}
