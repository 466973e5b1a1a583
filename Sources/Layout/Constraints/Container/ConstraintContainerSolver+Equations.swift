extension ConstraintContainerSolver {
  /// What a constraint says of the unknowns.
  func equation(of source: ConstraintSource) -> LinearConstraint {
    switch source {
    case .constraint(let constraint):
      let isMirrored = currentDirection == .rightToLeft && constraint.isDirectional
      var other = LinearExpression(constant: constraint.constant)
      if let second = constraint.second {
        other = other + expression(of: second, isMirrored: isMirrored) * constraint.multiplier
      }
      return LinearConstraint(
        expression(of: constraint.first, isMirrored: isMirrored), constraint.relation, other,
        tier: constraint.priority.tier)
    case .suggestion(let anchor, let value, let priority):
      let isMirrored = currentDirection == .rightToLeft && anchor.attribute.isDirectional
      return LinearConstraint(
        expression(of: anchor, isMirrored: isMirrored), .equal, LinearExpression(constant: value),
        tier: priority.tier)
    case .notNegative(let item, let axis):
      return LinearConstraint(
        expression(of: item[axis.size], isMirrored: false), .greaterThanOrEqual)
    case .hugging(let item, let axis, let size, let priority):
      return LinearConstraint(
        expression(of: item[axis.size], isMirrored: false), .lessThanOrEqual,
        LinearExpression(constant: size), tier: priority.tier)
    case .compressionResistance(let item, let axis, let size, let priority):
      return LinearConstraint(
        expression(of: item[axis.size], isMirrored: false), .greaterThanOrEqual,
        LinearExpression(constant: size), tier: priority.tier)
    case .containerSize(let axis, let size):
      return LinearConstraint(
        expression(of: LayoutItemID.container[axis.size], isMirrored: false), .equal,
        LinearExpression(constant: size))
    }
  }

  /// - Parameter isMirrored: Whether what has a mirror image is measured from the right edge.
  private func expression(of anchor: LayoutAnchor, isMirrored: Bool) -> LinearExpression {
    let width = LinearExpression(containerWidth)
    switch anchor.attribute {
    case .left: return left(of: anchor.item)
    case .right: return left(of: anchor.item) + self.width(of: anchor.item)
    case .top: return top(of: anchor.item)
    case .bottom: return top(of: anchor.item) + height(of: anchor.item)
    case .width: return self.width(of: anchor.item)
    case .height: return height(of: anchor.item)
    case .leading:
      return isMirrored
        ? width - left(of: anchor.item) - self.width(of: anchor.item) : left(of: anchor.item)
    case .trailing:
      return isMirrored
        ? width - left(of: anchor.item) : left(of: anchor.item) + self.width(of: anchor.item)
    case .centerX:
      let center = left(of: anchor.item) + self.width(of: anchor.item) * 0.5
      return isMirrored ? width - center : center
    case .centerY: return top(of: anchor.item) + height(of: anchor.item) * 0.5
    }
  }

  private func left(of item: LayoutItemID) -> LinearExpression {
    (boxes[item.number]?.unknowns).map { LinearExpression($0.left) } ?? LinearExpression()
  }

  private func top(of item: LayoutItemID) -> LinearExpression {
    (boxes[item.number]?.unknowns).map { LinearExpression($0.top) } ?? LinearExpression()
  }

  private func width(of item: LayoutItemID) -> LinearExpression {
    LinearExpression(boxes[item.number]?.unknowns?.width ?? containerWidth)
  }

  private func height(of item: LayoutItemID) -> LinearExpression {
    LinearExpression(boxes[item.number]?.unknowns?.height ?? containerHeight)
  }
}
