import MillraceLayout

// Constraints nearly as on paper: `x + 2 * y .<= 10`. The operators with a dot are overloads of
// what the standard library has for vectors, which leaves `==` and its like alone.

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
  func tier(_ rank: Int, weight: Double = 1) -> LinearConstraint {
    LinearConstraint(expression, relation, tier: .soft(rank), weight: weight)
  }
}
