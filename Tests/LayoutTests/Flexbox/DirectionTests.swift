import MillraceLayout
import Testing

@Suite("Direction, gap and sides")
struct DirectionTests {
  @Test("a row places children side by side, in its own height")
  func row() {
    let root = box({ _ in }, box({ $0.width = 3 }), box({ $0.width = 4 }))
    #expect(root.frames(in: 20, 5) == [rect(0, 0, 3, 5), rect(3, 0, 4, 5)])
  }

  @Test("a column places children below each other, in its own width")
  func column() {
    let root = box({ $0.direction = .column }, box({ $0.height = 1 }), box({ $0.height = 2 }))
    #expect(root.frames(in: 20, 5) == [rect(0, 0, 20, 1), rect(0, 1, 20, 2)])
  }

  @Test("reversed directions start at the other end")
  func reversed() {
    let row = box({ $0.direction = .rowReverse }, box({ $0.width = 3 }), box({ $0.width = 4 }))
    #expect(row.frames(in: 20, 5) == [rect(17, 0, 3, 5), rect(13, 0, 4, 5)])
    let column = box(
      { $0.direction = .columnReverse }, box({ $0.height = 1 }), box({ $0.height = 2 }))
    #expect(column.frames(in: 20, 5) == [rect(0, 4, 20, 1), rect(0, 2, 20, 2)])
  }

  @Test("a gap is between children, not around them")
  func gap() {
    let row = box(
      {
        $0.columnGap = 2; $0.rowGap = 7
      },
      box({ $0.width = 3 }), box({ $0.width = 3 }), box({ $0.grow = 1 }))
    #expect(row.frames(in: 20, 1) == [rect(0, 0, 3, 1), rect(5, 0, 3, 1), rect(10, 0, 10, 1)])
    let column = box(
      {
        $0.direction = .column; $0.gap = 1
      }, box({ $0.height = 2 }), box({ $0.height = 2 }))
    #expect(column.frames(in: 4, 9) == [rect(0, 0, 4, 2), rect(0, 3, 4, 2)])
  }

  @Test("a gap can be a percentage of the container")
  func percentGap() {
    let row = box({ $0.columnGap = .percent(10) }, box({ $0.width = 3 }), box({ $0.width = 3 }))
    #expect(row.frames(in: 20, 1) == [rect(0, 0, 3, 1), rect(5, 0, 3, 1)])
  }

  @Test("a box with display: contents ignores its order")
  func orderOfContents() {
    let wrapper = box(
      {
        $0.display = .contents; $0.order = 5
      }, text(3))
    let root = box({ _ in }, wrapper, text(4))
    root.layout(width: .definite(20), height: .definite(1))
    #expect(wrapper.children[0].frame.x == 0)
  }

  @Test("border and padding are inside the box and around the content")
  func sides() {
    let root = box(
      {
        $0.border = Edges(1)
        $0.padding = Edges(left: 2, top: 1, right: 3, bottom: 0)
      }, box({ $0.grow = 1 }))
    #expect(root.frames(in: 20, 6) == [rect(3, 2, 13, 3)])
    #expect(root.frame == rect(0, 0, 20, 6))
    #expect(root.contentFrame == rect(3, 2, 13, 3))
  }

  @Test("percentages of padding and margin refer to the parent's width on every side")
  func percentSides() {
    let root = box(
      { _ in },
      box({
        $0.grow = 1; $0.padding = Edges(.percent(10)); $0.margin = Edges(.percent(5))
      }))
    #expect(root.frames(in: 20, 10) == [rect(1, 1, 18, 8)])
    #expect(root.children[0].contentFrame == rect(2, 2, 14, 4))
  }

  @Test("a box is never smaller than its padding and border")
  func sidesAreAMinimum() {
    let root = box(
      { $0.alignItems = .flexStart },
      box({
        $0.width = 1; $0.height = 1; $0.padding = Edges(2); $0.shrink = 5
      }))
    #expect(root.frames(in: 3, 3) == [rect(0, 0, 4, 4)])
    #expect(root.children[0].contentFrame.isEmpty)
  }

  @Test("a relative inset moves a box, and not its neighbours")
  func relativeInset() {
    let root = box(
      { _ in },
      box({
        $0.width = 3; $0.inset = Edges(left: 2, top: .auto, right: 9, bottom: 1)
      }),
      box({ $0.width = 3 }))
    #expect(root.frames(in: 20, 5) == [rect(2, -1, 3, 5), rect(3, 0, 3, 5)])
  }
}
