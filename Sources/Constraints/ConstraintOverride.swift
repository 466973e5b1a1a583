/// A change to a constraint while a program runs. A component keeps the override in its local
/// state, and passes it to ``LayoutConstraint/overridden(by:)``.
///
/// ```swift
/// @Local var gap = ConstraintOverride()
///
/// Constrained {
///   Button("Fold") { gap.constant = 0 }.anchored("title")
///   Text("Hello Ana, …").anchored("text")
/// } constraints: { it in
///   (it.text.top == it.title.bottom + 1).overridden(by: gap)
/// }
/// ```
public struct ConstraintOverride: Hashable, Sendable {
  /// The constant, in cells; nil keeps the constant of the overridden constraint. Constraints that
  /// share an override get the same constant, so insets from opposite edges, whose signs differ,
  /// need two overrides.
  public var constant: Double?
  /// The importance; nil keeps the priority of the overridden constraint.
  public var priority: ConstraintPriority?
  /// Whether the constraint exists.
  public var isActive: Bool

  /// Makes an override; without arguments, one that changes nothing.
  /// - Parameters:
  ///   - constant: the constant, in cells; nil keeps that of the overridden constraint.
  ///   - priority: the importance; nil keeps that of the overridden constraint.
  ///   - isActive: whether the constraint exists.
  public init(
    constant: Double? = nil, priority: ConstraintPriority? = nil, isActive: Bool = true
  ) {
    self.constant = constant
    self.priority = priority
    self.isActive = isActive
  }
}
