import MillraceLayout
import Testing

@Suite("Rounding to cells")
struct RoundingTests {
  @Test("thirds tile without gap or overlap")
  func thirds() {
    let root = box({ _ in }, box({ $0.grow = 1 }), box({ $0.grow = 1 }), box({ $0.grow = 1 }))
    #expect(root.frames(in: 10, 1) == [rect(0, 0, 3, 1), rect(3, 0, 4, 1), rect(7, 0, 3, 1)])
    #expect(abs(root.children[1].unroundedFrame.x - 10.0 / 3) < 1e-9)
  }

  @Test("an edge is rounded from its absolute position, not from its parent's rounded one")
  func absoluteEdges() {
    let inner = box({
      $0.width = 0.4; $0.margin = Edges(left: 0.4)
    })
    let root = box(
      { _ in },
      box(
        {
          $0.width = 3; $0.margin = Edges(left: 0.4)
        }, inner))
    root.layout(width: .definite(10), height: .definite(1))
    #expect(root.children[0].frame.x == 0)
    #expect(inner.frame == rect(1, 0, 0, 1), "0.8 to 1.2")
  }

  @Test("halves round up, also negative ones and values just below a half")
  func halves() {
    let root = box(
      { _ in }, box({ $0.width = 1.4999999 }),
      box({
        $0.position = .absolute; $0.width = 1; $0.inset = Edges(left: -2.5)
      }))
    #expect(root.frames(in: 10, 1) == [rect(0, 0, 2, 1), rect(-2, 0, 1, 1)])
  }

  @Test("the edges of a content frame round by the same rule")
  func contentFrame() {
    let root = box(
      { _ in },
      box({
        $0.width = 4; $0.margin = Edges(left: 0.25); $0.padding = Edges(0.25)
      }))
    root.layout(width: .definite(10), height: .definite(4))
    #expect(root.children[0].frame == rect(0, 0, 4, 4))
    #expect(root.children[0].contentFrame == rect(1, 0, 3, 4), "0.5 to 4, 0.25 to 3.75")
  }
}
