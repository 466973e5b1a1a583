import MillraceLayout

/// A box in a test: a style and children, nested as in the tree.
func box(_ configure: (inout LayoutStyle) -> Void = { _ in }, _ children: LayoutNode...)
  -> LayoutNode
{
  box(configure, children: children)
}

func box(_ configure: (inout LayoutStyle) -> Void, children: [LayoutNode]) -> LayoutNode {
  var style = LayoutStyle.plain
  configure(&style)
  let node = LayoutNode(style: style)
  for child in children { node.append(child) }
  return node
}

extension LayoutStyle {
  /// CSS's initial style, except that sizes are of border boxes, and every box contains its
  /// absolute children.
  static let plain: LayoutStyle = {
    var style = LayoutStyle()
    style.boxSizing = .borderBox
    style.position = .relative
    return style
  }()
}

/// A leaf with words of the given lengths. Lines break between words.
func text(_ words: Int..., configure: (inout LayoutStyle) -> Void = { _ in }) -> LayoutNode {
  let node = box(configure, children: [])
  node.measure = measureWords(words)
  return node
}

func measureWords(_ words: [Int]) -> MeasureFunction {
  MeasureFunction { width, _ in
    let room: Double =
      switch width {
      case .definite(let cells): cells.rounded(.down)
      case .minContent: 0
      case .maxContent: .infinity
      }
    var lines: [Int] = []
    for word in words {
      if let last = lines.last, Double(last + 1 + word) <= room {
        lines[lines.count - 1] = last + 1 + word
      } else {
        lines.append(word)
      }
    }
    return LayoutSize(width: Double(lines.max() ?? 0), height: Double(lines.count))
  }
}

func rect(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> CellRect {
  CellRect(x: x, y: y, width: width, height: height)
}

extension LayoutNode {
  /// Lays out in a definite space, and returns the children's frames.
  func frames(in width: Double, _ height: Double) -> [CellRect] {
    layout(width: .definite(width), height: .definite(height))
    return children.map(\.frame)
  }

  /// The frame from the origin of the space.
  var absoluteFrame: CellRect {
    var rect = frame
    var ancestor = parent
    while let node = ancestor {
      rect.x += node.frame.x
      rect.y += node.frame.y
      ancestor = node.parent
    }
    return rect
  }

  /// The content's frame from the origin of the space.
  var absoluteContentFrame: CellRect {
    let outer = absoluteFrame
    let inner = contentFrame
    return rect(outer.x + inner.x, outer.y + inner.y, inner.width, inner.height)
  }

  /// This node and all its descendants, in tree order.
  var all: [LayoutNode] { [self] + children.flatMap(\.all) }
}
