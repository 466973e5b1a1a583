import MillraceLayout
import MillraceRender

/// Children beside each other.
public struct Row: NodeConvertible {
  public let node: Node

  /// - Parameters:
  ///   - gap: cells between children.
  ///   - justify: how free space along the row is dealt out.
  ///   - align: how children stand across it.
  ///   - wraps: whether children for which there is no room go on a line below.
  public init(
    gap: Length = 0, justify: JustifyContent = .start, align: AlignItems = .stretch,
    wraps: Bool = false, @NodeBuilder content: () -> Node
  ) {
    let row = container(.row, gap: gap, justify: justify, align: align, content: content())
    node = wraps ? row.layout(\.wrap, .wrap) : row
  }
}

/// Children below each other.
public struct Column: NodeConvertible {
  public let node: Node

  /// - Parameters:
  ///   - gap: cells between children.
  ///   - justify: how free space along the column is dealt out.
  ///   - align: how children stand across it.
  public init(
    gap: Length = 0, justify: JustifyContent = .start, align: AlignItems = .stretch,
    @NodeBuilder content: () -> Node
  ) {
    node = container(.column, gap: gap, justify: justify, align: align, content: content())
  }
}

/// A column with a border, and a title on it.
public struct Box: NodeConvertible {
  public let node: Node

  /// - Parameters:
  ///   - border: the lines around; nil draws none.
  ///   - title: stands on the upper line, if there is one.
  ///   - gap: cells between children.
  public init(
    border: BorderStyle? = .rounded, title: String? = nil, gap: Length = 0,
    justify: JustifyContent = .start, align: AlignItems = .stretch,
    @NodeBuilder content: () -> Node
  ) {
    node = container(
      .column, gap: gap, justify: justify, align: align, content: content(),
      box: BoxContent(border: border, title: title))
  }
}

/// Free space between its siblings.
public struct Spacer: NodeConvertible {
  public init() {}

  public var node: Node {
    var style = LayoutStyle.element
    style.grow = 1
    return Node(Element(BoxContent(), style: style))
  }
}

/// Containers draw nothing outside their boxes: on a screen of cells that would be over a sibling.
private func container(
  _ direction: FlexDirection, gap: Length, justify: JustifyContent, align: AlignItems,
  content: Node, box: BoxContent = BoxContent()
) -> Node {
  var style = LayoutStyle.element
  style.direction = direction
  if direction == .row { style.columnGap = gap } else { style.rowGap = gap }
  style.justifyContent = justify
  style.alignItems = align
  style.overflow = .clip
  return Node(Element(box, style: style, children: content.asChildren))
}
