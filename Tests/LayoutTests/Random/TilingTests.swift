import MillraceLayout
import MillraceStoreTesting
import Testing
import TestSupport

@Suite("Tiling")
struct TilingTests {
  /// Returns nested boxes. Children share the whole content of their parent by random factors.
  private func mosaic(depth: Int, _ random: inout SeededGenerator) -> LayoutNode {
    let node = LayoutNode(style: .plain)
    fill(node, depth: depth, &random)
    return node
  }

  private func fill(_ node: LayoutNode, depth: Int, _ random: inout SeededGenerator) {
    node.style.direction = random.pick([.row, .column])
    node.style.grow = Double.random(in: 1...4, using: &random)
    node.style.basis = 0
    node.style.padding = Edges(random.pick([0, 0, 0.25, 1]))
    guard depth > 0 else { return }
    for _ in 0..<Int.random(in: 1...5, using: &random) {
      // Appended while it is empty: the records of a tree move when it is appended.
      let child = LayoutNode(style: .plain)
      node.append(child)
      fill(child, depth: depth - 1, &random)
    }
  }

  @Test(
    "growing children tile their parent without gap or overlap",
    arguments: 1...rounds(20, long: 40) as ClosedRange<UInt64>)
  func tile(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let root = mosaic(depth: 4, &random)
    root.layout(
      width: .definite(Double.random(in: 150...400, using: &random)),
      height: .definite(Double.random(in: 150...400, using: &random)))
    for node in root.all where !node.children.isEmpty {
      let content = node.contentFrame
      let isRow = node.style.direction == .row
      var edge = isRow ? content.x : content.y
      var isTiled = true
      for child in node.children {
        let frame = child.frame
        if (isRow ? frame.x : frame.y) != edge { isTiled = false }
        edge = isRow ? frame.maxX : frame.maxY
        if frame.intersection(content) != frame, !frame.isEmpty { isTiled = false }
      }
      if edge != (isRow ? content.maxX : content.maxY) { isTiled = false }
      if !isTiled {
        Issue.record("seed \(seed): \(node.children.map(\.frame)) do not tile \(content)")
        return
      }
    }
  }

  @Test(
    "a child inside its parent before rounding is inside it after rounding",
    arguments: 1...rounds(30, long: 60) as ClosedRange<UInt64>)
  func inside(seed: UInt64) {
    var random = RandomTree(seed: seed)
    let root = random.tree(depth: 4)
    root.layout(width: .definite(80), height: .definite(40))
    for node in root.all where node.style.display != .none {
      let outer = node.unroundedFrame
      for child in node.children where !child.frame.isEmpty {
        let inner = child.unroundedFrame
        guard inner.x >= 0, inner.y >= 0, inner.x + inner.width <= outer.width,
          inner.y + inner.height <= outer.height
        else { continue }
        let frame = child.absoluteFrame
        if frame.intersection(node.absoluteFrame) != frame {
          Issue.record("seed \(seed): \(frame) left \(node.absoluteFrame)")
        }
      }
    }
  }
}
