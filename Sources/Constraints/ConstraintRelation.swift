/// How the two sides of a constraint compare.
public enum ConstraintRelation: String, Sendable, CaseIterable, CustomStringConvertible {
  case lessThanOrEqual = "<="
  case equal = "="
  case greaterThanOrEqual = ">="

  public var description: String { rawValue }
}
