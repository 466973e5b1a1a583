/// An unknown of a ``ConstraintSolver``. Only the solver that made it can use it.
package struct ConstraintVariable: Hashable, Sendable {
  let column: Int32
}

/// A constant plus a sum of variables, each multiplied by a coefficient.
package struct LinearExpression: Sendable {
  package struct Term: Sendable {
    package var variable: ConstraintVariable
    package var coefficient: Double

    package init(_ variable: ConstraintVariable, times coefficient: Double = 1) {
      self.variable = variable
      self.coefficient = coefficient
    }
  }

  /// A variable may occur in several terms: the solver adds them up.
  package var terms: [Term]
  package var constant: Double

  package init(_ terms: [Term] = [], constant: Double = 0) {
    self.terms = terms
    self.constant = constant
  }

  package init(_ variable: ConstraintVariable) {
    self.init([Term(variable)])
  }

  package static func + (left: LinearExpression, right: LinearExpression) -> LinearExpression {
    LinearExpression(left.terms + right.terms, constant: left.constant + right.constant)
  }

  package static func - (left: LinearExpression, right: LinearExpression) -> LinearExpression {
    left + right * -1
  }

  package static func * (left: LinearExpression, factor: Double) -> LinearExpression {
    LinearExpression(
      left.terms.map { Term($0.variable, times: $0.coefficient * factor) },
      constant: left.constant * factor)
  }
}
