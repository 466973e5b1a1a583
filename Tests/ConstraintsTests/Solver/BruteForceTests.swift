import MillraceStoreTesting
@testable import MillraceConstraints
import Testing
import TestSupport

@Suite("Constraint solver: exhaustive comparison")
struct BruteForceTests {
  @Test("each tier's violation is the least possible in small random systems", arguments: 1...8)
  func violations(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    for round in 0..<rounds(40, long: 150) {
      var system = SmallSystem(using: &generator)
      var solver = ConstraintSolver()
      let variables = (0..<system.variables).map { _ in solver.makeVariable() }
      var taken: [SmallSystem.Row] = []
      for row in system.rows {
        do {
          _ = try solver.add(row.constraint(variables))
          taken.append(row)
        } catch {
          // The refusal was correct: with this row, the required rows cannot all hold.
          system.rows = taken + [row] + system.rows.suffix(system.variables)
          #expect(
            system.leastViolations()[0] > 1e-6, "seed \(seed), round \(round): refused \(row)")
        }
      }
      system.rows = taken
      solver.solve()
      let found = system.violations(at: variables.map(solver.value(of:)))
      let least = system.leastViolations()
      let isLeast = zip(found, least).allSatisfy { abs($0 - $1) < 1e-6 }
      if !isLeast || found.count != least.count {
        Issue.record("seed \(seed), round \(round): \(found), not \(least), in \(system)")
      }
    }
  }
}
