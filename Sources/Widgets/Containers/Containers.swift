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
    wraps: Bool = false, @NodeBuilder content: () throws -> Node
  ) rethrows {
    node = container(justify, align, try content()) {
      $0.columnGap = gap
      if wraps { $0.wrap = .wrap }
    }
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
    @NodeBuilder content: () throws -> Node
  ) rethrows {
    node = container(justify, align, try content()) {
      $0.direction = .column
      $0.rowGap = gap
    }
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
    @NodeBuilder content: () throws -> Node
  ) rethrows {
    let frame = border.map { BoxContent(border: $0, title: title) as any ElementContent }
    node = container(justify, align, try content(), frame ?? Container()) {
      $0.direction = .column
      $0.rowGap = gap
      if border != nil { $0.border = Edges(1) }
    }
  }
}

/// Free space between its siblings.
public struct Spacer: NodeConvertible {
  public init() {}

  public var node: Node { Node(Element(Container(), style: .element { $0.grow = 1 })) }
}

/// Containers draw nothing outside their boxes: on a screen of cells that would be over a sibling.
private func container(
  _ justify: JustifyContent, _ align: AlignItems, _ content: Node,
  _ frame: any ElementContent = Container(), _ change: (inout LayoutStyle) -> Void
) -> Node {
  var style = LayoutStyle.element
  style.justifyContent = justify
  style.alignItems = align
  style.overflow = .clip
  change(&style)
  return Node(Element(frame, style: style, children: content.asChildren))
}
