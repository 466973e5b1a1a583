/// How the two sides of a constraint compare.
public enum ConstraintRelation: String, Sendable, CaseIterable, CustomStringConvertible {
  /// At most the other side.
  case lessThanOrEqual = "<="
  /// Equal to the other side.
  case equal = "="
  /// At least the other side.
  case greaterThanOrEqual = ">="

  public var description: String { rawValue }
}
