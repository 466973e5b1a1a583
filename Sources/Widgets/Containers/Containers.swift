import MillraceLayout
import MillraceRender

/// Places its children side by side.
///
/// A row is as tall as its tallest child, and children have the width of their content: `.grow()`
/// on a child, or a ``Spacer`` between two, takes the free width. A row clips content that does not
/// fit.
public struct Row: NodeConvertible {
  public let node: Node

  /// - Parameters:
  ///   - gap: cells between children.
  ///   - justify: how free space along the row is distributed.
  ///   - align: how children are aligned across the row. By default, they are as tall as the row.
  ///   - wraps: whether children that do not fit wrap onto another line.
  ///   - lineGap: cells between wrapped lines.
  ///   - content: the children, from the left, or from the right in a right-to-left layout.
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

/// Stacks its children vertically.
///
/// Children are as wide as the column, unless `align` says otherwise, and have the height of their
/// content: `.grow()` on a child takes the free height. A column clips content that does not fit.
public struct Column: NodeConvertible {
  public let node: Node

  /// - Parameters:
  ///   - gap: cells between children.
  ///   - justify: how free space along the column is distributed.
  ///   - align: how children are aligned across the column. By default, they are as wide as the
  ///     column.
  ///   - content: the children, from the top.
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

/// A column with an optional border and title.
///
/// ```swift
/// Box(title: "Today") { Text("\(today) °C") }.grow()
/// ```
public struct Box: Component {
  private let border: BorderStyle?
  private let title: String?
  private let gap: Length
  private let justify: JustifyContent
  private let align: AlignItems
  private let content: Node
  @Environment(\.theme) private var theme

  /// - Parameters:
  ///   - border: the lines around the box; nil draws none.
  ///   - title: shown on the top border, if there is one.
  ///   - gap: cells between children.
  ///   - justify: how free space along the column is distributed.
  ///   - align: how children are aligned across the column. By default, they are as wide as the
  ///     box.
  ///   - content: the children, from the top.
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

extension NodeConvertible {
  /// Draws a border around the node, outside of its padding and inside of its margin.
  /// - Parameters:
  ///   - style: the lines of the border.
  ///   - title: shown on the top border.
  public func border(_ style: BorderStyle = .rounded, title: String? = nil) -> Node {
    wrapped { content in Box(border: style, title: title) { content }.node }
  }
}

/// Takes the free space between its siblings, in a ``Row`` or a ``Column``.
public struct Spacer: NodeConvertible {
  /// Makes a spacer. Several spacers in a container share the free space equally.
  public init() {}

  public var node: Node { Node(Element(Container(), style: .element { $0.grow = 1 })) }
}

/// Makes a container that clips its content, because otherwise content that overflows would
/// overwrite the cells of a sibling.
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
