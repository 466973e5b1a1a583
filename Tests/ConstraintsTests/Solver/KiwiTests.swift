@testable import MillraceConstraints
import Testing

@Suite("Constraint solver: known solutions")
struct KiwiTests {
  @Test(
    "400 systems get the values of the solver kiwi, in both orders of their constraints",
    .enabled(if: KiwiCases.isAtHand, "the systems are not part of the package"),
    arguments: [false, true])
  func values(isReversed: Bool) throws {
    let cases = try KiwiCases.load()
    #expect(cases.count == 400)
    for system in cases {
      var solver = ConstraintSolver()
      let variables = (0..<system.variables).map { _ in solver.makeVariable() }
      for constraint in isReversed ? system.constraints.reversed() : system.constraints {
        _ = try solver.add(constraint.constraint(variables))
      }
      for edit in system.edits {
        let (tier, weight) = KiwiCase.Constraint.tier(strength: edit[1])
        try solver.addEdit(variables[Int(edit[0])], tier: tier, weight: weight)
        try solver.suggest(edit[2], for: variables[Int(edit[0])])
      }
      solver.solve()
      for (variable, expected) in zip(variables, system.values) {
        #expect(abs(solver.value(of: variable) - expected) < 1e-6, "\(system.name)")
      }
    }
  }
}
