import MillraceLayout

extension BrowserCase.BrowserBox {
  /// Converts the boxes to this engine's nodes.
  /// - Parameter inherited: The inherited direction of text.
  /// - Throws: ``UnknownStyle`` and ``UnsupportedStyle``.
  func node(
    _ defaults: [String: BrowserCase.Value], inherited: LayoutDirection
  ) throws -> LayoutNode {
    let style = try LayoutStyle(defaults.merging(style) { $1 }, inherited: inherited)
    let node = LayoutNode(style: style)
    let direction = style.layoutDirection == .inherit ? inherited : style.layoutDirection
    for child in children ?? [] { node.append(try child.node(defaults, inherited: direction)) }
    if let text { node.append(try line(text)) }
    return node
  }

  /// Makes a box for a text. In a browser, text in a flex container is an anonymous item without
  /// styles.
  private func line(_ text: String) throws -> LayoutNode {
    let node = LayoutNode()
    node.measure = squareText(text)
    node.baseline = squareBaseline
    return node
  }
}

/// The ascent of the test font: eight tenths of its size.
private let squareBaseline = 8.0

/// Measures a text in which each character is a square of 10 by 10. Lines break at spaces.
private func squareText(_ text: String) -> MeasureFunction {
  let words = text.split(separator: " ").map { Double($0.count) * 10 }
  return MeasureFunction { width, _ in
    let room: Double =
      switch width {
      case .definite(let cells): cells
      case .minContent: 0
      case .maxContent: .infinity
      }
    var lines: [Double] = []
    for word in words {
      if let last = lines.last, last + 10 + word <= room {
        lines[lines.count - 1] = last + 10 + word
      } else {
        lines.append(word)
      }
    }
    return LayoutSize(width: lines.max() ?? 0, height: Double(lines.count) * 10)
  }
}
