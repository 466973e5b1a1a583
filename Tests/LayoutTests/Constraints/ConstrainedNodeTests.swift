import MillraceLayout
import Testing

@Suite("Constraint containers")
struct ConstrainedNodeTests {
  /// A sidebar of a third of the width, at most 20 cells, and a body beside it, over the whole
  /// height.
  private func sidebarAndBody() -> LayoutNode {
    constrained(
      text(8), text(5, 5, 5),
      by: a.fillHeight() + b.fillHeight() + [
        a.leading == all.leading, b.trailing == all.trailing, b.after(a, gap: 1), a.width <= 20,
        (a.width == all.width / 3).priority(900),
      ])
  }

  @Test("the content width of a child is limited by its minimum and maximum width")
  func limits() {
    let root = constrained(
      text(5, 5, configure: { $0.maxWidth = 8 }), text(3, configure: { $0.minWidth = 6 }),
      by: [a.left == all.left, a.top == all.top, b.left == a.right, b.top == all.top])
    #expect(root.frames(in: 40, 4) == [rect(0, 0, 8, 2), rect(8, 0, 6, 1)])
  }

  @Test("anchors, relations, multipliers and priorities determine the frames")
  func frames() {
    let root = sidebarAndBody()
    #expect(root.frames(in: 30, 6) == [rect(0, 0, 10, 6), rect(11, 0, 19, 6)])
    #expect(root.frames(in: 90, 6) == [rect(0, 0, 20, 6), rect(21, 0, 69, 6)])
    #expect(root.constraintConflicts.isEmpty)
  }

  @Test("in right-to-left layout, leading and trailing are mirrored")
  func mirrored() {
    let root = sidebarAndBody()
    root.style.layoutDirection = .rightToLeft
    #expect(root.frames(in: 30, 6) == [rect(20, 0, 10, 6), rect(0, 0, 19, 6)])
    root.style.layoutDirection = .leftToRight
    #expect(root.frames(in: 30, 6) == [rect(0, 0, 10, 6), rect(11, 0, 19, 6)])
  }

  @Test("the height of a text follows from the width that its constraints give")
  func textHeight() {
    let root = constrained(
      text(4, 4, 4), by: [a.left == all.left + 1, a.right <= all.right, a.top == all.top])
    #expect(root.frames(in: 40, 9) == [rect(1, 0, 14, 1)])
    #expect(root.frames(in: 11, 9) == [rect(1, 0, 10, 2)])
    root.children[0].measure = measureWords([6, 6])
    #expect(root.frames(in: 11, 9) == [rect(1, 0, 10, 2)])
    root.children[0].measure = measureWords([6])
    #expect(root.frames(in: 11, 9) == [rect(1, 0, 6, 1)])
  }

  @Test("a container in a flex container gets the size of its constraints, and changes with them")
  func fitted() {
    let rest = list {
      a.top == all.top
      a.left == all.left
      b.left == a.left + 3
      all.bottom >= b.bottom
      all.right >= b.right
    }
    let inner = constrained(text(6), text(4), by: rest + [b.below(a, gap: 2)])
    let root = box(
      {
        $0.direction = .column
        $0.alignItems = .flexStart
      }, inner, text(1))
    #expect(root.frames(in: 40, 20) == [rect(0, 0, 7, 4), rect(0, 4, 1, 1)])
    #expect(inner.children[1].frame == rect(3, 3, 4, 1))
    inner.constrain(by: rest + [b.below(a)])
    #expect(root.frames(in: 40, 20) == [rect(0, 0, 7, 2), rect(0, 2, 1, 1)])
  }

  @Test("the later of two contradicting constraints is left out and reported")
  func conflict() {
    let root = constrained(box(), by: [a.width == 8, a.left == all.left, a.width >= 9])
    #expect(root.frames(in: 20, 2)[0].width == 8)
    #expect(root.dropped == [a.width >= 9])
    #expect("\(root.constraintConflicts[0])".contains("a.width >= 9"))
    root.constrain(by: [a.width == 8, a.left == all.left])
    _ = root.frames(in: 20, 2)
    #expect(root.constraintConflicts.isEmpty)
  }

  @Test("hugging and compression resistance decide which child yields")
  func contents() {
    let root = constrained(
      text(10), text(10),
      by: [
        a.left == all.left, b.left == a.right, b.right == all.right,
        (a.width <= a.contentWidth).priority(300), (b.width >= b.contentWidth).priority(800),
      ])
    #expect(root.frames(in: 30, 2).map(\.width) == [10, 20])
    #expect(root.frames(in: 14, 2).map(\.width) == [4, 10])
    root.constrain(
      by: [
        a.left == all.left, b.left == a.right, b.right == all.right,
        (b.width == b.contentWidth).priority(1),
      ])
    #expect(root.frames(in: 30, 2).map(\.width) == [10, 20])
    #expect(root.frames(in: 14, 2).map(\.width) == [10, 4])
  }

  @Test("setting an equal list of constraints causes no layout")
  func equal() {
    let root = constrained(text(8), by: a.center())
    _ = root.frames(in: 30, 6)
    let visits = root.counters.visits
    root.constrain(by: a.center())
    _ = root.frames(in: 30, 6)
    #expect(root.counters.visits == visits)
  }

  @Test("constraints on a removed child are suspended, and a hidden child is 0 by 0")
  func removed() {
    let root = constrained(
      text(4), text(3), by: [a.left == all.left + 1, b.after(a, gap: 1), b.top == 1])
    #expect(root.frames(in: 20, 2).map(\.x) == [1, 6])
    root.children[0].style.display = .none
    #expect(root.frames(in: 20, 2)[1].x == 2)
    root.remove(at: 0)
    #expect(root.frames(in: 20, 2) == [rect(0, 1, 3, 1)])
    #expect(root.constraintConflicts.isEmpty)
  }

  @Test("absolute children and display: contents are laid out as in other containers")
  func others() {
    let inside = text(3)
    let wrapper = box(
      {
        $0.display = .contents
        $0.position = .static
      }, inside)
    let absolute = box {
      $0.position = .absolute
      $0.inset = Edges(left: .auto, top: .auto, right: 0, bottom: 0)
      ($0.width, $0.height) = (2, 1)
    }
    let root = box({ $0.display = .constraints }, wrapper, absolute)
    root.constrain(["a": inside], by: a.center())
    root.layout(width: .definite(9), height: .definite(3))
    #expect(inside.frame == rect(3, 1, 3, 1))
    #expect(absolute.frame == rect(7, 2, 2, 1))
  }

  @Test("an unnamed child is in the top leading corner, and as large as its content")
  func unnamed() {
    let root = box({ $0.display = .constraints }, children: (0..<20).map { text($0 % 7 + 1) })
    #expect(root.frames(in: 60, 4)[5] == rect(0, 0, 6, 1))
    root.constrain(["a": root.children[7]], by: [a.left == 4])
    #expect(root.frames(in: 60, 4)[7] == rect(4, 0, 1, 1))
    root.children[5].measure = measureWords([9])
    #expect(root.frames(in: 60, 4)[5] == rect(0, 0, 9, 1))
    root.style.layoutDirection = .rightToLeft
    #expect(root.frames(in: 60, 4)[5] == rect(51, 0, 9, 1))
  }

  @Test("a name that a program chooses never refers to an unnamed child")
  func hiddenNames() {
    let root = box({ $0.display = .constraints }, text(2), text(3))
    root.constrain(["child 1": root.children[1]], by: [LayoutItem("child 1").left == 4])
    root.layout(width: .definite(20), height: .definite(4))
    #expect(root.children[0].frame.x == 0)
    #expect(root.children[1].frame.x == 4)
  }
}
