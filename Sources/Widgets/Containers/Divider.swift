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

package struct DividerContent: ElementContent, Equatable {
  package let axis: Divider.Axis

  package var plainText: PlainText { .divider }
}
