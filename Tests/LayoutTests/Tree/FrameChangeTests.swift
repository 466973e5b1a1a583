import MillraceLayout
import Testing

@Suite("Reported frame changes")
struct FrameChangeTests {
  private func report(_ root: LayoutNode) -> [FrameChange] {
    root.layout(width: .definite(20), height: .definite(10))
  }

  @Test("the first layout reports every box in tree order, without an old frame")
  func first() {
    let root = box({ _ in }, box({ $0.width = 3 }, box({ $0.width = 1 })), box({ $0.width = 3 }))
    let changes = report(root)
    #expect(changes.map { ObjectIdentifier($0.node) } == root.all.map { ObjectIdentifier($0) })
    #expect(changes.allSatisfy { $0.old == nil && $0.new == $0.node.frame })
  }

  @Test("a layout without changes reports nothing")
  func nothing() {
    let root = box({ _ in }, box({ $0.width = 3 }))
    _ = report(root)
    #expect(!root.isDirty)
    #expect(report(root).isEmpty)
  }

  @Test("a box that grew is reported with the boxes that it moved, with their old frames")
  func pushed() {
    let root = box({ _ in }, box({ $0.width = 3 }), box({ $0.width = 3 }, box({ $0.width = 1 })))
    _ = report(root)
    root.children[0].style.width = 5
    #expect(root.isDirty)
    let changes = report(root)
    #expect(changes.map(\.old) == [rect(0, 0, 3, 10), rect(3, 0, 3, 10)])
    #expect(changes.map(\.new) == [rect(0, 0, 5, 10), rect(5, 0, 3, 10)])
  }

  @Test("a box that moves by whole cells is reported without its descendants")
  func movedByCells() {
    let inner = box({ $0.padding = Edges(1) }, box({ $0.width = 1.5 }))
    let moved = box({ $0.width = 9 }, inner)
    let root = box({ _ in }, moved)
    _ = report(root)
    moved.style.margin = Edges(left: 2)
    #expect(report(root).map(\.new) == [rect(2, 0, 9, 10)])
    #expect(inner.frame == rect(0, 0, 4, 10) && inner.absoluteFrame == rect(2, 0, 4, 10))
    #expect(inner.contentFrame == rect(1, 1, 2, 8))
    #expect(inner.absoluteContentFrame == rect(3, 1, 2, 8))
  }

  @Test("a box that moves by half a cell is reported with the descendants that round differently")
  func movedByHalf() {
    let moved = box({ $0.width = 3 }, box({ $0.width = 1.5 }), box({ $0.width = 1.5 }))
    let root = box({ _ in }, moved)
    _ = report(root)
    #expect(moved.children.map(\.frame) == [rect(0, 0, 2, 10), rect(2, 0, 1, 10)])
    moved.style.margin = Edges(left: 0.5)
    let halves = [rect(1, 0, 3, 10), rect(0, 0, 1, 10), rect(1, 0, 2, 10)]
    #expect(report(root).map(\.new) == halves)
    moved.style.margin = Edges(left: 1.5)
    #expect(report(root).map(\.new) == [rect(2, 0, 3, 10)])
    moved.style.margin = Edges(left: 1)
    #expect(
      report(root).map(\.new) == [rect(1, 0, 3, 10), rect(0, 0, 2, 10), rect(2, 0, 1, 10)])
  }

  @Test("a style change that moves no box is not reported")
  func unmoved() {
    let root = box({ _ in }, box({ $0.width = 3 }))
    _ = report(root)
    root.children[0].style.maxWidth = 9
    #expect(root.isDirty)
    #expect(report(root).isEmpty)
  }

  @Test("an equal style is no change")
  func equalStyle() {
    let root = box({ _ in }, box({ $0.width = 3 }))
    _ = report(root)
    root.children[0].style.width = 3
    #expect(!root.isDirty)
  }

  @Test("a content frame that moved within the same frame is reported")
  func contentMoved() {
    let root = box(
      { _ in },
      box({
        $0.width = 6; $0.padding = Edges(1)
      }))
    _ = report(root)
    root.children[0].style.padding = Edges(2)
    let changes = report(root)
    #expect(changes.count == 1)
    #expect(changes[0].old == changes[0].new)
  }

  @Test("hiding reports empty frames of a subtree, and showing reports its frames")
  func hiding() {
    let root = box({ _ in }, box({ $0.width = 3 }, box({ $0.width = 2 })))
    _ = report(root)
    root.children[0].style.display = .none
    #expect(report(root).map(\.new) == [.zero, .zero])
    root.children[0].style.display = .flex
    #expect(report(root).map(\.new) == [rect(0, 0, 3, 10), rect(0, 0, 2, 10)])
  }

  @Test("a box that changed while hidden has the right frame when it is shown")
  func changedWhileHidden() {
    let root = box({ _ in }, box({ $0.display = .none }, box({ $0.width = 2 })))
    _ = report(root)
    root.children[0].children[0].style.width = 4
    _ = report(root)
    root.children[0].children[0].style.width = 6
    root.children[0].style.display = .flex
    #expect(report(root).map(\.new) == [rect(0, 0, 6, 10), rect(0, 0, 6, 10)])
  }

  @Test("a reinserted subtree is reported as new")
  func reinserted() {
    let root = box({ _ in }, box({ $0.width = 3 }, box({ $0.width = 2 })), box({ $0.width = 1 }))
    _ = report(root)
    let moved = root.remove(at: 0)
    #expect(report(root).map(\.new) == [rect(0, 0, 1, 10)])
    root.insert(moved, at: 1)
    let changes = report(root)
    #expect(changes.map(\.old) == [nil, nil])
    #expect(changes.map(\.new) == [rect(1, 0, 3, 10), rect(0, 0, 2, 10)])
  }

  @Test("a reinserted hidden box is reported as new when it is shown")
  func reinsertedHidden() {
    let hidden = box({ $0.width = 2 })
    let root = box({ _ in }, box({ $0.width = 3 }, hidden))
    _ = report(root)
    hidden.style.display = .none
    _ = report(root)
    root.append(root.remove(at: 0))
    _ = report(root)
    hidden.style.display = .flex
    let changes = report(root)
    #expect(changes.map(\.old) == [nil])
    #expect(changes.map(\.new) == [rect(0, 0, 2, 10)])
  }

  @Test("moving a child reports the moved frames")
  func move() {
    let root = box({ _ in }, box({ $0.width = 1 }), box({ $0.width = 2 }), box({ $0.width = 3 }))
    _ = report(root)
    root.move(from: 0, to: 2)
    #expect(report(root).map(\.new) == [rect(0, 0, 2, 10), rect(2, 0, 3, 10), rect(5, 0, 1, 10)])
    #expect(root.children.map(\.frame.width) == [2, 3, 1])
  }

  @Test("a node has no parent after it is removed or its parent is released")
  func parent() {
    let child = box({ _ in })
    var root: LayoutNode? = box({ _ in }, child)
    #expect(child.parent === root)
    root = nil
    #expect(child.parent == nil)
    let other = box({ _ in }, child)
    #expect(other.remove(at: 0) === child)
    #expect(child.parent == nil)
  }
}
