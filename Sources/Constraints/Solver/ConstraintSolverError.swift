/// Why a ``ConstraintSolver`` refused; what it solves is as before the call.
package enum ConstraintSolverError: Error, Hashable, Sendable {
  /// The required constraint cannot hold together with the others that are required.
  case unsatisfiable
  /// A coefficient, constant, weight or suggested value is not a number, infinite, or outside of
  /// ``ConstraintSolver/Limits``.
  case outOfRange(Double)
  /// The variable is not, or no longer, one of this solver, or no edit variable.
  case unknownVariable(ConstraintVariable)
  /// The constraint is not, or no longer, one of this solver.
  case unknownConstraint(ConstraintToken)
  /// The variable cannot be removed, because a constraint still mentions it.
  case variableInUse(ConstraintVariable)
}
