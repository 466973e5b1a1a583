import MillraceLayout
import Testing

@Suite("Constraint containers of a given size")
struct GivenSizeTests {
  @Test("in right-to-left layout, an overflowing box starts at the container's right edge")
  func overflowFromRightToLeft() {
    let root = constrained(
      box(), box(), configure: { $0.layoutDirection = .rightToLeft },
      by: [
        a.leading == all.leading, a.trailing <= all.trailing, a.width == 60,
        b.leading == all.leading, b.width == 5,
      ])
    #expect(root.frames(in: 40, 2).map(\.x) == [-20, 35])
    #expect(root.children.map(\.frame.width) == [60, 5])
    root.style.layoutDirection = .leftToRight
    #expect(root.frames(in: 40, 2).map(\.x) == [0, 0])
  }

  @Test("a constraint that the given size rules out is reported, and active again with more room")
  func tooNarrow() {
    let root = constrained(
      box(), box(),
      by: [
        a.left == all.left, a.right == all.right, a.width == 60, b.right == all.right, b.width == 4,
      ])
    for _ in 0..<2 {
      for (width, x) in [(40.0, 36), (50, 46)] {
        #expect(root.frames(in: width, 2) == [rect(0, 0, 60, 0), rect(x, 0, 4, 0)])
        #expect(root.dropped == [a.right == all.right])
      }
      #expect(root.frames(in: 60, 2) == [rect(0, 0, 60, 0), rect(56, 0, 4, 0)])
      #expect(root.constraintConflicts.isEmpty)
    }
  }

  @Test("a constraint on the container's own size yields to the given size")
  func ownSize() {
    let inner = constrained(box(), by: [all.width == 25, a.width == all.width])
    #expect(inner.frames(in: 40, 2)[0].width == 40)
    #expect(inner.dropped == [all.width == 25])
    #expect(inner.frames(in: 25, 2)[0].width == 25)
    #expect(inner.constraintConflicts.isEmpty)
    // Without a given size, the constraint determines the size.
    let outer = box({ $0.alignItems = .flexStart }, inner)
    #expect(outer.frames(in: 40, 2)[0].width == 25)
    #expect(inner.children[0].frame.width == 25)
    #expect(inner.constraintConflicts.isEmpty)
  }

  @Test("conflicts are separate for each axis, and a height from the content causes none")
  func axes() {
    let inner = constrained(box(), by: a.fill() + [a.width >= 30, a.height >= 8])
    _ = inner.frames(in: 20, 4)
    #expect(inner.dropped == [a.trailing == all.trailing, a.bottom == all.bottom])
    let column = box({ $0.direction = .column }, inner)
    #expect(column.frames(in: 20, 40) == [rect(0, 0, 20, 8)])
    #expect(inner.dropped == [a.trailing == all.trailing])
    #expect(column.frames(in: 30, 40) == [rect(0, 0, 30, 8)])
    #expect(inner.constraintConflicts.isEmpty)
  }

  @Test(
    "NaN, infinite and extreme numbers are left out and reported",
    arguments: [
      Double.nan, .infinity, -.infinity, 1e300,
    ])
  func hostile(number: Double) {
    let root = constrained(
      text(5), by: [a.left == number, a.top == all.bottom * number, a.width == 3])
    #expect(root.frames(in: 40, 2) == [rect(0, 0, 3, 1)])
    #expect(root.constraintConflicts.map(\.reason) == [.outOfRange, .outOfRange])
  }
}
