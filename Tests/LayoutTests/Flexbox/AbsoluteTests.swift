import MillraceLayout
import Testing

@Suite("Absolute position")
struct AbsoluteTests {
  private func frame(
    in parent: (inout LayoutStyle) -> Void = { _ in }, _ configure: (inout LayoutStyle) -> Void
  ) -> CellRect {
    let child = box({
      $0.position = .absolute; configure(&$0)
    })
    return box(parent, child).frames(in: 20, 10)[0]
  }

  @Test("insets are distances from the edges of the padding box")
  func insets() {
    #expect(
      frame(in: {
        $0.border = Edges(1); $0.padding = Edges(2)
      }) {
        $0.width = 3; $0.height = 2; $0.inset = Edges(left: 4, top: 1, right: .auto, bottom: .auto)
      } == rect(5, 2, 3, 2))
    #expect(
      frame(in: { $0.border = Edges(1) }) {
        $0.width = 3; $0.height = 2; $0.inset = Edges(left: .auto, top: .auto, right: 4, bottom: 1)
      } == rect(12, 6, 3, 2))
  }

  @Test("two insets determine the size, and a given size overrides the second inset")
  func twoInsets() {
    #expect(frame { $0.inset = Edges(left: 2, top: 1, right: 3, bottom: 4) } == rect(2, 1, 15, 5))
    #expect(
      frame {
        $0.inset = Edges(1); $0.width = 5
      } == rect(1, 1, 5, 8))
  }

  @Test("insets and sizes can be percentages of the padding box")
  func percent() {
    #expect(
      frame(in: { $0.padding = Edges(3) }) {
        $0.width = .percent(50); $0.height = .percent(10)
        $0.inset = Edges(left: .percent(25), top: .percent(50), right: .auto, bottom: .auto)
      } == rect(5, 5, 10, 1))
  }

  @Test("automatic margins center a box between its insets")
  func autoMargins() {
    #expect(
      frame {
        $0.inset = Edges(0); $0.margin = .auto; $0.width = 4; $0.height = 2
      }
        == rect(8, 4, 4, 2))
  }

  @Test("an absolute box without insets has the position of an only child")
  func staticPosition() {
    let size = { (style: inout LayoutStyle) in
      style.width = 4; style.height = 2
    }
    #expect(frame(in: { $0.padding = Edges(1) }, size) == rect(1, 1, 4, 2))
    #expect(
      frame(
        in: {
          $0.justifyContent = .flexEnd; $0.alignItems = .center
        }, size) == rect(16, 4, 4, 2))
    #expect(
      frame(
        in: {
          $0.direction = .columnReverse; $0.alignItems = .flexEnd
        }, size) == rect(16, 8, 4, 2))
  }

  @Test("an absolute box takes no room in the flow, and does not size its parent")
  func outOfFlow() {
    let root = box(
      { _ in },
      box({
        $0.position = .absolute; $0.width = 9; $0.height = 9
      }), text(3))
    root.layout(width: .maxContent, height: .maxContent)
    #expect(root.frame == rect(0, 0, 3, 1))
    #expect(root.children.map(\.frame) == [rect(0, 0, 9, 9), rect(0, 0, 3, 1)])
  }

  @Test("an absolute box without a size fits its content")
  func content() {
    let leaf = text(3, 4)
    leaf.style.position = .absolute
    #expect(box({ _ in }, leaf).frames(in: 20, 10) == [rect(0, 0, 8, 1)])
    #expect(box({ _ in }, box({ _ in })).frames(in: 5, 5) == [rect(0, 0, 0, 5)])
  }

  @Test(
    "an oversized box between insets stays in its block, unless the block scrolls",
    arguments: [(Overflow.visible, 2), (.clip, 2), (.scroll, 4)])
  func overflow(overflow: Overflow, top: Int) {
    let frame = frame(in: { $0.overflow = overflow }) {
      $0.width = 1; $0.height = 8; $0.alignSelf = .start; $0.inset = Edges(top: 4, bottom: 0)
    }
    #expect(frame == rect(0, top, 1, 8))
  }
}
