import Testing

@testable import MillraceLayout

/// Pairs of changes in one layout.
@Suite("Combined changes")
struct ChangeTests {
  @Test("a box moved deep into the box that gives the baseline moves the baseline")
  func baselineFromBelow() {
    let deep = box { $0.border = Edges(1) }
    let root = box(
      { _ in },
      box({ $0.alignSelf = .baseline }, box(), box({ _ in }, deep)),
      box { $0.alignSelf = .baseline })
    expectAsNew(root)
    deep.append(root.children[0].remove(at: 0))
    expectAsNew(root)
  }

  @Test("a baseline also comes from a child of a box that is not placed yet")
  func baselineThatWaits() {
    let column = text(2) {
      $0.direction = .column
      $0.width = 12
      $0.minHeight = 9
    }
    let word = text(5)
    let root = box({ $0.alignItems = .baseline }, box({ _ in }, word, box({ _ in }, column)), box())
    expectAsNew(root)
    column.append(root.children[0].remove(at: 0))
    expectAsNew(root)
  }

  @Test("an absolute box with display: contents does not hide the baselines of its children")
  func absoluteContents() {
    let contents = box {
      $0.display = .contents
      $0.position = .absolute
    }
    let lines = box(
      { $0.alignItems = .baseline }, text(2, 5, 7, 2), text(3, 6, 1), text(4, 1, 6, 7, 2),
      text(1, 5))
    let label = box()
    let column = box(
      {
        $0.direction = .column
        $0.wrap = .wrapReverse
      }, label, box({ _ in }, contents))
    contents.append(lines)
    let root = box({ _ in }, column)
    for node in root.all where node.style.position == .relative { node.style.position = .static }
    expectAsNew(root)
    label.measure = measureWords([2])
    expectAsNew(root)
  }

  @Test("a box that is shown and removed with its parent before a layout leaves no box dirty")
  func shownAndRemoved() {
    let hidden = box { $0.display = .none }
    let root = box({ _ in }, box({ _ in }, box({ _ in }, hidden)))
    expectAsNew(root)
    hidden.style.display = .flex
    root.children[0].remove(at: 0)
    expectAsNew(root)
  }

  @Test("a box moved to another tree inside a sibling leaves no box dirty")
  func twoTrees() {
    let (one, other) = (box(), box())
    let root = box({ _ in }, box({ _ in }, one, other))
    let second = box({ _ in }, box())
    expectAsNew(root)
    expectAsNew(second)
    other.append(root.children[0].remove(at: 0))
    second.children[0].append(root.children[0].remove(at: 0))
    expectAsNew(root)
    expectAsNew(second)
  }

  @Test("a former root inside another tree no longer contains absolute boxes")
  func formerRoot() {
    let absolute = box {
      $0.position = .absolute
      $0.width = .percent(100)
      $0.height = .percent(100)
    }
    let former = box({ $0.position = .static }, box({ $0.width = 4 }, absolute))
    former.children[0].style.position = .static
    former.style.width = 5
    former.style.height = 5
    expectAsNew(former)
    let root = box({ _ in }, former)
    expectAsNew(root)
    #expect(absolute.frame.width == 60)
  }

  @Test("a change in a hidden box is laid out when the box is shown")
  func changedWhileHidden() {
    let word = text(3)
    let hidden = box({ _ in }, box({ _ in }, word))
    let root = box({ _ in }, hidden, box())
    expectAsNew(root)
    word.measure = measureWords([3, 4])
    hidden.style.display = .none
    expectAsNew(root)
    hidden.style.display = .flex
    expectAsNew(root)
  }

  @Test("a box that lost its last child has no baseline of its own")
  func emptied() {
    let emptied = box(
      {
        $0.direction = .column; $0.alignSelf = .stretch
      }, text(3))
    let word = text(2)
    word.baseline = 1
    let root = box({ $0.alignItems = .baseline }, emptied, word)
    expectAsNew(root)
    emptied.remove(at: 0)
    #expect(emptied.baseline == nil)
    emptied.style.alignSelf = nil
    emptied.style.height = 3
    // The lower edge of the empty box is on the baseline of the word.
    #expect(root.frames(in: 20, 10) == [rect(0, 0, 0, 3), rect(0, 2, 2, 1)])
  }

  @Test("a text that got and lost a child has no baseline")
  func leafAgain() {
    let word = text(3)
    word.baseline = 1
    let root = box({ $0.height = 5 }, word)
    root.layout(width: .definite(20), height: .definite(10))
    word.append(text(2))
    root.layout(width: .definite(20), height: .definite(10))
    word.remove(at: 0)
    #expect(word.baseline == nil)
  }

  @Test("a root with display: contents is placed again after its content is measured again")
  func rootOfContents() {
    let word = text(1, 5)
    word.style.margin = Edges(left: 1, top: .auto, right: 1, bottom: -1)
    let bar = box {
      $0.minWidth = 3
      $0.border = Edges(1)
      $0.boxSizing = .contentBox
    }
    let row = LayoutNode()
    row.style.alignItems = .baseline
    for item in [text(5), word, bar] { row.append(item) }
    let column = LayoutNode()
    column.style.direction = .column
    column.style.wrap = .wrap
    column.style.maxWidth = 15.7
    column.style.border = Edges(1)
    column.append(row)
    let root = LayoutNode()
    root.style.display = .contents
    root.style.height = 1
    root.append(column)
    root.layout(width: .minContent, height: .definite(10))
    root.layout(width: .maxContent, height: .definite(80))
    #expect(!column.flags.contains(.dirty))
    #expect(!row.flags.contains(.dirty))
  }

  private func expectAsNew(
    _ root: LayoutNode, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    root.layout(width: .definite(60), height: .definite(25))
    let difference = root.differenceFromNewTree(.definite(60), .definite(25))
    #expect(difference == nil, sourceLocation: sourceLocation)
  }
}
