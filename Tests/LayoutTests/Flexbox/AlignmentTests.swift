import MillraceLayout
import Testing

@Suite("Alignment and margins")
struct AlignmentTests {
  @Test(
    "justify-content distributes the free space",
    arguments: [
      (JustifyContent.flexStart, [0, 2, 4]), (.flexEnd, [12, 14, 16]), (.center, [6, 8, 10]),
      (.spaceBetween, [0, 8, 16]), (.spaceAround, [2, 8, 14]), (.spaceEvenly, [3, 8, 13]),
    ])
  func justify(how: JustifyContent, starts: [Int]) {
    let root = box(
      { $0.justifyContent = how }, box({ $0.width = 2 }), box({ $0.width = 2 }),
      box({ $0.width = 2 }))
    #expect(root.frames(in: 18, 1).map(\.x) == starts)
  }

  @Test(
    "content that is too long overflows at the end, except with flex-end and center",
    arguments: [
      (JustifyContent.flexStart, 0), (.flexEnd, -4), (.center, -2), (.spaceBetween, 0),
      (.spaceAround, 0),
      (.spaceEvenly, 0),
    ])
  func overflow(how: JustifyContent, start: Int) {
    let root = box(
      { $0.justifyContent = how },
      box({
        $0.width = 10; $0.shrink = 0
      }))
    #expect(root.frames(in: 6, 1)[0].x == start)
  }

  @Test(
    "align-items places a child on the cross axis of its line",
    arguments: [
      (AlignItems.flexStart, rect(0, 0, 3, 2)), (.flexEnd, rect(0, 4, 3, 2)),
      (.center, rect(0, 2, 3, 2)),
      (.stretch, rect(0, 0, 3, 6)),
    ])
  func align(how: AlignItems, frame: CellRect) {
    let child = box({ _ in })
    child.measure = MeasureFunction { _, _ in LayoutSize(width: 3, height: 2) }
    #expect(box({ $0.alignItems = how }, child).frames(in: 9, 6) == [frame])
  }

  @Test("align-self overrides the parent's align-items")
  func alignSelf() {
    let root = box(
      { $0.alignItems = .flexEnd },
      box({
        $0.width = 1; $0.alignSelf = .stretch
      }),
      box({
        $0.width = 1; $0.height = 2
      }))
    #expect(root.frames(in: 9, 6) == [rect(0, 0, 1, 6), rect(1, 4, 1, 2)])
  }

  @Test("stretching stops at a maximum, and does not change a given size")
  func stretch() {
    let root = box(
      { _ in },
      box({
        $0.width = 1; $0.maxHeight = 4
      }),
      box({
        $0.width = 1; $0.height = 2
      }),
      box({
        $0.width = 1; $0.minHeight = 8
      }))
    #expect(root.frames(in: 9, 6) == [rect(0, 0, 1, 4), rect(1, 0, 1, 2), rect(2, 0, 1, 8)])
  }

  @Test("a row without a height is as high as its highest child, and stretches the others")
  func lineHeight() {
    let root = box(
      { $0.direction = .column },
      box(
        { _ in }, box({ $0.width = 1 }),
        box({
          $0.width = 1; $0.height = 3
        })))
    #expect(root.frames(in: 9, 6) == [rect(0, 0, 9, 3)])
    #expect(root.children[0].children.map(\.frame) == [rect(0, 0, 1, 3), rect(1, 0, 1, 3)])
  }

  @Test("a margin separates boxes, and a negative margin overlaps them")
  func margins() {
    let root = box(
      { _ in },
      box({
        $0.width = 3; $0.margin = Edges(left: 1, top: 2, right: 2, bottom: 1)
      }),
      box({
        $0.width = 3; $0.margin = Edges(left: -1)
      }))
    #expect(root.frames(in: 20, 8) == [rect(1, 2, 3, 5), rect(5, 0, 3, 8)])
  }

  @Test("automatic margins take the free space before justify-content")
  func autoMargins() {
    let root = box(
      { $0.justifyContent = .center }, box({ $0.width = 3 }),
      box({
        $0.width = 3; $0.margin = Edges(left: .auto)
      }))
    #expect(root.frames(in: 20, 1) == [rect(0, 0, 3, 1), rect(17, 0, 3, 1)])
  }

  @Test("automatic margins on all sides center a box")
  func autoMarginsCenter() {
    let root = box(
      { _ in },
      box({
        $0.width = 4; $0.height = 2; $0.margin = .auto
      }))
    #expect(root.frames(in: 20, 10) == [rect(8, 4, 4, 2)])
    #expect(root.frames(in: 2, 1) == [rect(0, 0, 2, 2)], "without room, the sizes are zero")
  }

  @Test("a child that does not stretch in a column is as wide as its content, if there is room")
  func fitContent() {
    let root = box(
      {
        $0.direction = .column; $0.alignItems = .center
      }, text(3, 4, 2))
    #expect(root.frames(in: 21, 3) == [rect(5, 0, 11, 1)])
    #expect(root.frames(in: 9, 3) == [rect(0, 0, 9, 2)])
    #expect(root.frames(in: 2, 3) == [rect(-1, 0, 4, 3)])
  }

  @Test("self-start and self-end of a column's child follow the child's own direction")
  func selfAlignment() {
    let root = box(
      {
        $0.direction = .column; $0.alignItems = .selfStart
      },
      box { $0.width = 2 },
      box {
        $0.width = 2; $0.layoutDirection = .rightToLeft
      },
      box {
        $0.width = 2; $0.alignSelf = .selfEnd
      },
      box {
        $0.width = 2; $0.alignSelf = .selfEnd; $0.layoutDirection = .rightToLeft
      })
    #expect(root.frames(in: 10, 8).map(\.x) == [0, 8, 8, 0])
    root.style.layoutDirection = .rightToLeft
    root.children[0].style.layoutDirection = .leftToRight
    root.children[2].style.layoutDirection = .leftToRight
    #expect(root.frames(in: 10, 8).map(\.x) == [0, 8, 8, 0])
    root.style.wrap = .wrapReverse
    #expect(root.frames(in: 10, 8).map(\.x) == [0, 8, 8, 0])
  }

  @Test("self-start and self-end of a row's child are start and end, also with wrap-reverse")
  func selfAlignmentInRow() {
    let root = box(
      {
        $0.wrap = .wrapReverse; $0.alignItems = .selfStart
      }, box { $0.height = 2 },
      box {
        $0.height = 2; $0.alignSelf = .selfEnd; $0.layoutDirection = .rightToLeft
      })
    #expect(root.frames(in: 10, 8).map(\.y) == [0, 6])
  }
}
