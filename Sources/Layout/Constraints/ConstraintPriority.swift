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
  /// How strongly an item keeps from being smaller than its content, unless said otherwise: 750.
  public static let high = ConstraintPriority(750)
  /// How strongly an item keeps from being larger than its content, unless said otherwise: 250.
  public static let low = ConstraintPriority(250)

  var tier: ConstraintTier { value == 1000 ? .required : .soft(value) }
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
