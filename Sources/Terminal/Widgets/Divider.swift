import MillraceLayout
import MillraceRender

/// A line between siblings: across a column, or down a row.
public struct Divider: NodeConvertible {
  public enum Axis: Sendable { case horizontal, vertical }

  private let axis: Axis

  public init(_ axis: Axis = .horizontal) { self.axis = axis }

  public var node: Node { Node(Element(DividerContent(axis: axis))) }
}

struct DividerContent: TerminalContent, Equatable {
  let axis: Divider.Axis

  nonisolated var plainText: PlainText { .divider }

  nonisolated func adjust(_ style: inout LayoutStyle) {
    style.shrink = 0
    if axis == .horizontal { style.height = 1 } else { style.width = 1 }
  }

  func draw(_ node: TerminalNode, with brush: Brush) {
    let frame = brush.contentFrame
    switch axis {
    case .horizontal:
      brush.write(String(repeating: "─", count: max(0, frame.width)), x: frame.x, y: frame.y)
    case .vertical:
      for y in frame.y..<max(frame.y, frame.maxY) { brush.write("│", x: frame.x, y: y) }
    }
  }
}
