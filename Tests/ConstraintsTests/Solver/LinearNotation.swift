@testable import MillraceConstraints

// Operators to write constraints: `x + 2 * y .<= 10`. They overload the dotted operators of SIMD
// vectors, because `==` and `<=` must keep returning `Bool`.

func * (factor: Double, variable: ConstraintVariable) -> LinearExpression {
  LinearExpression(variable) * factor
}

func + (left: ConstraintVariable, right: ConstraintVariable) -> LinearExpression {
  LinearExpression(left) + LinearExpression(right)
}

func + (left: ConstraintVariable, right: LinearExpression) -> LinearExpression {
  LinearExpression(left) + right
}

func + (left: LinearExpression, right: ConstraintVariable) -> LinearExpression {
  left + LinearExpression(right)
}

func - (left: ConstraintVariable, right: ConstraintVariable) -> LinearExpression {
  LinearExpression(left) - LinearExpression(right)
}

func .<= (left: LinearExpression, right: Double) -> LinearConstraint {
  LinearConstraint(left, .lessThanOrEqual, LinearExpression(constant: right))
}

func .== (left: LinearExpression, right: Double) -> LinearConstraint {
  LinearConstraint(left, .equal, LinearExpression(constant: right))
}

func .>= (left: LinearExpression, right: Double) -> LinearConstraint {
  LinearConstraint(left, .greaterThanOrEqual, LinearExpression(constant: right))
}

func .<= (left: ConstraintVariable, right: Double) -> LinearConstraint {
  LinearExpression(left) .<= right
}

func .== (left: ConstraintVariable, right: Double) -> LinearConstraint {
  LinearExpression(left) .== right
}

func .>= (left: ConstraintVariable, right: Double) -> LinearConstraint {
  LinearExpression(left) .>= right
}

extension LinearConstraint {
  func tier(_ rank: Double, weight: Double = 1) -> LinearConstraint {
    LinearConstraint(expression, relation, tier: .soft(rank), weight: weight)
  }
}

extension LinearConstraint {
  /// The amount by which the constraint is violated, times its weight.
  func violation(in solver: ConstraintSolver) -> Double {
    let value = expression.terms.reduce(expression.constant) {
      $0 + $1.coefficient * solver.value(of: $1.variable)
    }
    let amount =
      switch relation {
      case .lessThanOrEqual: max(0, value)
      case .equal: abs(value)
      case .greaterThanOrEqual: max(0, -value)
      }
    return tier == .required ? amount : amount * weight
  }
}
