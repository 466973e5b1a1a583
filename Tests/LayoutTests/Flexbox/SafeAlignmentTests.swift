import MillraceLayout
import Testing

@Suite("Safe alignment, and alignment by the child's own direction")
struct SafeAlignmentTests {
  @Test(
    "what is larger than its line starts with it, if its alignment is safe",
    arguments: [AlignItems.center, .flexEnd, .end, .selfEnd])
  func crossAxis(alignment: AlignItems) {
    let root = box(
      { $0.alignItems = alignment },
      box {
        $0.width = 2; $0.height = 8
      },
      box {
        $0.width = 2; $0.height = 2
      })
    let unsafe = root.frames(in: 10, 4).map(\.y)
    #expect(unsafe == (alignment == .center ? [-2, 1] : [-4, 2]))
    root.style.safeAlignment = .items
    #expect(root.frames(in: 10, 4).map(\.y) == [0, unsafe[1]])
  }

  @Test("a child's own alignment is safe or not by its own style")
  func own() {
    let root = box(
      { $0.safeAlignment = .items },
      box {
        $0.width = 2; $0.height = 8; $0.alignSelf = .end
      },
      box {
        $0.width = 2; $0.height = 8; $0.alignSelf = .end; $0.safeAlignment = .itself
      })
    #expect(root.frames(in: 10, 4).map(\.y) == [-4, 0])
  }

  @Test(
    "items that overflow their line start with it",
    arguments: [JustifyContent.center, .flexEnd, .end])
  func mainAxis(justify: JustifyContent) {
    let root = box(
      {
        $0.justifyContent = justify; $0.safeAlignment = .content
      },
      box {
        $0.width = 8; $0.shrink = 0
      },
      box {
        $0.width = 8; $0.shrink = 0
      })
    #expect(root.frames(in: 10, 4).map(\.x) == [0, 8])
    root.style.safeAlignment = []
    #expect(root.frames(in: 10, 4).map(\.x) == (justify == .center ? [-3, 5] : [-6, 2]))
  }

  @Test("safe is the start of the text, also where the direction is reversed")
  func reversed() {
    let root = box(
      {
        $0.direction = .rowReverse; $0.justifyContent = .center; $0.safeAlignment = .content
      },
      box {
        $0.width = 8; $0.shrink = 0
      },
      box {
        $0.width = 8; $0.shrink = 0
      })
    #expect(root.frames(in: 10, 4).map(\.x) == [8, 0])
  }

  @Test("lines that overflow their container start with it")
  func lines() {
    let root = box(
      {
        $0.wrap = .wrap; $0.alignContent = .center; $0.safeAlignment = .lines
      },
      box {
        $0.width = 8; $0.height = 4
      },
      box {
        $0.width = 8; $0.height = 4
      })
    #expect(root.frames(in: 10, 4).map(\.y) == [0, 4])
    root.style.safeAlignment = []
    #expect(root.frames(in: 10, 4).map(\.y) == [-2, 2])
  }

  @Test("an absolute box between two insets stays at the first of them")
  func absolute() {
    let child = box {
      $0.position = .absolute
      $0.inset = Edges(left: 0, top: 2, bottom: 2)
      $0.height = 4
      $0.alignSelf = .end
      $0.safeAlignment = .itself
    }
    let root = box({ _ in }, child)
    #expect(root.frames(in: 10, 6).map(\.y) == [2])
  }

  @Test("self-start and self-end of a column's child follow the child's own lines")
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

  @Test("in a row, self-start and self-end are the start and the end, however lines are stacked")
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
