@testable import MillraceConstraints
import Testing

@Suite("Constraint solver: conflicts")
struct ConflictTests {
  @Test(
    "a constraint that contradicts two others together is refused, and one that just fits is not")
  func chain() throws {
    var solver = ConstraintSolver()
    let (x, y, z) = (solver.makeVariable(), solver.makeVariable(), solver.makeVariable())
    _ = try solver.add(z .>= 0)
    _ = try solver.add(x .>= 10)
    _ = try solver.add(y - x .>= 5)
    _ = try solver.add(z - y .== 1)
    _ = try solver.add((y .== 3).tier(1))
    #expect(throws: ConstraintSolverError.unsatisfiable) { _ = try solver.add(y .<= 14) }
    _ = try solver.add(y .<= 15)
    solver.solve()
    #expect(solver.value(of: y) == 15)
  }

  @Test("a refused constraint changes nothing")
  func unchanged() throws {
    var solver = ConstraintSolver()
    let (x, y) = (solver.makeVariable(), solver.makeVariable())
    _ = try solver.add(x + y .== 10)
    _ = try solver.add(x .>= 2)
    _ = try solver.add((y .== 7).tier(3))
    solver.solve()
    #expect(throws: ConstraintSolverError.self) { _ = try solver.add(x + y .== 11) }
    #expect(throws: ConstraintSolverError.self) { _ = try solver.add(y .>= 9) }
    #expect(solver.constraintCount == 3)
    #expect(solver.value(of: x) == 3)
    #expect(solver.value(of: y) == 7)
    solver.solve()
    #expect(solver.value(of: x) == 3)
    #expect(solver.value(of: y) == 7)
    _ = try solver.add(y .>= 8)
    solver.solve()
    #expect(solver.value(of: y) == 8)
  }

  @Test("a redundant required constraint is accepted in spite of rounding")
  func redundant() throws {
    var solver = ConstraintSolver()
    let (x, y, z) = (solver.makeVariable(), solver.makeVariable(), solver.makeVariable())
    _ = try solver.add(x .== 0.1)
    _ = try solver.add(y - x .== 0.2)
    _ = try solver.add(z + -3 * y .== 0)
    for _ in 0..<5 {
      _ = try solver.add(y .== 0.3)
      _ = try solver.add(z - x .== 0.8)
      _ = try solver.add(z .>= 0.9)
    }
    solver.solve()
    #expect(abs(solver.value(of: z) - 0.9) < 1e-12)
  }

  @Test("a required constraint without variables is accepted if it holds, and refused otherwise")
  func constant() throws {
    var solver = ConstraintSolver()
    let x = solver.makeVariable()
    let holds = try solver.add(x - x .<= 1)
    #expect(throws: ConstraintSolverError.unsatisfiable) {
      _ = try solver.add(x - x .>= 1)
    }
    _ = try solver.add((x - x .== 4).tier(2))
    solver.solve()
    #expect(solver.value(of: x) == 0)
    try solver.remove(holds)
    #expect(solver.constraintCount == 1)
  }
}
