@testable import MillraceConstraints
import Testing
import TestSupport

@Suite("Constraint solver")
struct SolverTests {
  @Test("required equations are solved")
  func equations() throws {
    var solver = ConstraintSolver()
    let (x, y) = (solver.makeVariable(), solver.makeVariable())
    _ = try solver.add(x + 2 * y .== 8)
    _ = try solver.add(x - y .== -1)
    solver.solve()
    #expect(solver.value(of: x) == 2)
    #expect(solver.value(of: y) == 3)
  }

  @Test("an unconstrained variable is 0")
  func free() {
    var solver = ConstraintSolver()
    let x = solver.makeVariable()
    solver.solve()
    #expect(solver.value(of: x) == 0)
  }

  @Test("repeated terms are added, and terms that cancel out are ignored")
  func repeatedTerms() throws {
    var solver = ConstraintSolver()
    let (x, y) = (solver.makeVariable(), solver.makeVariable())
    _ = try solver.add(x + x .== 6)
    _ = try solver.add((y - x) + x .== 5)
    solver.solve()
    #expect(solver.value(of: x) == 3)
    #expect(solver.value(of: y) == 5)
  }

  @Test("a soft constraint is met as far as the required ones allow")
  func preferences() throws {
    var solver = ConstraintSolver()
    let x = solver.makeVariable()
    _ = try solver.add(x .<= 10)
    _ = try solver.add((x .== 30).tier(1))
    solver.solve()
    #expect(solver.value(of: x) == 10)
  }

  @Test("one constraint of a higher tier outweighs many of a lower one")
  func tiers() throws {
    var solver = ConstraintSolver()
    let x = solver.makeVariable()
    for _ in 0..<rounds(250, long: 1_000) {
      _ = try solver.add((x .== 100).tier(499, weight: 1000))
    }
    _ = try solver.add((x .== 1).tier(500, weight: 0.001))
    solver.solve()
    #expect(solver.value(of: x) == 1)
  }

  @Test("within a tier, the weighted sum of violations is minimized")
  func weights() throws {
    var solver = ConstraintSolver()
    let x = solver.makeVariable()
    _ = try solver.add((x .== 0).tier(5, weight: 2))
    _ = try solver.add((x .== 10).tier(5, weight: 1))
    let third = try solver.add((x .== 20).tier(5, weight: 0.5))
    solver.solve()
    #expect(solver.value(of: x) == 0)
    _ = try solver.add((x .== 10).tier(5, weight: 1.5))
    try solver.remove(third)
    solver.solve()
    #expect(solver.value(of: x) == 10)
  }

  @Test("a lower tier decides among the optima of a higher one")
  func tieBreaks() throws {
    var solver = ConstraintSolver()
    let x = solver.makeVariable()
    // For the next two constraints, any value from 0 to 10 is optimal.
    _ = try solver.add((x .== 0).tier(9))
    _ = try solver.add((x .== 10).tier(9))
    let lower = try solver.add((x .== 4).tier(8))
    solver.solve()
    #expect(solver.value(of: x) == 4)
    try solver.remove(lower)
    _ = try solver.add((x .>= 25).tier(8))
    solver.solve()
    #expect(solver.value(of: x) == 10)
  }

  @Test("an edit variable follows its suggestion as far as its tier allows")
  func edits() throws {
    var solver = ConstraintSolver()
    let (width, left, right) = (
      solver.makeVariable(), solver.makeVariable(), solver.makeVariable()
    )
    _ = try solver.add(left .>= 10)
    _ = try solver.add(width - right .== 5)
    _ = try solver.add(right - left .>= 20)
    _ = try solver.add((left .== 10).tier(1))
    try solver.addEdit(width, tier: .soft(9))
    for (suggested, expected) in [(100.0, 100.0), (36, 36), (20, 35), (-7, 35), (50, 50)] {
      try solver.suggest(suggested, for: width)
      solver.solve()
      #expect(solver.value(of: width) == expected)
      #expect(solver.value(of: right) == expected - 5)
      #expect(solver.value(of: left) == 10)
    }
    try solver.removeEdit(width)
    #expect(throws: ConstraintSolverError.unknownVariable(width)) {
      try solver.suggest(1, for: width)
    }
  }

  @Test("a required constraint's constant can be changed")
  func constants() throws {
    var solver = ConstraintSolver()
    let (x, y) = (solver.makeVariable(), solver.makeVariable())
    let floor = try solver.add(x .>= 3)
    _ = try solver.add(y - x .== 2)
    _ = try solver.add(y .<= 20)
    _ = try solver.add((x .== 0).tier(1))
    solver.solve()
    #expect(solver.value(of: y) == 5)
    try solver.setConstant(of: floor, to: -8)
    solver.solve()
    #expect(solver.value(of: y) == 10)
    #expect(throws: ConstraintSolverError.self) {
      try solver.setConstant(of: floor, to: -19)
    }
    solver.solve()
    #expect(solver.value(of: y) == 10)
  }

  @Test("a removed constraint has no effect")
  func removal() throws {
    var solver = ConstraintSolver()
    let (x, y) = (solver.makeVariable(), solver.makeVariable())
    let upper = try solver.add(x .<= 4)
    let equal = try solver.add(y - x .== 0)
    _ = try solver.add((y .== 9).tier(1))
    solver.solve()
    #expect(solver.value(of: y) == 4)
    try solver.remove(upper)
    solver.solve()
    #expect(solver.value(of: x) == 9)
    try solver.remove(equal)
    _ = try solver.add(x .== 1)
    solver.solve()
    #expect(solver.value(of: x) == 1)
    #expect(solver.value(of: y) == 9)
    #expect(throws: ConstraintSolverError.unknownConstraint(equal)) { try solver.remove(equal) }
  }

  @Test("a variable can be removed when no constraint uses it, and its slot is reused")
  func variables() throws {
    var solver = ConstraintSolver()
    let (x, y) = (solver.makeVariable(), solver.makeVariable())
    let link = try solver.add(x - y .== 3)
    _ = try solver.add((x .== 12).tier(1))
    solver.solve()
    #expect(throws: ConstraintSolverError.variableInUse(y)) { try solver.remove(y) }
    try solver.remove(link)
    try solver.remove(y)
    #expect(throws: ConstraintSolverError.unknownVariable(y)) { _ = try solver.add(y .== 1) }
    let z = solver.makeVariable()
    solver.solve()
    #expect(solver.value(of: z) == 0)
    #expect(solver.value(of: x) == 12)
    #expect(solver.variableCount == 2)
  }

  @Test(
    "NaN, infinite and extreme numbers are refused",
    arguments: [Double.nan, .infinity, -.infinity, 1e13])
  func badNumbers(number: Double) throws {
    var solver = ConstraintSolver()
    let x = solver.makeVariable()
    try solver.addEdit(x, tier: .soft(2))
    let preference = try solver.add((x .== 3).tier(1))
    for constraint in [
      LinearConstraint(LinearExpression([.init(x, times: number)]), .equal),
      LinearConstraint(LinearExpression(x) + LinearExpression(constant: number), .equal),
      (x .== 3).tier(1, weight: number),
    ] {
      #expect(throws: ConstraintSolverError.self) { _ = try solver.add(constraint) }
    }
    #expect(throws: ConstraintSolverError.self) { try solver.suggest(number, for: x) }
    #expect(throws: ConstraintSolverError.self) {
      try solver.setConstant(of: preference, to: number)
    }
    #expect(solver.constraintCount == 2)
    solver.solve()
    #expect(solver.value(of: x) == 0)
  }

  @Test("the largest and smallest allowed numbers are solved")
  func extremes() throws {
    var solver = ConstraintSolver()
    let (x, y, z) = (solver.makeVariable(), solver.makeVariable(), solver.makeVariable())
    _ = try solver.add(1e3 * x + -1 * y .== 0)
    _ = try solver.add(y .<= 1e7)
    _ = try solver.add((y .== 1e7).tier(5, weight: 1e3))
    _ = try solver.add((z .== -1e7).tier(1, weight: 1e-3))
    solver.solve()
    #expect(solver.value(of: y) == 1e7)
    #expect(abs(solver.value(of: x) - 1e4) < 1e-3)
    #expect(solver.value(of: z) == -1e7)
    #expect(solver.exhausted == 0)
  }
}
