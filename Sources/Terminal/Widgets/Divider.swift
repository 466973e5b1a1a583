import MillraceLayout
import MillraceRender

/// A line between siblings: across a column, or down a row.
public struct Divider: NodeConvertible {
  public enum Axis: Sendable { case horizontal, vertical }

  private let axis: Axis

  public init(_ axis: Axis = .horizontal) { self.axis = axis }

  public var node: Node {
    let style = LayoutStyle.element {
      $0.shrink = 0
      if axis == .horizontal { $0.height = 1 } else { $0.width = 1 }
    }
    return Node(Element(DividerContent(axis: axis), style: style))
  }
}

struct DividerContent: TerminalContent {
  let axis: Divider.Axis

  var plainText: PlainText { .divider }

  func draw(in brush: Brush, state: inout Void) {
    let box = brush.content
    switch axis {
    case .horizontal:
      brush.write(String(repeating: "─", count: max(0, box.width)), x: box.x, y: box.y)
    case .vertical:
      for y in box.y..<max(box.y, box.maxY) { brush.write("│", x: box.x, y: y) }
    }
  }
}
