import MillraceLayout
import Synchronization
import Testing

@Suite("Sizes, percentages and measured leaves")
struct SizeTests {
  @Test("percentages refer to the parent's content box")
  func percent() {
    let root = box(
      { $0.padding = Edges(1) },
      box({
        $0.width = .percent(50); $0.height = .percent(25)
      }),
      box({
        $0.width = .percent(25); $0.maxHeight = .percent(50)
      }))
    #expect(root.frames(in: 22, 10) == [rect(1, 1, 10, 2), rect(11, 1, 5, 4)])
  }

  @Test("a percentage of a height that follows from content is automatic")
  func indefinitePercent() {
    let root = box(
      { $0.direction = .column },
      box({ $0.direction = .column }, text(3, configure: { $0.height = .percent(50) })))
    #expect(root.frames(in: 9, 9) == [rect(0, 0, 9, 1)])
    #expect(root.children[0].children[0].frame == rect(0, 0, 9, 1))
  }

  @Test("a percentage of a stretched or flexed height refers to that height")
  func definiteByFlex() {
    let stretched = box({ _ in }, box({ $0.grow = 1 }, box({ $0.height = .percent(50) })))
    #expect(stretched.frames(in: 4, 8) == [rect(0, 0, 4, 8)])
    #expect(stretched.children[0].children[0].frame.height == 4)
    let flexed = box(
      { $0.direction = .column }, box({ $0.grow = 1 }, box({ $0.height = .percent(50) })))
    #expect(flexed.frames(in: 4, 8) == [rect(0, 0, 4, 8)])
    #expect(flexed.children[0].children[0].frame.height == 4)
  }

  @Test("the root fills a definite space, and fits its content otherwise")
  func root() {
    let root = box({ $0.padding = Edges(1) }, text(3, 4), text(2))
    root.layout(width: .definite(30), height: .definite(5))
    #expect(root.frame == rect(0, 0, 30, 5))
    root.layout(width: .maxContent, height: .maxContent)
    #expect(root.frame == rect(0, 0, 12, 3))
    root.layout(width: .minContent, height: .minContent)
    #expect(root.frame == rect(0, 0, 8, 4))
  }

  @Test("the root's own size overrides the available space, and its margin moves it")
  func rootSize() {
    let root = box({
      $0.width = .percent(50); $0.maxHeight = 3; $0.margin = Edges(1)
    })
    root.layout(width: .definite(30), height: .definite(9))
    #expect(root.frame == rect(1, 1, 15, 3))
  }

  @Test("a text's height follows from its width")
  func heightForWidth() {
    let root = box({ $0.direction = .column }, text(4, 4, 4), text(1))
    #expect(root.frames(in: 14, 9) == [rect(0, 0, 14, 1), rect(0, 1, 14, 1)])
    #expect(root.frames(in: 9, 9) == [rect(0, 0, 9, 2), rect(0, 2, 9, 1)])
  }

  @Test("a measured leaf has its padding around the content")
  func measuredPadding() {
    let root = box(
      { $0.alignItems = .flexStart },
      text(
        4, 4,
        configure: {
          $0.padding = Edges(1); $0.shrink = 1
        }))
    #expect(root.frames(in: 20, 9) == [rect(0, 0, 11, 3)])
    #expect(root.children[0].contentFrame == rect(1, 1, 9, 1))
  }

  @Test("the measure function of a leaf gets and returns sizes of its content box")
  func constraints() {
    let asked = Mutex<[AvailableSpace]>([])
    let leaf = box({ $0.padding = Edges(1) })
    leaf.measure = MeasureFunction { width, height in
      asked.withLock { $0 += [width, height] }
      return LayoutSize(width: 30, height: 2)
    }
    let root = box({ $0.alignItems = .flexStart }, leaf)
    root.layout(width: .definite(20.25), height: .definite(9))
    #expect(
      asked.withLock { $0 } == [
        .maxContent, .maxContent, .minContent, .maxContent, .definite(30), .maxContent,
      ],
      "its base width, its smallest width since it must shrink, its height at what it gets")
  }

  @Test("a fractional width reaches the measure function in steps of 1/64")
  func fractionalWidth() {
    let asked = Mutex<[AvailableSpace]>([])
    let leaf = box({ $0.width = .percent(33.3333333) })
    leaf.measure = MeasureFunction { width, _ in
      asked.withLock { $0.append(width) }
      return LayoutSize(width: 3, height: 1)
    }
    box({ $0.alignItems = .flexStart }, leaf).layout(width: .definite(10), height: .definite(9))
    #expect(asked.withLock { $0 } == [.definite(213 / 64)])
  }

  @Test("a leaf of a given height is measured with that height")
  func widthForHeight() {
    let leaf = box({
      $0.height = 4; $0.padding = Edges(1)
    })
    leaf.measure = MeasureFunction { _, height in
      LayoutSize(width: height == .definite(2) ? 7 : 1, height: 1)
    }
    #expect(box({ _ in }, leaf).frames(in: 20, 9) == [rect(0, 0, 9, 4)])
  }

  @Test(
    "a content keyword as a height limit has no effect",
    arguments: [Length.minContent, .maxContent, .fitContent])
  func keywordsOfHeightLimits(keyword: Length) {
    let low = text(5, 5) {
      ($0.width, $0.height) = (5, 1)
      $0.minHeight = keyword
    }
    let high = text(5, 5) {
      ($0.width, $0.height) = (5, 7)
      $0.maxHeight = keyword
    }
    let root = box({ _ in }, low, high)
    #expect(root.frames(in: 20, 9) == [rect(0, 0, 5, 1), rect(5, 0, 5, 7)])
  }

  @Test("a stretch height or height limit is the free space less the margins")
  func stretchedHeight() {
    let root = box(
      { $0.alignItems = .center },
      text(5) {
        $0.height = .stretch; $0.margin = Edges(vertical: 1)
      }, text(5) { $0.minHeight = .stretch },
      text(5) {
        $0.height = 20; $0.maxHeight = .stretch
      }, text(5))
    #expect(
      root.frames(in: 20, 9) == [
        rect(0, 1, 5, 7), rect(5, 0, 5, 9), rect(10, 0, 5, 9), rect(15, 4, 5, 1),
      ])
  }

  @Test("a row item's width from its ratio respects the limits of its height")
  func ratioWithinLimits() {
    let root = box(
      { _ in },
      box({
        $0.aspectRatio = 2; $0.maxHeight = 4
      }),
      box({
        $0.aspectRatio = 2; $0.height = 2; $0.minHeight = 3
      }))
    #expect(root.frames(in: 40, 10) == [rect(0, 0, 8, 4), rect(8, 0, 6, 3)])
  }

  @Test("nested boxes are as large as their content")
  func nested() {
    let root = box(
      { $0.alignItems = .flexStart },
      box(
        {
          $0.direction = .column; $0.border = Edges(1); $0.gap = 1
        }, text(5),
        box({ $0.gap = 2 }, text(2), text(4))))
    #expect(root.frames(in: 40, 20) == [rect(0, 0, 10, 5)])
    #expect(root.children[0].children.map(\.frame) == [rect(1, 1, 8, 1), rect(1, 3, 8, 1)])
  }

  @Test("a box with display: none has an empty frame, and takes no room")
  func displayNone() {
    let hidden = box(
      {
        $0.width = 5; $0.display = .none
      }, box({ $0.width = 2 }))
    let root = box({ $0.gap = 1 }, box({ $0.width = 3 }), hidden, box({ $0.width = 3 }))
    #expect(root.frames(in: 20, 1) == [rect(0, 0, 3, 1), .zero, rect(4, 0, 3, 1)])
    #expect(hidden.children[0].frame == .zero)
    #expect(hidden.unroundedFrame == (0, 0, 0, 0))
  }
}
