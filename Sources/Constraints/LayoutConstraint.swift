/// A relation between numbers of two boxes: `first relation second + constant`.
///
/// Horizontal and vertical attributes may be mixed (a width that is twice the height). From right
/// to left `leading` and `trailing` are mirrored, with their constants and multipliers; `left` and
/// `right` are not.
///
/// Multipliers are 1e-4 to 1e4, constants at most 1e7, positive or negative. A constraint with other
/// numbers is left out, and said to be.
public struct LayoutConstraint: Hashable, Sendable {
  /// The number on the left side, without a constant.
  public let first: LayoutAnchor
  /// How the sides compare.
  public let relation: ConstraintRelation
  /// nil when `first` is compared with the constant alone. Without a constant.
  public let second: LayoutAnchor?
  /// In cells.
  public private(set) var constant: Double
  /// How much it matters.
  public var priority: ConstraintPriority

  /// Compares two numbers of boxes, or one with a constant.
  ///
  /// - Parameters:
  ///   - first: The number on the left side. Its constant goes to the other.
  ///   - relation: How the sides compare.
  ///   - second: The number on the right side.
  ///   - constant: What is added on the right side, in cells.
  ///   - priority: How much it matters.
  public init(
    _ first: LayoutAnchor, _ relation: ConstraintRelation, _ second: LayoutAnchor? = nil,
    constant: Double = 0, priority: ConstraintPriority = .required
  ) {
    var (first, second) = (first, second)
    self.constant = constant - first.constant + (second?.constant ?? 0)
    first.constant = 0
    second?.constant = 0
    self.first = first
    self.relation = relation
    self.second = second
    self.priority = priority
  }

  /// The same, as important as this; a number from 1 to 1000 will do.
  public func priority(_ priority: ConstraintPriority) -> LayoutConstraint {
    var constraint = self
    constraint.priority = priority
    return constraint
  }

  /// What does not change where only the constant does.
  var withoutConstant: LayoutConstraint {
    var copy = self
    copy.constant = 0
    return copy
  }

  var anchors: [LayoutAnchor] { second.map { [first, $0] } ?? [first] }

  /// It means something else from right to left.
  var isDirectional: Bool { anchors.contains(where: \.attribute.isDirectional) }

  /// It ties a box to what the container's size gives it: another edge than the left and the top one, or
  /// the size or the middle.
  var isTiedToContainerSize: Bool {
    anchors.contains {
      switch $0.attribute {
      case .left, .top, .leading: false
      default: $0.item == .parent
      }
    }
  }

  /// Whether it says how an item's own size follows its content on an axis.
  func isOfContent(_ axis: ConstraintAxis, _ relations: ConstraintRelation...) -> Bool {
    first.attribute == axis.size && second?.attribute == axis.content && second?.item == first.item
      && relations.contains(relation)
  }
}

extension LayoutConstraint: CustomStringConvertible {
  /// `sidebar.width = 0.5 * parent.width + 1 (priority 500)`
  public var description: String {
    let right = second.map { "\($0)" + constant.asSummand } ?? constant.short
    let importance = priority == .required ? "required" : "priority \(priority)"
    return "\(first) \(relation) \(right) (\(importance))"
  }
}

/// A constraint that does not hold though it is required, or cannot.
public struct ConstraintConflict: Hashable, Sendable {
  public enum Reason: Hashable, Sendable {
    /// Others that are required contradict it, or the size that the container was given.
    case contradicted
    /// A multiplier or the constant is no number, too large or too small.
    case outOfRange
  }

  /// Others hold as if it had not been written.
  public let leftOut: LayoutConstraint
  public let reason: Reason
}

extension ConstraintConflict: CustomStringConvertible {
  public var description: String {
    switch reason {
    case .contradicted: "\(leftOut) contradicts others that are required, or the parent's size"
    case .outOfRange: "\(leftOut) has a number that is out of range"
    }
  }
}

/// Builds a list of constraints from statements, groups among them.
@resultBuilder
public enum ConstraintBuilder {
  public typealias List = [LayoutConstraint]

  public static func buildExpression(_ one: LayoutConstraint) -> List { [one] }
  public static func buildExpression(_ group: List) -> List { group }
  public static func buildBlock(_ lists: List...) -> List { lists.flatMap(\.self) }
  public static func buildOptional(_ list: List?) -> List { list ?? [] }
  public static func buildEither(first list: List) -> List { list }
  public static func buildEither(second list: List) -> List { list }
  public static func buildArray(_ lists: [List]) -> List { lists.flatMap(\.self) }
}
