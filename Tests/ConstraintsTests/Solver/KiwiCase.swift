import Foundation
@testable import MillraceConstraints

/// A small system of linear constraints with a unique solution.
struct KiwiCase: Decodable {
  struct Constraint: Decodable {
    /// Pairs of a variable's index and its coefficient.
    var terms: [[Double]]
    var constant: Double
    var op: String
    var strength: Double
  }

  var name: String
  var variables: Int
  var constraints: [Constraint]
  /// Variable, strength and suggested value.
  var edits: [[Double]]
  var values: [Double]
}

struct KiwiCases: Decodable {
  var cases: [KiwiCase]

  /// A file outside the package, used when it is present.
  static let file = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("../shared/fixtures/constraint-cases.json")
    .standardizedFileURL

  static var isAtHand: Bool {
    let isThere = FileManager.default.fileExists(atPath: file.path)
    if !isThere { print("skipped: the systems are not at \(file.path)") }
    return isThere
  }

  static func load() throws -> [KiwiCase] {
    try JSONDecoder().decode(KiwiCases.self, from: Data(contentsOf: file)).cases
  }
}

extension KiwiCase.Constraint {
  /// In kiwi, a strength is strong × 1,000,000 + medium × 1,000 + weak.
  static func tier(strength: Double) -> (tier: ConstraintTier, weight: Double) {
    if strength >= 1_001_001_000 { return (.required, 1) }
    if strength >= 1_000_000 { return (.soft(3), strength / 1_000_000) }
    if strength >= 1_000 { return (.soft(2), strength / 1_000) }
    return (.soft(1), strength)
  }

  func constraint(_ variables: [ConstraintVariable]) -> LinearConstraint {
    let relation: ConstraintRelation =
      switch op {
      case "<=": .lessThanOrEqual
      case ">=": .greaterThanOrEqual
      default: .equal
      }
    let (tier, weight) = Self.tier(strength: strength)
    let expression = LinearExpression(
      terms.map { .init(variables[Int($0[0])], times: $0[1]) }, constant: constant)
    return LinearConstraint(expression, relation, tier: tier, weight: weight)
  }
}
