import MillraceLayout
import Testing

@Suite("Growing and shrinking")
struct FlexibleLengthTests {
  @Test("free space is distributed by grow factors, in addition to the base sizes")
  func grow() {
    let root = box(
      { _ in },
      box({
        $0.width = 2; $0.grow = 1
      }),
      box({
        $0.width = 4; $0.grow = 3
      }),
      box({ $0.width = 2 }))
    #expect(root.frames(in: 16, 1) == [rect(0, 0, 4, 1), rect(4, 0, 10, 1), rect(14, 0, 2, 1)])
  }

  @Test("grow factors with a sum below one leave a part of the space free")
  func fractions() {
    let root = box({ _ in }, box({ $0.grow = 0.25 }), box({ $0.grow = 0.25 }))
    #expect(root.frames(in: 16, 1) == [rect(0, 0, 4, 1), rect(4, 0, 4, 1)])
  }

  @Test("boxes that do not fit shrink by shrink factor times base size")
  func shrink() {
    let root = box(
      { _ in }, box({ $0.width = 10 }), box({ $0.width = 20 }),
      box({
        $0.width = 6; $0.shrink = 0
      }))
    #expect(root.frames(in: 21, 1) == [rect(0, 0, 5, 1), rect(5, 0, 10, 1), rect(15, 0, 6, 1)])
  }

  @Test("space that a maximum refuses goes to the other boxes")
  func growToMaximum() {
    let root = box(
      { _ in },
      box({
        $0.grow = 1; $0.maxWidth = 2
      }), box({ $0.grow = 1 }), box({ $0.grow = 1 }))
    #expect(root.frames(in: 12, 1) == [rect(0, 0, 2, 1), rect(2, 0, 5, 1), rect(7, 0, 5, 1)])
  }

  @Test("space that a minimum needs is taken from the other boxes")
  func shrinkToMinimum() {
    let root = box(
      { _ in },
      box({
        $0.width = 10; $0.minWidth = 8
      }), box({ $0.width = 10 }))
    #expect(root.frames(in: 12, 1) == [rect(0, 0, 8, 1), rect(8, 0, 4, 1)])
  }

  @Test("minima and maxima in one line are resolved as specified")
  func minimaAndMaxima() {
    let root = box(
      { _ in },
      box({
        $0.grow = 1; $0.minWidth = 10
      }),
      box({
        $0.grow = 1; $0.maxWidth = 1
      }),
      box({ $0.grow = 1 }))
    #expect(root.frames(in: 18, 1) == [rect(0, 0, 10, 1), rect(10, 0, 1, 1), rect(11, 0, 7, 1)])
  }

  @Test("a minimum overrides a maximum")
  func minimumBeatsMaximum() {
    let root = box(
      { _ in },
      box({
        $0.width = 5; $0.minWidth = 8; $0.maxWidth = 3
      }))
    #expect(root.frames(in: 20, 1) == [rect(0, 0, 8, 1)])
  }

  @Test("a basis overrides the width, and an automatic basis is the width")
  func basis() {
    let root = box(
      { _ in },
      box({
        $0.width = 5; $0.basis = 3
      }), box({ $0.width = 5 }),
      box({ $0.basis = .percent(25) }))
    #expect(root.frames(in: 20, 1) == [rect(0, 0, 3, 1), rect(3, 0, 5, 1), rect(8, 0, 5, 1)])
  }

  @Test("a basis of zero distributes the whole space, independent of content")
  func zeroBasis() {
    let root = box(
      { _ in },
      text(
        3,
        configure: {
          $0.basis = 0; $0.grow = 1
        }),
      text(
        5,
        configure: {
          $0.basis = 0; $0.grow = 1
        }))
    #expect(root.frames(in: 20, 1) == [rect(0, 0, 10, 1), rect(10, 0, 10, 1)])
  }

  @Test("a column distributes free height only if its height is definite")
  func columnHeight() {
    let root = box(
      { $0.direction = .column }, box({ $0.grow = 1 }), box({ $0.height = 2 }), box({ $0.grow = 2 })
    )
    #expect(root.frames(in: 4, 11) == [rect(0, 0, 4, 3), rect(0, 3, 4, 2), rect(0, 5, 4, 6)])
    root.layout(width: .definite(4), height: .maxContent)
    #expect(root.frame == rect(0, 0, 4, 2))
  }

  @Test("a column grows its children into its minimum height")
  func columnMinimum() {
    let root = box(
      { $0.direction = .column },
      box(
        {
          $0.direction = .column; $0.minHeight = 6
        }, box({ $0.height = 1 }), box({ $0.grow = 1 })))
    root.layout(width: .definite(4), height: .definite(20))
    #expect(root.children[0].frame == rect(0, 0, 4, 6))
    #expect(root.children[0].children.map(\.frame) == [rect(0, 0, 4, 1), rect(0, 1, 4, 5)])
  }

  @Test("a box does not shrink below its longest word")
  func automaticMinimum() {
    let root = box({ _ in }, text(6, 2), text(3, 3))
    #expect(root.frames(in: 10, 3) == [rect(0, 0, 6, 3), rect(6, 0, 4, 3)])
  }

  @Test(
    "a box can shrink below its longest word by a smaller width, scrolling, or a style property")
  func noAutomaticMinimum() {
    func row(_ configure: @escaping (inout LayoutStyle) -> Void) -> [CellRect] {
      box(
        { _ in }, text(8, configure: configure),
        box({
          $0.width = 6; $0.shrink = 0
        })
      ).frames(
        in: 10, 1)
    }
    #expect(row { _ in }[0].width == 8)
    #expect(row { $0.width = 5 }[0].width == 5)
    #expect(row { $0.overflow = .clip }[0].width == 8)
    #expect(row { $0.overflow = .scroll }[0].width == 4)
    #expect(row { $0.automaticMinimumSize = false }[0].width == 4)
    #expect(row { $0.minWidth = 3 }[0].width == 4)
  }
}
