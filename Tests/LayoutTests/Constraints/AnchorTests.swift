import MillraceLayout
import Testing

@Suite("Anchors and operators")
struct AnchorTests {
  @Test("a constraint's description reads as it is written")
  func descriptions() {
    let constraints: [LayoutConstraint] = [
      a.leading == all.leading + 2,
      a.width <= all.width / 4 - 1,
      (a.height >= b.height * 2).priority(.high),
      a.centerX == 7,
      a.top - 3 <= b.bottom.offset(1.5),
      (b.width == a.contentWidth.multiplied(by: 2)).priority(321),
      a.right == all.right.divided(by: 2).inset(1),
    ]
    #expect(
      constraints.map(\.description) == [
        "a.leading = parent.leading + 2 (required)",
        "a.width <= 0.25 * parent.width - 1 (required)",
        "a.height >= 2 * b.height (priority 750)",
        "a.centerX = 7 (required)",
        "a.top <= b.bottom + 4.5 (required)",
        "b.width = 2 * a.contentWidth (priority 321)",
        "a.right = 0.5 * parent.right - 1 (required)",
      ])
  }

  @Test("a multiplier applies to the expression before it")
  func multipliers() {
    #expect((a.left == (b.left + 3) * 2) as LayoutConstraint == (a.left == b.left * 2 + 6))
    #expect((a.left == (b.left + 3) / 2) as LayoutConstraint == (a.left == b.left * 0.5 + 1.5))
  }

  @Test("groups of constraints place a box beside, inside or at the center of another")
  func groups() {
    let root = constrained(
      text(4), text(6), by: [a.before(b, gap: 1), b.left == 9, a.above(b), b.top == 3])
    #expect(root.frames(in: 40, 9) == [rect(4, 2, 4, 1), rect(9, 3, 6, 1)])
    root.constrain(by: [a.left == 2, a.top == 1, b.after(a, gap: 3), b.below(a, gap: 2)])
    #expect(root.frames(in: 40, 9) == [rect(2, 1, 4, 1), rect(9, 4, 6, 1)])
    root.constrain(by: a.fill(inset: 2) + b.center(in: a))
    #expect(root.frames(in: 40, 9) == [rect(2, 2, 36, 5), rect(17, 4, 6, 1)])
    root.constrain(by: a.fillWidth() + b.fillHeight(of: all, inset: 1) + [a.top == 4])
    #expect(root.frames(in: 40, 9) == [rect(0, 4, 40, 1), rect(0, 1, 6, 7)])
  }

  @Test("a positive inset moves each edge towards the inside of the box")
  func insets() {
    let root = constrained(
      box(),
      by: [
        a.left == all.left.inset(3), a.width == all.width.inset(5), a.bottom == all.bottom.inset(1),
        a.top == all.centerY.inset(4),
      ])
    #expect(root.frames(in: 40, 10) == [rect(3, 5, 30, 4)])
  }

  @Test("the named priorities are in order, and a group's priority applies to all its constraints")
  func priorities() {
    let named: [ConstraintPriority] = [
      1, .hugging, .low, .medium, .compressionResistance, .high, .suggestion, .required,
    ]
    #expect(named == named.sorted() && Set(named).count == named.count)
    #expect(named.map(\.value) == [1, 240, 250, 500, 740, 750, 999, 1000])
    #expect(a.fill().priority(600).allSatisfy { $0.priority == 600 })
    #expect(ConstraintPriority(0) == 1 && ConstraintPriority(5000) == .required)
    #expect(ConstraintPriority(.nan) == 1 && ConstraintPriority(500.5) > .medium)
  }

  @Test("an override changes a constraint's constant and priority, and makes it inactive")
  func overrides() {
    let constraint = (a.left == b.right + 2).priority(.high)
    #expect(constraint.overridden(by: ConstraintOverride()) == [constraint])
    #expect(
      constraint.overridden(by: ConstraintOverride(constant: 5, priority: 12.5))
        == [(a.left == b.right + 5).priority(12.5)])
    #expect(constraint.overridden(by: ConstraintOverride(isActive: false)) == [])
  }
}
