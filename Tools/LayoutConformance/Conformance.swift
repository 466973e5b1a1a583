import MillraceLayout

/// The result of one case in one direction.
package struct ConformanceResult {
  package let name: String
  /// The text direction, `ltr` or `rtl`.
  package let direction: String
  /// The frames of all boxes as lines, with a sign before each line that differs; nil if all frames
  /// agree.
  package let disagreement: String?
}

extension BrowserCases {
  /// Lays out a case.
  /// - Parameter direction: The text direction, `ltr` or `rtl`.
  /// - Throws: ``UnknownStyle`` and ``UnsupportedStyle``.
  package func run(_ browserCase: BrowserCase, direction: String) throws -> ConformanceResult {
    let lines = direction == "rtl" ? LayoutDirection.rightToLeft : .leftToRight
    let root = try browserCase.root.node(defaults, inherited: lines)
    if root.style.layoutDirection == .inherit { root.style.layoutDirection = lines }
    // The test page positions the root at its origin, with nothing around it.
    root.style.position = .relative
    root.layout(width: .maxContent, height: .maxContent)
    guard let expected = browserCase.expected[direction] else {
      return ConformanceResult(
        name: browserCase.name, direction: direction,
        disagreement: "the file has no frames for this direction")
    }
    var comparison = Comparison(tolerance: tolerance)
    comparison.compare(root, with: expected, depth: 0)
    return ConformanceResult(
      name: browserCase.name, direction: direction,
      disagreement: comparison.differs ? comparison.lines.joined(separator: "\n") : nil)
  }
}

private struct Comparison {
  let tolerance: Double?
  var lines: [String] = []
  var differs = false

  mutating func compare(_ node: LayoutNode, with expected: BrowserCase.Frame, depth: Int) {
    let found = frame(of: node)
    let wanted = [expected.left, expected.top, expected.width, expected.height]
    let agrees = zip(found, wanted).allSatisfy { abs($0 - $1) <= tolerance ?? 0 }
    if !agrees { differs = true }
    let sign = agrees ? " " : "!"
    let indent = String(repeating: "  ", count: depth)
    lines.append("\(sign) \(indent)expected \(wanted), found \(found)")
    let frames = expected.children ?? []
    // The test page has no element for a line of text.
    let boxes = node.children.filter { $0.measure == nil }
    if boxes.count != frames.count {
      differs = true
      lines.append("! \(indent)  expected \(frames.count) boxes in it, found \(boxes.count)")
    }
    for (child, frame) in zip(boxes, frames) {
      compare(child, with: frame, depth: depth + 1)
    }
  }

  private func frame(of node: LayoutNode) -> [Double] {
    guard tolerance == nil else {
      let box = node.unroundedFrame
      return [box.x, box.y, box.width, box.height]
    }
    let box = node.frame
    return [box.x, box.y, box.width, box.height].map(Double.init)
  }
}
