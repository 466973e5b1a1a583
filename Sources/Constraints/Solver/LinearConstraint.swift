/// How much a constraint matters.
///
/// Tiers are lexicographic: a higher one is never traded against any amount of lower ones. Within
/// one tier the weighted sum of the violations is as small as the higher tiers allow.
package enum ConstraintTier: Hashable, Sendable {
  /// Holds, or cannot be added.
  case required
  /// Holds as far as higher tiers leave room; a greater number is a higher tier.
  case soft(Int)
}

/// `expression relation 0`, and how much it matters.
package struct LinearConstraint: Sendable {
  package var expression: LinearExpression
  package var relation: ConstraintRelation
  package var tier: ConstraintTier
  /// What a violation of one counts for among the constraints of the tier; of no effect on a
  /// required one.
  package var weight: Double
  /// Of an equation: how much it matters that the expression is not less than 0, where that is not
  /// as much as that it is not greater.
  package var tierBelow: ConstraintTier?

  package init(
    _ expression: LinearExpression, _ relation: ConstraintRelation,
    tier: ConstraintTier = .required, weight: Double = 1
  ) {
    self.expression = expression
    self.relation = relation
    self.tier = tier
    self.weight = weight
  }

  /// `left relation right`.
  package init(
    _ left: LinearExpression, _ relation: ConstraintRelation, _ right: LinearExpression,
    tier: ConstraintTier = .required, weight: Double = 1
  ) {
    self.init(left - right, relation, tier: tier, weight: weight)
  }
}

/// Names a constraint of the ``ConstraintSolver`` that took it in; never reused.
package struct ConstraintToken: Hashable, Sendable {
  let number: Int
}
