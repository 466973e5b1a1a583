@testable import MillraceConstraints
import Testing
import TestSupport

@Suite("Constraint solver: random programs")
struct RandomConstraintTests {
  @Test(
    "after random edits, the violations in each tier equal those of a new solver",
    arguments: [3, 6, 12, 30], 1...rounds(2, long: 6))
  func fresh(variables: Int, seed: Int) throws {
    var program = try RandomConstraintProgram(
      seed: UInt64(100 * variables + seed), variables: variables)
    for step in 0..<rounds(100, long: 150) {
      try program.step()
      // Solves after one or two edits.
      if step % 3 == 1 { continue }
      program.solver.solve()
      // To solve a large system anew takes longer than all the edits.
      if !isLong, step > 40, step % 8 != 0 { continue }
      let comment: Comment = "\(variables) variables, seed \(seed), step \(step)"
      let built = program.fresh()
      let fresh = try #require(built, comment)
      #expect(program.isAsGood(as: fresh), comment)
    }
    #expect(program.solver.exhausted == 0)
  }

  @Test(
    "the search ends at an optimum when many hyperplanes meet in few points",
    arguments: 1...rounds(2, long: 4))
  func degenerate(seed: Int) throws {
    for (variables, span) in [(4, 0), (10, 1), (40, 0), (40, 1)] {
      var program = try RandomConstraintProgram(seed: UInt64(seed), variables: variables)
      program.span = span
      for step in 0..<150 {
        try program.step()
        if step % 10 != 0 { continue }
        program.solver.solve()
        let comment: Comment = "\(variables) variables, span \(span), seed \(seed), step \(step)"
        let built = program.fresh()
        let fresh = try #require(built, comment)
        #expect(program.isAsGood(as: fresh), comment)
      }
      #expect(program.solver.exhausted == 0)
    }
  }

  @Test(
    "a refused constraint contradicts the accepted ones in any order",
    arguments: 1...rounds(8, long: 20))
  func refusals(seed: Int) throws {
    var program = try RandomConstraintProgram(seed: UInt64(seed), variables: 4)
    var refusals = 0
    for step in 0..<200 {
      try program.step()
      if step % 4 == 0 { program.solver.solve() }
      guard let refused = program.refusal else { continue }
      refusals += 1
      var all = [refused] + program.held.map(\.constraint).filter { $0.tier == .required }
      all.shuffle(using: &program.generator)
      #expect(program.solver(holding: all, edits: false) == nil, "seed \(seed), step \(step)")
    }
    #expect(refusals > 0, "seed \(seed)")
  }

  @Test("a refused edit changes no value", arguments: 1...rounds(10, long: 20))
  func transactions(seed: Int) throws {
    var program = try RandomConstraintProgram(seed: UInt64(seed), variables: 5)
    for step in 0..<120 {
      program.solver.solve()
      let before = program.variables.map(program.solver.value(of:))
      try program.step()
      if program.refusal == nil { continue }
      for isSolved in [false, true] {
        if isSolved { program.solver.solve() }
        let after = program.variables.map(program.solver.value(of:))
        // The values are the same up to rounding, because they may have been recomputed.
        let isSame = zip(before, after).allSatisfy { abs($0 - $1) < 1e-9 * (1 + abs($0)) }
        #expect(isSame, "seed \(seed), step \(step): \(before) became \(after)")
      }
    }
  }

  @Test("removals in any order leave an empty solver", arguments: 1...10)
  func removal(seed: Int) throws {
    var program = try RandomConstraintProgram(seed: UInt64(seed), variables: 8)
    for _ in 0..<100 { try program.step() }
    program.solver.solve()
    var rest = program.held.map(\.token)
    rest.shuffle(using: &program.generator)
    for token in rest {
      try program.solver.remove(token)
      if Bool.random(using: &program.generator) { program.solver.solve() }
    }
    for edit in program.edits { try program.solver.removeEdit(program.variables[edit]) }
    #expect(program.solver.constraintCount == 0)
    for variable in program.variables { try program.solver.remove(variable) }
    #expect(program.solver.variableCount == 0)
    // The solver works like a new one.
    let x = program.solver.makeVariable()
    #expect(program.solver.value(of: x) == 0)
    _ = try program.solver.add(x .== 4)
    program.solver.solve()
    #expect(program.solver.value(of: x) == 4)
  }
}
