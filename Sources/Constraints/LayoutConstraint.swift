/// A relation between an edge, size or centre of one box and one of another box, or a constant:
/// `first relation second + constant`.
///
/// Horizontal and vertical attributes may be mixed (a width that is twice the height). In a
/// right-to-left layout, `leading` and `trailing` are mirrored, with their constants and
/// multipliers; `left` and `right` are not.
///
/// A multiplier is 0, or its absolute value is from 1e-4 to 1e4. Of two multipliers that are not 0,
/// the larger is at most 1e4 times the smaller. In both rules, a small multiplier of a centre counts
/// as half, because a centre is an edge plus half of a size. The absolute value of a constant is at
/// most 1e7. A constraint with another number is left out and reported.
public struct LayoutConstraint: Hashable, Sendable {
  /// The anchor on the left side, without a constant.
  public let first: LayoutAnchor
  /// How the sides compare.
  public let relation: ConstraintRelation
  /// The anchor on the right side, without a constant; nil if `first` is compared only with the
  /// constant.
  public let second: LayoutAnchor?
  /// The constant on the right side, in cells.
  public private(set) var constant: Double
  /// The importance of the constraint.
  public var priority: ConstraintPriority

  /// Makes a constraint between two anchors, or between one anchor and a constant.
  ///
  /// - Parameters:
  ///   - first: The anchor on the left side. Its constant moves to the right side.
  ///   - relation: How the sides compare.
  ///   - second: The anchor on the right side; nil to compare `first` only with the constant.
  ///   - constant: The constant on the right side, in cells.
  ///   - priority: The importance of the constraint.
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

  /// Returns the same constraint with another priority. A literal from 1 to 1000 is also accepted.
  public func priority(_ priority: ConstraintPriority) -> LayoutConstraint {
    var constraint = self
    constraint.priority = priority
    return constraint
  }

  /// Returns the constraint with the constant and the priority of the override; nothing if the
  /// override is not active.
  public func overridden(by override: ConstraintOverride) -> [LayoutConstraint] {
    guard override.isActive else { return [] }
    var constraint = self
    constraint.constant = override.constant ?? constant
    constraint.priority = override.priority ?? priority
    return [constraint]
  }

  /// The constraint with a constant of 0, to compare constraints that differ only in the constant.
  var withoutConstant: LayoutConstraint {
    var copy = self
    copy.constant = 0
    return copy
  }

  var anchors: [LayoutAnchor] { second.map { [first, $0] } ?? [first] }

  /// Whether the constraint has another meaning in right-to-left layouts.
  var isDirectional: Bool { anchors.contains(where: \.attribute.isDirectional) }

  /// Whether the constraint ties a box to an anchor of the container that depends on the
  /// container's size: any anchor except its left, top and leading edges.
  var isTiedToContainerSize: Bool {
    anchors.contains {
      switch $0.attribute {
      case .left, .top, .leading: false
      default: $0.item == .parent
      }
    }
  }

  /// Whether the constraint relates an item's size on an axis to the size of the item's content.
  func isOfContent(_ axis: ConstraintAxis, _ relations: ConstraintRelation...) -> Bool {
    first.attribute == axis.size && second?.attribute == axis.content && second?.item == first.item
      && relations.contains(relation)
  }
}

extension LayoutConstraint: CustomStringConvertible {
  /// The constraint as text, such as `sidebar.width = 0.5 * parent.width + 1 (priority 500)`.
  public var description: String {
    let right = second.map { "\($0)" + constant.asSummand } ?? constant.short
    let importance = priority == .required ? "required" : "priority \(priority)"
    return "\(first) \(relation) \(right) (\(importance))"
  }
}

/// A required constraint that does not hold, or a constraint that the solver cannot use.
public struct ConstraintConflict: Hashable, Sendable {
  /// Why a constraint was left out.
  public enum Reason: Hashable, Sendable {
    /// Other required constraints or the container's given size contradict it.
    case contradicted
    /// A multiplier or the constant is too large, too small, or not a number.
    case outOfRange
  }

  /// The constraint that is left out. The others hold as if it did not exist.
  public let dropped: LayoutConstraint
  /// Why the constraint was left out.
  public let reason: Reason
}

extension ConstraintConflict: CustomStringConvertible {
  public var description: String {
    switch reason {
    case .contradicted: "\(dropped) contradicts other required constraints, or the parent's size"
    case .outOfRange: "\(dropped) has a number that is out of range"
    }
  }
}

/// Builds a list of constraints from statements, including groups.
@resultBuilder
public enum ConstraintBuilder {
  /// The list of constraints that the builder makes.
  public typealias List = [LayoutConstraint]

  public static func buildExpression(_ one: LayoutConstraint) -> List { [one] }
  public static func buildExpression(_ group: List) -> List { group }
  public static func buildBlock(_ lists: List...) -> List { lists.flatMap(\.self) }
  public static func buildOptional(_ list: List?) -> List { list ?? [] }
  public static func buildEither(first list: List) -> List { list }
  public static func buildEither(second list: List) -> List { list }
  public static func buildArray(_ lists: [List]) -> List { lists.flatMap(\.self) }
}
