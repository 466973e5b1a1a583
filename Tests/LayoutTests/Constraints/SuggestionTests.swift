import MillraceConstraints
import Testing

@testable import MillraceLayout

@Suite("Suggested values")
struct SuggestionTests {
  /// A sidebar of 10 to 40 cells, preferably 20, and a body beside it.
  private let constraints = [
    a.leading == all.leading, a.width >= 10, a.width <= 40, (a.width == 20).priority(900),
    b.after(a, gap: 1), b.trailing == all.trailing,
  ]

  @Test("a suggested width is followed within the required limits until it is removed")
  func followed() {
    let root = constrained(text(8), text(5), by: constraints)
    #expect(root.frames(in: 80, 2).map(\.width) == [20, 59])
    for (value, width) in [(30.0, 30), (35, 35), (50, 40), (-5, 10), (20, 20), (11, 11)] {
      root.constrain(by: constraints + [a.width.suggested(value)])
      #expect(root.frames(in: 80, 2).map(\.width) == [width, 79 - width])
    }
    #expect(root.constraintConflicts.isEmpty)
    root.constrain(by: constraints)
    #expect(root.frames(in: 80, 2).map(\.width) == [20, 59])
  }

  @Test("a suggestion yields to higher priorities, and not to lower ones")
  func tiers() {
    let root = constrained(text(8), text(5), by: constraints)
    for (priority, width) in [(899.5, 20), (900.5, 30), (100, 20), (999, 30)] {
      let preference = a.width.suggested(30).priority(ConstraintPriority(priority))
      root.constrain(by: constraints + [preference])
      #expect(root.frames(in: 80, 2)[0].width == width)
    }
  }

  @Test("a required value that contradicts required constraints is left out and reported")
  func required() {
    let root = constrained(text(8), text(5), by: constraints + [a.width == 50])
    #expect(root.frames(in: 80, 2)[0].width == 20)
    #expect(root.dropped == [a.width == 50])
    root.constrain(by: constraints + [a.width == 40])
    #expect(root.frames(in: 80, 2)[0].width == 40)
    #expect(root.constraintConflicts.isEmpty)
  }

  @Test("each attribute has its own suggestion, and leading is on the right in right-to-left text")
  func several() {
    let root = constrained(
      text(8), by: [a.leading.suggested(4), a.top.suggested(3), a.width.suggested(6)])
    #expect(root.frames(in: 30, 9)[0] == rect(4, 3, 6, 1))
    root.style.layoutDirection = .rightToLeft
    #expect(root.frames(in: 30, 9)[0] == rect(20, 3, 6, 1))
  }

  @Test("a new suggested value adds no constraint, and the solver continues from its last solution")
  func incremental() throws {
    let root = constrained(text(8), text(5), by: constraints + [a.width.suggested(30)])
    _ = root.frames(in: 80, 2)
    let container = try #require(root.constraintContainer)
    let before = container.items.solver.pivots
    let count = container.items.solver.constraintCount
    for value in [31.0, 33, 25, 38] {
      root.constrain(by: constraints + [a.width.suggested(value)])
      #expect(root.frames(in: 80, 2)[0].width == Int(value))
    }
    // The width passes its preferred value and returns: each time, one pivot exchanges the two
    // error variables.
    #expect(container.items.solver.pivots - before <= 2)
    #expect(container.items.solver.constraintCount == count)
  }
}
