import MillraceStoreTesting
import Testing

@testable import MillraceConstraints

@Suite("Constraint solver: extreme numbers")
struct HostileNumberTests {
  @Test("every value stays finite with NaN, infinite and extreme numbers", arguments: 1...12)
  func numbers(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    let numbers: [Double] = [
      0, 1, -1, 1e7, -1e7, 1e-3, 1e-9, 1e300, -1e300, .nan, .infinity, .leastNonzeroMagnitude,
      9_999_999.999, 0.1, 1.0 / 3,
    ]
    let factors: [Double] = [1, -1, 1, 0.5, 1e4, 1e-4, 1e-5, -1e4, .nan, 1e300, 0, 1.0 / 3]
    var solver = ConstraintSolver()
    let variables = (0..<6).map { solver.makeVariable(isNotNegative: $0 % 2 == 0) }
    var held: [ConstraintToken] = []
    for step in 0..<250 {
      switch Int.random(in: 0..<8, using: &generator) {
      case 0 where !held.isEmpty:
        try solver.remove(held.remove(at: Int.random(in: 0..<held.count, using: &generator)))
      case 1 where !held.isEmpty:
        try? solver.setConstant(of: generator.pick(held), to: generator.pick(numbers))
      default:
        let terms = (0..<Int.random(in: 0...3, using: &generator)).map { _ in
          LinearExpression.Term(generator.pick(variables), times: generator.pick(factors))
        }
        let constraint = LinearConstraint(
          LinearExpression(terms, constant: generator.pick(numbers)),
          generator.pick(ConstraintRelation.allCases),
          tier: generator.pick([.required, .soft(3), .soft(1)]),
          weight: generator.pick([1, 1e-3, 1e3, .nan]))
        if let token = try? solver.add(constraint) { held.append(token) }
      }
      solver.solve()
      for variable in variables {
        #expect(solver.value(of: variable).isFinite, "seed \(seed), step \(step)")
      }
    }
  }
}
