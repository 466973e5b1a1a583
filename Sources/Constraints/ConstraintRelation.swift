/// How the two sides of a constraint compare.
public enum ConstraintRelation: String, Sendable, CaseIterable, CustomStringConvertible {
  /// The left side is at most the right side.
  case lessThanOrEqual = "<="
  /// The left side equals the right side.
  case equal = "="
  /// The left side is at least the right side.
  case greaterThanOrEqual = ">="

  public var description: String { rawValue }
}
