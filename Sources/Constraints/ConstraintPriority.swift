/// How much a constraint matters, from 1 to 1000.
///
/// Priorities are tiers: no number of constraints of a lower one outweighs a single constraint of
/// a higher one. Among constraints of the same priority the sum of the violations is made small.
public struct ConstraintPriority: Hashable, Sendable {
  /// From 1 to 1000.
  public let value: Int

  /// Makes a priority.
  /// - Parameter value: Out of 1...1000 it counts as the nearest of these.
  public init(_ value: Int) {
    self.value = min(max(value, 1), 1000)
  }

  /// Holds, or is left out and reported.
  public static let required = ConstraintPriority(1000)
  /// 750.
  public static let high = ConstraintPriority(750)
  /// 500.
  public static let medium = ConstraintPriority(500)
  /// 250.
  public static let low = ConstraintPriority(250)
  /// How strongly an item keeps from being smaller than its content, unless a constraint between the two
  /// says otherwise: 740, just below ``high``.
  public static let compressionResistance = ConstraintPriority(740)
  /// How strongly an item keeps from being larger than its content, unless a constraint between the two
  /// says otherwise: 240, just below ``low``.
  public static let hugging = ConstraintPriority(240)
  /// How much a value that is suggested matters: 999, as much as what is not required can.
  public static let suggestion = ConstraintPriority(999)

  package var tier: ConstraintTier { value == 1000 ? .required : .soft(value) }
}

extension ConstraintPriority: Comparable {
  public static func < (left: ConstraintPriority, right: ConstraintPriority) -> Bool {
    left.value < right.value
  }
}

extension ConstraintPriority: ExpressibleByIntegerLiteral {
  public init(integerLiteral value: Int) { self.init(value) }
}

extension ConstraintPriority: CustomStringConvertible {
  public var description: String { "\(value)" }
}
