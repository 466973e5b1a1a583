import Testing
import TestSupport

@testable import MillraceLayout

@Suite("Work per layout")
struct WorkTests {
  private func work(_ root: LayoutNode, _ width: Double = 60, _ height: Double = 30)
    -> LayoutCounters
  {
    root.counters = LayoutCounters()
    root.layout(width: .definite(width), height: .definite(height))
    return root.counters
  }

  @Test("the layout of a clean tree visits no box")
  func clean() {
    let root = box({ _ in }, children: (0..<50).map { _ in text(3) })
    _ = work(root)
    #expect(work(root) == LayoutCounters())
  }

  @Test("a leaf deep in columns is measured a few times, independent of depth")
  func deepColumns() {
    let depth = 64
    var node = text(3, 4, 5)
    for _ in 0..<depth { node = box({ $0.direction = .column }, node) }
    node.layout(width: .definite(60), height: .definite(30))
    #expect(node.counters.measures <= 3)
    #expect(node.counters.visits <= 4 * depth)
  }

  @Test("nested rows and columns that fit their content cost a few visits for each box")
  func deepMixed() {
    let depth = 64
    var node = text(3, 4, 5)
    for level in 0..<depth {
      node = box(
        {
          $0.direction = level.isMultiple(of: 2) ? .row : .column
          $0.alignItems = level.isMultiple(of: 3) ? .center : .stretch
          $0.padding = Edges(.percent(0.1))
        }, node, text(2))
    }
    node.layout(width: .definite(600), height: .definite(300))
    #expect(node.counters.measures <= 4 * (depth + 1))
    #expect(node.counters.visits <= 10 * depth)
  }

  @Test("a change in a box of fixed size lays out only the inside of the box")
  func boundary() {
    let leaf = text(3)
    let fixed = box(
      {
        $0.width = 20; $0.height = 3; $0.shrink = 0
      }, box({ $0.direction = .column }, leaf))
    let root = box(
      { $0.direction = .column }, children: [fixed] + (0..<100).map { _ in text(4) })
    _ = work(root)
    leaf.measure = measureWords([3, 9])
    #expect(root.isDirty)
    let done = work(root)
    #expect(done.visits <= 8)
    #expect(done.roundings <= 5)
    #expect(leaf.frame.width == 13)
  }

  @Test("a box of fixed size with a content-dependent basis is no relayout boundary")
  func noBoundary() {
    let leaf = text(3)
    let fixed = box(
      {
        $0.direction = .column
        $0.width = 9
        $0.height = 5
        $0.basis = .percent(50)
        $0.overflow = .scroll
      }, leaf)
    let root = box({ $0.direction = .column }, fixed)
    root.layout(width: .definite(20), height: .maxContent)
    #expect(fixed.frame == rect(0, 0, 9, 1))
    leaf.measure = measureWords([9, 9, 9])
    root.layout(width: .definite(20), height: .maxContent)
    #expect(fixed.frame == rect(0, 0, 9, 3))
  }

  @Test("a change of one text among many measures only that text")
  func oneOfMany() {
    let leaves = (0..<200).map { _ in text(3, 4) }
    let root = box({ $0.direction = .column }, children: leaves)
    _ = work(root)
    leaves[100].measure = measureWords([5, 5])
    let done = work(root)
    #expect(done.measures == 1)
    #expect(done.visits <= 4)
    #expect(done.roundings <= 3)
  }

  @Test("boxes that only move are rounded, not laid out, and their content is not even rounded")
  func moved() {
    let root = box(
      { $0.direction = .column },
      children: (0..<50).map { _ in box({ $0.shrink = 0 }, text(3), text(2)) })
    _ = work(root)
    root.insert(
      box({
        $0.height = 1; $0.shrink = 0
      }), at: 0)
    let done = work(root)
    #expect(done.measures == 0)
    #expect(done.visits <= 4)
    #expect(done.roundings == 52, "the root, the new box, and the boxes that moved")
  }

  @Test("content is rounded again unless its box starts at a whole cell before and after its move")
  func movedByParts() {
    let root = box(
      {
        $0.width = 9; $0.height = 9
      }, box({ $0.grow = 1 }, text(3)), text(2))
    _ = work(root)
    for (margin, roundings) in [(1, 1), (4, 1), (4.5, 4), (5.5, 4), (6, 4), (7, 1)] {
      root.style.margin = Edges(left: .cells(margin))
      #expect(work(root).roundings == roundings, "to \(margin)")
    }
  }

  @Test("a tree of 1,000 levels is laid out, and one of many more is freed on a small stack")
  func depth() async {
    var node = text(3)
    for _ in 0..<1_000 { node = box({ $0.direction = .column }, node) }
    node.layout(width: .definite(60), height: .definite(30))
    #expect(node.children[0].frame == rect(0, 0, 60, 1))
    let levels = rounds(15_000, long: 200_000)
    let children = await onSmallStack {
      var deep = LayoutNode()
      for _ in 0..<levels {
        let parent = LayoutNode()
        parent.append(deep)
        deep = parent
      }
      return deep.children.count
    }
    #expect(children == 1)
  }
}
