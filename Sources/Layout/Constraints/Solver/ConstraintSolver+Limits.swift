extension ConstraintSolver {
  /// What numbers the solver takes, so that double precision is enough for what it promises.
  package enum Limits {
    /// Constants and suggested values, at most, positive or negative.
    package static let constant = 1e12
    /// Coefficients, positive or negative.
    package static let coefficient = 1e-6...1e6
    /// The smallest coefficient of a constraint beside its largest.
    package static let ratio = 1e-6
    package static let weight = 1e-3...1e6

    /// The steps after which a search ends where it is. Searches take a few steps a constraint
    /// at most; this is far beyond.
    package static func steps(variables: Int, constraints: Int) -> Int {
      1_000 + 50 * (variables + constraints)
    }
  }

  /// A residual is none when it is this small beside the numbers that it is computed from.
  static let closeness = 1e-9
  /// A required constraint is in conflict when it cannot come closer than this, relatively.
  static let conflict = 1e-7
  /// A change of the objective is none when it is this small beside the greatest weight.
  static let flatness = 1e-9
  /// A hyperplane is parallel to an edge when the edge comes no closer than this in one unit.
  static let parallel = 1e-9
}
