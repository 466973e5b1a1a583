/// A required constraint that was left out, because it contradicts others that are required.
public struct ConstraintConflict: Error, Hashable, Sendable {
  /// The one left out: the newest of those that contradict each other.
  public var leftOut: ConstraintSource
  /// Those it contradicts. Without any one of them, all the others could hold.
  public var others: [ConstraintSource]

  public init(leftOut: ConstraintSource, others: [ConstraintSource]) {
    self.leftOut = leftOut
    self.others = others
  }
}

/// Where a constraint comes from.
public enum ConstraintSource: Hashable, Sendable {
  /// It was added.
  case constraint(LayoutConstraint)
  /// A size is never negative.
  case notNegative(LayoutItemID, ConstraintAxis)
  /// An item keeps from being larger than its content.
  case hugging(LayoutItemID, ConstraintAxis, size: Double, ConstraintPriority)
  /// An item keeps from being smaller than its content.
  case compressionResistance(LayoutItemID, ConstraintAxis, size: Double, ConstraintPriority)
}

extension ConstraintConflict: CustomStringConvertible {
  public var description: String {
    if others.isEmpty { return "left out, as it can never hold: \(leftOut)" }
    let list = others.map { "\n  \($0)" }.joined()
    return "left out: \(leftOut)\nbecause it cannot hold together with:\(list)"
  }
}

extension ConstraintSource: CustomStringConvertible {
  public var description: String {
    switch self {
    case .constraint(let constraint): "\(constraint)"
    case .notNegative(let item, let axis): "\(item[axis.size]) >= 0 (always)"
    case .hugging(let item, let axis, let size, let priority):
      "\(item[axis.size]) <= \(size), its content (hugging, priority \(priority))"
    case .compressionResistance(let item, let axis, let size, let priority):
      "\(item[axis.size]) >= \(size), its content (compression resistance, priority \(priority))"
    }
  }
}

extension ConstraintAxis {
  var size: LayoutAttribute { self == .horizontal ? .width : .height }
}
