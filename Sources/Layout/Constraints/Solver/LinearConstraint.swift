/// How much a constraint matters.
///
/// Tiers are lexicographic: a higher one is never traded against any amount of lower ones. Within
/// one tier the weighted sum of the violations is as small as the higher tiers allow.
package enum ConstraintTier: Hashable, Sendable {
  /// Holds, or cannot be added.
  case required
  /// Holds as far as higher tiers leave room; a greater number is a higher tier.
  case soft(Int)

  /// Greater for what matters more; `required` above all.
  var rank: Int {
    switch self {
    case .required: .max
    case .soft(let rank): min(rank, .max - 1)
    }
  }
}

/// `expression relation 0`, and how much it matters.
package struct LinearConstraint: Sendable {
  package var expression: LinearExpression
  package var relation: ConstraintRelation
  package var tier: ConstraintTier
  /// What a violation of one counts for among the constraints of the tier; of no effect on a
  /// required one.
  package var weight: Double

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
  let slot: Int
  /// Which of the constraints that had the slot, one after another.
  let generation: Int
}
