/// The reason why a ``ConstraintSolver`` refused a call. The call had no effect.
package enum ConstraintSolverError: Error, Hashable, Sendable {
  /// The required constraint contradicts other required constraints.
  case unsatisfiable
  /// A coefficient, constant, weight or suggested value is outside of ``ConstraintSolver/Limits``,
  /// or is not a number.
  case outOfRange(Double)
  /// The variable does not belong to this solver, was removed, or is not an edit variable.
  case unknownVariable(ConstraintVariable)
  /// The constraint does not belong to this solver, or was removed.
  case unknownConstraint(ConstraintToken)
  /// The variable cannot be removed, because a constraint still mentions it.
  case variableInUse(ConstraintVariable)
}
