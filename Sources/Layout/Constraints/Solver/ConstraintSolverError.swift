/// Why a ``ConstraintSolver`` refused; it is as it was before the call.
package enum ConstraintSolverError: Error, Hashable, Sendable {
  /// The required constraint cannot hold together with these, which are required as well. None of
  /// them can be spared: without any one of them, the rest and the new one can hold.
  case unsatisfiable(with: [ConstraintToken])
  /// A coefficient, constant, weight or suggested value is not a number, infinite, or outside of
  /// ``ConstraintSolver/Limits``.
  case outOfRange(Double)
  /// The variable is not, or no longer, one of this solver.
  case unknownVariable(ConstraintVariable)
  /// The constraint is not, or no longer, one of this solver.
  case unknownConstraint(ConstraintToken)
  /// The variable cannot be removed, because a constraint still mentions it.
  case variableInUse(ConstraintVariable)
}

extension ConstraintSolverError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unsatisfiable(let others):
      others.isEmpty
        ? "the required constraint can never hold"
        : "the required constraint cannot hold together with \(others.count) other(s)"
    case .outOfRange(let value):
      "\(value) is out of range: use finite numbers within ConstraintSolver.Limits"
    case .unknownVariable: "the variable is not one of this solver: make it with makeVariable()"
    case .unknownConstraint: "the constraint is not one of this solver, or was removed before"
    case .variableInUse: "the variable is in use: remove the constraints that mention it first"
    }
  }
}
