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
  ///   - lineGap: cells between such lines.
  public init(
    gap: Length = 0, justify: JustifyContent = .start, align: AlignItems = .stretch,
    wraps: Bool = false, lineGap: Length = 0, @NodeBuilder content: () throws -> Node
  ) rethrows {
    node = container(justify, align, try content()) {
      $0.columnGap = gap
      guard wraps else { return }
      $0.wrap = .wrap
      $0.rowGap = lineGap
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
public struct Box: Component {
  private let border: BorderStyle?
  private let title: String?
  private let gap: Length
  private let justify: JustifyContent
  private let align: AlignItems
  private let content: Node
  @Environment(\.theme) private var theme

  /// - Parameters:
  ///   - border: the lines around; nil draws none.
  ///   - title: stands on the upper line, if there is one.
  ///   - gap: cells between children.
  public init(
    border: BorderStyle? = .rounded, title: String? = nil, gap: Length = 0,
    justify: JustifyContent = .start, align: AlignItems = .stretch,
    @NodeBuilder content: () throws -> Node
  ) rethrows {
    self.border = border
    self.title = title
    self.gap = gap
    self.justify = justify
    self.align = align
    self.content = try content()
  }

  public var body: Node {
    let frame = border.map {
      BoxContent(border: $0, title: title, lines: theme.border) as any ElementContent
    }
    container(justify, align, content, frame ?? Container()) {
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
