/// The importance of a constraint: any number from 1 to 1000.
///
/// Priorities are tiers: no number of constraints of a lower priority outweighs a single constraint
/// of a higher priority. Among constraints of the same priority, the solver minimises the sum of
/// the violations.
public struct ConstraintPriority: Hashable, Sendable {
  /// The importance, from 1 to 1000.
  public let value: Double

  /// Makes a priority.
  /// - Parameter value: The importance. It is clamped to 1...1000.
  public init(_ value: Double) {
    // NaN becomes 1.
    self.value = value >= 1 ? min(value, 1000) : 1
  }

  /// The priority 1000: the constraint holds, or is left out and reported.
  public static let required = ConstraintPriority(1000)
  /// The priority 750.
  public static let high = ConstraintPriority(750)
  /// The priority 500.
  public static let medium = ConstraintPriority(500)
  /// The priority 250.
  public static let low = ConstraintPriority(250)
  /// How strongly an item resists becoming smaller than its content: 740, just below ``high``.
  /// An `=` or `>=` constraint of the item's size to its content's size replaces this priority.
  public static let compressionResistance = ConstraintPriority(740)
  /// How strongly an item resists becoming larger than its content: 240, just below ``low``. An
  /// `=` or `<=` constraint of the item's size to its content's size replaces this priority.
  public static let hugging = ConstraintPriority(240)
  /// The priority of a suggested value: 999, the highest priority that is not required.
  public static let suggestion = ConstraintPriority(999)

  package var tier: ConstraintTier { value == 1000 ? .required : .soft(value) }
}

extension ConstraintPriority: Comparable {
  public static func < (left: ConstraintPriority, right: ConstraintPriority) -> Bool {
    left.value < right.value
  }
}

extension ConstraintPriority: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
  public init(integerLiteral value: Int) { self.init(Double(value)) }
  public init(floatLiteral value: Double) { self.init(value) }
}

extension ConstraintPriority: CustomStringConvertible {
  public var description: String { value.short }
}
