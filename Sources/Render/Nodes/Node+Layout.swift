import MillraceLayout

/// Layout modifiers. On a component, they apply to the elements that it creates.
extension NodeConvertible {
  private consuming func layout(_ change: LayoutChange) -> Node {
    modified(by: .layout(change))
  }

  private consuming func layout(_ property: LengthProperty, _ length: Length) -> Node {
    modified(by: .layout(.length(property, length)))
  }

  /// Takes a share of the free space along the parent's main axis (CSS `flex-grow`).
  ///
  /// Such a node may become smaller than its content: a minimum size of `auto` becomes 0.
  public consuming func grow(_ factor: Double = 1) -> Node { layout(.grow(factor)) }

  /// Takes a share of the missing space along the parent's main axis (CSS `flex-shrink`).
  public consuming func shrink(_ factor: Double) -> Node { layout(.shrink(factor)) }

  /// The size along the parent's main axis before growing and shrinking (CSS `flex-basis`).
  public consuming func basis(_ length: Length) -> Node { layout(.basis, length) }

  /// The width, border included (CSS `width`).
  public consuming func width(_ length: Length) -> Node { layout(.width, length) }

  /// The height, border included (CSS `height`).
  public consuming func height(_ length: Length) -> Node { layout(.height, length) }

  /// The smallest width (CSS `min-width`).
  public consuming func minWidth(_ length: Length) -> Node { layout(.minWidth, length) }

  /// The smallest height (CSS `min-height`).
  public consuming func minHeight(_ length: Length) -> Node { layout(.minHeight, length) }

  /// The largest width (CSS `max-width`).
  public consuming func maxWidth(_ length: Length) -> Node { layout(.maxWidth, length) }

  /// The largest height (CSS `max-height`).
  public consuming func maxHeight(_ length: Length) -> Node { layout(.maxHeight, length) }

  /// Width divided by height, used to compute one of them from the other (CSS `aspect-ratio`). A
  /// terminal cell is about twice as tall as wide: a visual square has a ratio of 2.
  public consuming func aspectRatio(_ ratio: Double?) -> Node { layout(.aspectRatio(ratio)) }

  /// The side on which lines begin, in the node and its descendants.
  public consuming func layoutDirection(_ direction: LayoutDirection) -> Node {
    layout(.direction(direction))
  }

  /// Space between border and content, on all sides.
  public consuming func padding(_ length: Length) -> Node {
    sides(length, length, length, length, .padding)
  }

  /// Space between border and content, on the given sides; the other sides stay unchanged.
  public consuming func padding(
    horizontal: Length? = nil, vertical: Length? = nil, left: Length? = nil, top: Length? = nil,
    right: Length? = nil, bottom: Length? = nil
  ) -> Node {
    sides(
      left ?? horizontal, top ?? vertical, right ?? horizontal, bottom ?? vertical,
      .padding)
  }

  /// Space around the node, on all sides.
  public consuming func margin(_ length: Length) -> Node {
    sides(length, length, length, length, .margin)
  }

  /// Space around the node, on the given sides; the other sides stay unchanged.
  public consuming func margin(
    horizontal: Length? = nil, vertical: Length? = nil, left: Length? = nil, top: Length? = nil,
    right: Length? = nil, bottom: Length? = nil
  ) -> Node {
    sides(
      left ?? horizontal, top ?? vertical, right ?? horizontal, bottom ?? vertical,
      .margin)
  }

  private consuming func sides(
    _ left: Length?, _ top: Length?, _ right: Length?, _ bottom: Length?,
    _ edges: LengthProperty.EdgesProperty
  ) -> Node {
    var node = modified(by: nil)
    if let left { node = node.layout(.side(edges, .left), left) }
    if let top { node = node.layout(.side(edges, .top), top) }
    if let right { node = node.layout(.side(edges, .right), right) }
    if let bottom { node = node.layout(.side(edges, .bottom), bottom) }
    return node
  }

  /// The order among the siblings: ascending, and source order for equal values (CSS `order`). The
  /// focus follows the source order.
  public consuming func order(_ order: Int) -> Node { layout(.order(order)) }

  /// Whether content that is larger than the node is visible. Containers clip it by default.
  public consuming func overflow(_ overflow: Overflow) -> Node { layout(.overflow(overflow)) }

  /// The alignment of the node on the parent's cross axis; overrides the parent's `align`.
  public consuming func alignSelf(_ alignment: AlignItems) -> Node { layout(.alignSelf(alignment)) }

  /// Takes the node out of the flow and places it by its distances to the parent's edges.
  public consuming func absolute(
    left: Length = .auto, top: Length = .auto, right: Length = .auto, bottom: Length = .auto
  ) -> Node {
    layout(.position(.absolute)).sides(left, top, right, bottom, .inset)
  }

  /// Keeps the node in the flow and moves it from its position by distances (CSS
  /// `position: relative`).
  public consuming func relative(
    left: Length = .auto, top: Length = .auto, right: Length = .auto, bottom: Length = .auto
  ) -> Node {
    layout(.position(.relative)).sides(left, top, right, bottom, .inset)
  }

  /// How the node is positioned (CSS `position`). The default is relative. An absolute descendant
  /// of a static node is placed relative to the nearest ancestor that is not static.
  public consuming func position(_ position: PositionType) -> Node { layout(.position(position)) }

  /// How the children are laid out, and whether the node has a box (CSS `display`): with
  /// `.contents`, its children are laid out, and clipped, as children of its parent.
  public consuming func display(_ display: Display) -> Node { layout(.display(display)) }

  /// The direction of the children (CSS `flex-direction`): `.rowReverse` reverses a `Row`. The
  /// focus follows the source order.
  public consuming func flexDirection(_ direction: FlexDirection) -> Node {
    layout(.flexDirection(direction))
  }

  /// Whether children that do not fit wrap to further lines (CSS `flex-wrap`). A column wraps only
  /// if its height is limited.
  public consuming func flexWrap(_ wrap: FlexWrap = .wrap) -> Node { layout(.flexWrap(wrap)) }

  /// How the free space along the children is distributed (CSS `justify-content`).
  public consuming func justifyContent(_ justify: JustifyContent) -> Node {
    layout(.justifyContent(justify))
  }

  /// The alignment of the children across their line (CSS `align-items`).
  public consuming func alignItems(_ alignment: AlignItems) -> Node {
    layout(.alignItems(alignment))
  }

  /// The alignment of the lines of a wrapping container (CSS `align-content`).
  public consuming func alignContent(_ alignment: AlignContent) -> Node {
    layout(.alignContent(alignment))
  }

  /// The gaps between the rows and the columns of children (CSS `row-gap`, `column-gap`).
  public consuming func gap(rows: Length, columns: Length) -> Node {
    layout(.rowGap, rows).layout(.columnGap, columns)
  }

  /// Whether width and height, their limits and the basis include padding and border (CSS
  /// `box-sizing`). By default they do.
  public consuming func boxSizing(_ sizing: BoxSizing) -> Node { layout(.boxSizing(sizing)) }

  /// Keeps the node and its local state, but neither lays it out nor draws it.
  public consuming func hidden(_ isHidden: Bool = true) -> Node {
    layout(.display(isHidden ? .none : .flex))
  }
}

/// Sizes in cells as `Int`, for values that are not literals.
extension NodeConvertible {
  /// The size along the main axis before growing and shrinking, in cells.
  public consuming func basis(_ cells: Int) -> Node { basis(Length(cells)) }
  /// The width, in cells.
  public consuming func width(_ cells: Int) -> Node { width(Length(cells)) }
  /// The height, in cells.
  public consuming func height(_ cells: Int) -> Node { height(Length(cells)) }
  /// The smallest width, in cells.
  public consuming func minWidth(_ cells: Int) -> Node { minWidth(Length(cells)) }
  /// The smallest height, in cells.
  public consuming func minHeight(_ cells: Int) -> Node { minHeight(Length(cells)) }
  /// The largest width, in cells.
  public consuming func maxWidth(_ cells: Int) -> Node { maxWidth(Length(cells)) }
  /// The largest height, in cells.
  public consuming func maxHeight(_ cells: Int) -> Node { maxHeight(Length(cells)) }
  /// Space between border and content on all sides, in cells.
  public consuming func padding(_ cells: Int) -> Node { padding(Length(cells)) }
  /// Space around the node on all sides, in cells.
  public consuming func margin(_ cells: Int) -> Node { margin(Length(cells)) }
}
