/// The importance of a constraint.
///
/// Tiers are lexicographic: no number of constraints in lower tiers outweighs one in a higher tier.
/// Within one tier the weighted sum of the violations is as small as the higher tiers allow.
package enum ConstraintTier: Hashable, Sendable {
  /// The constraint holds, or cannot be added.
  case required
  /// The constraint holds as far as higher tiers allow. A greater number is a higher tier.
  case soft(Double)
}

/// The constraint `expression relation 0`, and its importance.
package struct LinearConstraint: Sendable {
  package var expression: LinearExpression
  package var relation: ConstraintRelation
  package var tier: ConstraintTier
  /// The weight of a violation of 1 within the tier. It has no effect on a required constraint.
  package var weight: Double
  /// For an equation: the tier of `expression >= 0`, if it differs from ``tier``, which then
  /// applies only to `expression <= 0`. Both tiers must be soft.
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

  /// Makes the constraint `left relation right`.
  package init(
    _ left: LinearExpression, _ relation: ConstraintRelation, _ right: LinearExpression,
    tier: ConstraintTier = .required, weight: Double = 1
  ) {
    self.init(left - right, relation, tier: tier, weight: weight)
  }
}

/// Identifies a constraint in the ``ConstraintSolver`` to which it was added. Tokens are never
/// reused.
package struct ConstraintToken: Hashable, Sendable {
  let number: Int
}
