import MillraceLayout
import MillraceRender

/// A line between siblings. By default, it is horizontal, for use in a column.
public struct Divider: Component, Equatable {
  /// The direction of a ``Divider``.
  public enum Axis: Sendable {
    /// A line from left to right, or from the top to the bottom.
    case horizontal, vertical
  }

  private let axis: Axis
  @Environment(\.theme) private var theme

  /// Makes a line along an axis.
  /// - Parameter axis: the direction of the line. It does not depend on the container: in a
  ///   ``Row``, pass `.vertical`.
  public init(_ axis: Axis = .horizontal) { self.axis = axis }

  public var body: Node {
    let style = LayoutStyle.element {
      $0.shrink = 0
      if axis == .horizontal { $0.height = 1 } else { $0.width = 1 }
    }
    var properties = ElementProperties()
    properties.style = theme.border
    return Node(Element(DividerContent(axis: axis), style: style, properties: properties))
  }
}

package struct DividerContent: ElementContent, Equatable {
  package let axis: Divider.Axis

  package var semantics: Semantics? { Semantics(.separator) }
}
