import Testing
import TestSupport

@testable import MillraceLayout

/// Relations between boxes before rounding hold after it, in random trees with every feature.
@Suite("Rounding: random trees")
struct RoundingPropertyTests {
  @Test(
    "boxes that touch, do not overlap or are nested still do so after rounding",
    arguments: 0..<rounds(2, long: 100) as Range<UInt64>)
  func properties(block: UInt64) {
    for seed in block * 100 + 1...block * 100 + 100 {
      var random = RandomTree(seed: seed)
      let root = random.tree(depth: 3)
      root.layout(
        width: .definite(Double.random(in: 20...120, using: &random.random)),
        height: .definite(Double.random(in: 10...60, using: &random.random)))
      if let broken = violation(in: root) { Issue.record("seed \(seed): \(broken)") }
    }
  }

  private func violation(in root: LayoutNode) -> String? {
    for (node, origin) in root.origins(x: 0, y: 0) where !node.flags.contains(.hasEmptyFrame) {
      let outer = Shape(node, x: origin.x, y: origin.y)
      let content = node.unroundedContent(outer)
      let contentFrame = node.absoluteContentFrame
      guard outer.rounded == outer.frame, content.rounded == contentFrame else {
        return "\(outer) and \(content) rounded to \(contentFrame)"
      }
      let children = node.children.filter { !$0.flags.contains(.hasEmptyFrame) }
        .map { Shape($0, x: outer.left + $0.x, y: outer.top + $0.y) }
      for (index, child) in children.enumerated() {
        if let broken = child.violation(in: content, contentFrame) { return broken }
        for other in children[(index + 1)...] {
          if let broken = child.violation(beside: other) { return broken }
        }
      }
    }
    return nil
  }
}

/// A border box before and after rounding.
private struct Shape {
  let left: Double
  let top: Double
  let right: Double
  let bottom: Double
  let frame: CellRect

  init(_ node: LayoutNode, x: Double, y: Double) {
    (left, top, right, bottom) = (x, y, x + node.width, y + node.height)
    frame = node.absoluteFrame
  }

  init(left: Double, top: Double, right: Double, bottom: Double) {
    (self.left, self.top, self.right, self.bottom) = (left, top, right, bottom)
    frame = .zero
  }

  /// The edges rounded one by one.
  var rounded: CellRect {
    PackedRect(left: left, top: top, right: right, bottom: bottom).rect
  }

  func violation(in content: Shape, _ contentFrame: CellRect) -> String? {
    guard left >= content.left, right <= content.right, top >= content.top,
      bottom <= content.bottom
    else { return nil }
    let isInside =
      frame.x >= contentFrame.x && frame.maxX <= contentFrame.maxX && frame.y >= contentFrame.y
      && frame.maxY <= contentFrame.maxY
    return isInside ? nil : "\(frame) left \(contentFrame)"
  }

  /// Describes a gap between edges that were equal before rounding, or a new overlap.
  func violation(beside other: Shape) -> String? {
    if right == other.left, frame.maxX != other.frame.x { return "a gap: \(frame), \(other.frame)" }
    if other.right == left, other.frame.maxX != frame.x { return "a gap: \(frame), \(other.frame)" }
    if bottom == other.top, frame.maxY != other.frame.y { return "a gap: \(frame), \(other.frame)" }
    if other.bottom == top, other.frame.maxY != frame.y { return "a gap: \(frame), \(other.frame)" }
    let isApart =
      right <= other.left || other.right <= left || bottom <= other.top || other.bottom <= top
    guard isApart, !frame.intersection(other.frame).isEmpty else { return nil }
    return "an overlap: \(frame), \(other.frame)"
  }
}

extension LayoutNode {
  /// All nodes with the absolute position of their parent's border box.
  fileprivate func origins(x: Double, y: Double) -> [(
    node: LayoutNode, origin: (x: Double, y: Double)
  )] {
    let origin = (x: x + self.x, y: y + self.y)
    return [(self, origin)] + children.flatMap { $0.origins(x: origin.x, y: origin.y) }
  }

  fileprivate func unroundedContent(_ outer: Shape) -> Shape {
    let sides =
      style.display == .contents
      ? ResolvedEdges()
      : style.paddingAndBorder(parentWidth: box.pointee.placedParentWidth)
    return Shape(
      left: outer.left + sides.left, top: outer.top + sides.top,
      right: outer.right - sides.right, bottom: outer.bottom - sides.bottom)
  }
}
