/// A required constraint that was left out, because it contradicts others that are required, or the
/// size that the container was given.
public struct ConstraintConflict: Error, Hashable, Sendable {
  /// The one left out: the newest of those that contradict each other. Where they only contradict
  /// the container's size, the newest of those that tie a box to that: to its right, bottom or
  /// trailing edge, its centre, its width or height.
  public var leftOut: ConstraintSource
  /// Those it contradicts. Without any one of them, all the others could hold; of those that say the
  /// same as a size's being never negative, it names that.
  public var others: [ConstraintSource]

  /// Names what was left out, and why.
  public init(leftOut: ConstraintSource, others: [ConstraintSource]) {
    self.leftOut = leftOut
    self.others = others
  }
}

/// Where a constraint comes from.
public enum ConstraintSource: Hashable, Sendable {
  /// It was added.
  case constraint(LayoutConstraint)
  /// A value was suggested.
  case suggestion(LayoutAnchor, value: Double, ConstraintPriority)
  /// A size is never negative.
  case notNegative(LayoutItemID, ConstraintAxis)
  /// An item keeps from being larger than its content.
  case hugging(LayoutItemID, ConstraintAxis, size: Double, ConstraintPriority)
  /// An item keeps from being smaller than its content.
  case compressionResistance(LayoutItemID, ConstraintAxis, size: Double, ConstraintPriority)
  /// The container has the size that its parent, or the size of the root, gives it.
  case containerSize(ConstraintAxis, size: Double)
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
    case .suggestion(let anchor, let value, let priority):
      "\(anchor) = \(value.short) (suggested, "
        + (priority == .required ? "required)" : "priority \(priority))")
    case .notNegative(let item, let axis): "\(item[axis.size]) >= 0 (always)"
    case .hugging(let item, let axis, let size, let priority):
      "\(item[axis.size]) <= \(size.short), its content (hugging, priority \(priority))"
    case .compressionResistance(let item, let axis, let size, let priority):
      "\(item[axis.size]) >= \(size.short), its content (compression resistance, priority \(priority))"
    case .containerSize(let axis, let size):
      "\(LayoutItemID.container[axis.size]) = \(size.short) (given)"
    }
  }
}

extension ConstraintAxis {
  var size: LayoutAttribute { self == .horizontal ? .width : .height }
}
