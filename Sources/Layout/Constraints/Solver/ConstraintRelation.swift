/// How the two sides of a constraint compare.
public enum ConstraintRelation: Hashable, Sendable, CaseIterable {
  case lessThanOrEqual
  case equal
  case greaterThanOrEqual
}

extension ConstraintRelation: CustomStringConvertible {
  public var description: String {
    switch self {
    case .lessThanOrEqual: "<="
    case .equal: "="
    case .greaterThanOrEqual: ">="
    }
  }
}
