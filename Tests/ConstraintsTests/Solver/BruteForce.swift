import MillraceStoreTesting
@testable import MillraceConstraints

/// A system in two or three variables, small enough to try every candidate for the best point.
///
/// The violations of a tier are convex and piecewise linear. So the best points, tier by tier, form
/// a face of the arrangement of all hyperplanes. If the face has vertices, each of them is optimal.
struct SmallSystem {
  struct Row {
    var coefficients: [Double]
    var target: Double
    var relation: ConstraintRelation
    /// The tier; nil when it is required.
    var rank: Int?
    var weight: Double

    func violation(at point: [Double]) -> Double {
      var residual = -target
      for index in point.indices { residual += coefficients[index] * point[index] }
      return switch relation {
      case .lessThanOrEqual: max(0, residual)
      case .equal: abs(residual)
      case .greaterThanOrEqual: max(0, -residual)
      }
    }

    func constraint(_ variables: [ConstraintVariable]) -> LinearConstraint {
      LinearConstraint(
        LinearExpression(
          zip(variables, coefficients).map { .init($0, times: $1) }, constant: -target),
        relation, tier: rank.map { .soft(Double($0)) } ?? .required, weight: weight)
    }
  }

  var variables: Int
  var rows: [Row]

  /// Uses small whole numbers, and a low-tier bound on each variable, so that there are vertices.
  init(using generator: inout SeededGenerator) {
    let variables = Int.random(in: 2...3, using: &generator)
    self.variables = variables
    rows = (0..<Int.random(in: 2...9, using: &generator)).map { _ in
      var coefficients = (0..<variables).map { _ in
        Double(Int.random(in: -3...3, using: &generator))
      }
      if coefficients.allSatisfy({ $0 == 0 }) { coefficients[0] = 1 }
      return Row(
        coefficients: coefficients, target: Double(Int.random(in: -10...10, using: &generator)),
        relation: ConstraintRelation.allCases.randomElement(using: &generator) ?? .equal,
        rank: [nil, 1, 1, 2, 3].randomElement(using: &generator) ?? nil,
        weight: Double(Int.random(in: 1...4, using: &generator)))
    }
    for variable in 0..<variables {
      var coefficients = Array(repeating: 0.0, count: variables)
      coefficients[variable] = 1
      rows.append(
        Row(
          coefficients: coefficients, target: Double(Int.random(in: -10...10, using: &generator)),
          relation: .equal, rank: 1, weight: 1))
    }
  }

  /// Required first, then from the highest tier to the lowest.
  static let ranks: [Int?] = [nil, 3, 2, 1]

  /// The weighted sum of violations in each tier.
  func violations(at point: [Double]) -> [Double] {
    var sums = Self.ranks.map { _ in 0.0 }
    for row in rows {
      // The index of the rank in the list of ranks.
      let index = row.rank.map { 4 - $0 } ?? 0
      sums[index] += row.violation(at: point) * (row.rank == nil ? 1 : row.weight)
    }
    return sums
  }

  /// The violations at the best vertex.
  func leastViolations() -> [Double] {
    var best: [Double]?
    for choice in choices(of: variables, from: 0) {
      guard let point = solve(choice.map { rows[$0] }) else { continue }
      let found = violations(at: point)
      if let known = best, !isLess(found, known) { continue }
      best = found
    }
    return best ?? []
  }

  private func isLess(_ left: [Double], _ right: [Double]) -> Bool {
    for (left, right) in zip(left, right) where abs(left - right) > 1e-7 { return left < right }
    return false
  }

  private func choices(of count: Int, from start: Int) -> [[Int]] {
    if count == 0 { return [[]] }
    return (start..<rows.count).flatMap { first in
      choices(of: count - 1, from: first + 1).map { [first] + $0 }
    }
  }

  /// The intersection of the hyperplanes, if it is one point.
  private func solve(_ chosen: [Row]) -> [Double]? {
    var matrix = chosen.map { $0.coefficients + [$0.target] }
    for column in 0..<variables {
      guard
        let pivot = (column..<variables).max(by: {
          abs(matrix[$0][column]) < abs(matrix[$1][column])
        }), abs(matrix[pivot][column]) > 1e-9
      else { return nil }
      matrix.swapAt(column, pivot)
      for row in 0..<variables where row != column {
        let factor = matrix[row][column] / matrix[column][column]
        for index in column...variables { matrix[row][index] -= factor * matrix[column][index] }
      }
    }
    return (0..<variables).map { matrix[$0][variables] / matrix[$0][$0] }
  }
}
