import MillraceLayout
import Testing

@Suite("Wrapping")
struct WrapTests {
  private func items(_ count: Int) -> [LayoutNode] {
    (0..<count).map { _ in
      box({
        $0.width = 4; $0.height = 1
      })
    }
  }

  @Test("an item that does not fit goes on the next line")
  func wrap() {
    let root = box(
      {
        $0.wrap = .wrap; $0.alignContent = .flexStart; $0.gap = 1
      }, children: items(3))
    #expect(root.frames(in: 9, 9) == [rect(0, 0, 4, 1), rect(5, 0, 4, 1), rect(0, 2, 4, 1)])
  }

  @Test("a height that follows from content includes all lines")
  func height() {
    let root = box({ $0.wrap = .wrap }, children: items(5))
    root.layout(width: .definite(8), height: .maxContent)
    #expect(root.frame == rect(0, 0, 8, 3))
  }

  @Test("lines share the remaining height, and items grow within their line")
  func stretch() {
    let root = box(
      { $0.wrap = .wrap },
      children: (0..<3).map { _ in
        box({
          $0.width = 4; $0.grow = 1
        })
      })
    #expect(root.frames(in: 10, 8) == [rect(0, 0, 5, 4), rect(5, 0, 5, 4), rect(0, 4, 10, 4)])
  }

  @Test("wrap-reverse puts the first line last")
  func reverse() {
    let root = box(
      {
        $0.wrap = .wrapReverse; $0.alignContent = .flexStart
      }, children: items(3))
    #expect(root.frames(in: 8, 4) == [rect(0, 3, 4, 1), rect(4, 3, 4, 1), rect(0, 2, 4, 1)])
  }

  @Test("an item longer than the line gets its own line")
  func longItem() {
    let root = box(
      {
        $0.wrap = .wrap; $0.alignContent = .flexStart
      },
      box({
        $0.width = 2; $0.height = 1
      }),
      box({
        $0.width = 12; $0.height = 1
      }),
      box({
        $0.width = 2; $0.height = 1
      }))
    #expect(root.frames(in: 8, 4) == [rect(0, 0, 2, 1), rect(0, 1, 8, 1), rect(0, 2, 2, 1)])
  }
}
