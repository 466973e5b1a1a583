/// How the two sides of a constraint compare.
public enum ConstraintRelation: Hashable, Sendable, CaseIterable {
  case lessThanOrEqual
  case equal
  case greaterThanOrEqual

  /// The relation seen from the other side: what holds when both sides change their sign.
  package var flipped: ConstraintRelation {
    switch self {
    case .lessThanOrEqual: .greaterThanOrEqual
    case .equal: .equal
    case .greaterThanOrEqual: .lessThanOrEqual
    }
  }
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
