import MillraceLayout

/// Layout modifiers. On a component, they apply to the elements that it creates.
extension NodeConvertible {
  private func layout<Value: Equatable>(
    _ property: WritableKeyPath<LayoutStyle, Value>, _ value: Value
  ) -> Node {
    modified(by: .layout(LayoutSetting(property, value)))
  }

  /// Takes a share of the free space along the parent's main axis (CSS `flex-grow`).
  ///
  /// Such a node may become smaller than its content: a minimum size of `auto` becomes 0.
  public func grow(_ factor: Double = 1) -> Node { modified(by: .layout(GrowChange(factor))) }

  /// Takes a share of the missing space along the parent's main axis (CSS `flex-shrink`).
  public func shrink(_ factor: Double) -> Node { layout(\.shrink, factor) }

  /// The size along the parent's main axis before growing and shrinking (CSS `flex-basis`).
  public func basis(_ length: Length) -> Node { layout(\.basis, length) }

  /// The width, border included (CSS `width`).
  public func width(_ length: Length) -> Node { layout(\.width, length) }

  /// The height, border included (CSS `height`).
  public func height(_ length: Length) -> Node { layout(\.height, length) }

  /// The smallest width (CSS `min-width`).
  public func minWidth(_ length: Length) -> Node { layout(\.minWidth, length) }

  /// The smallest height (CSS `min-height`).
  public func minHeight(_ length: Length) -> Node { layout(\.minHeight, length) }

  /// The largest width (CSS `max-width`).
  public func maxWidth(_ length: Length) -> Node { layout(\.maxWidth, length) }

  /// The largest height (CSS `max-height`).
  public func maxHeight(_ length: Length) -> Node { layout(\.maxHeight, length) }

  /// Width divided by height, used when the layout decides one of them (CSS `aspect-ratio`). A
  /// terminal cell is about twice as tall as wide: a visual square has a ratio of 2.
  public func aspectRatio(_ ratio: Double?) -> Node { layout(\.aspectRatio, ratio) }

  /// The side on which lines begin, in the node and its descendants.
  public func layoutDirection(_ direction: LayoutDirection) -> Node {
    layout(\.layoutDirection, direction)
  }

  /// Space between border and content, on all sides.
  public func padding(_ length: Length) -> Node { layout(\.padding, Edges(length)) }

  /// Space between border and content, on the given sides; the other sides stay unchanged.
  public func padding(
    horizontal: Length? = nil, vertical: Length? = nil, left: Length? = nil, top: Length? = nil,
    right: Length? = nil, bottom: Length? = nil
  ) -> Node {
    sides(
      left ?? horizontal, top ?? vertical, right ?? horizontal, bottom ?? vertical,
      \.padding)
  }

  /// Space around the node, on all sides.
  public func margin(_ length: Length) -> Node { layout(\.margin, Edges(length)) }

  /// Space around the node, on the given sides; the other sides stay unchanged.
  public func margin(
    horizontal: Length? = nil, vertical: Length? = nil, left: Length? = nil, top: Length? = nil,
    right: Length? = nil, bottom: Length? = nil
  ) -> Node {
    sides(
      left ?? horizontal, top ?? vertical, right ?? horizontal, bottom ?? vertical,
      \.margin)
  }

  private func sides(
    _ left: Length?, _ top: Length?, _ right: Length?, _ bottom: Length?,
    _ edges: WritableKeyPath<LayoutStyle, Edges>
  ) -> Node {
    var node = self.node
    let sides = [(\Edges.left, left), (\.top, top), (\.right, right), (\.bottom, bottom)]
    for case (let side, let length?) in sides {
      node = node.layout(edges.appending(path: side), length)
    }
    return node
  }

  /// The order among the siblings: ascending, and source order for equal values (CSS `order`). The
  /// focus follows the source order.
  public func order(_ order: Int) -> Node { layout(\.order, order) }

  /// Whether content that is larger than the node is visible. Containers clip it by default.
  public func overflow(_ overflow: Overflow) -> Node { layout(\.overflow, overflow) }

  /// The alignment of the node on the parent's cross axis; overrides the parent's `align`.
  public func alignSelf(_ alignment: AlignItems) -> Node { layout(\.alignSelf, alignment) }

  /// Takes the node out of the flow and places it by its distances to the parent's edges.
  public func absolute(
    left: Length = .auto, top: Length = .auto, right: Length = .auto, bottom: Length = .auto
  ) -> Node {
    layout(\.position, .absolute).sides(left, top, right, bottom, \.inset)
  }

  /// Keeps the node and its local state, but neither lays it out nor draws it.
  public func hidden(_ isHidden: Bool = true) -> Node {
    layout(\.display, isHidden ? .none : .flex)
  }
}

/// Sizes in cells as `Int`, for values that are not literals.
extension NodeConvertible {
  /// The size along the main axis before growing and shrinking, in cells.
  public func basis(_ cells: Int) -> Node { basis(Length(cells)) }
  /// The width, in cells.
  public func width(_ cells: Int) -> Node { width(Length(cells)) }
  /// The height, in cells.
  public func height(_ cells: Int) -> Node { height(Length(cells)) }
  /// The smallest width, in cells.
  public func minWidth(_ cells: Int) -> Node { minWidth(Length(cells)) }
  /// The smallest height, in cells.
  public func minHeight(_ cells: Int) -> Node { minHeight(Length(cells)) }
  /// The largest width, in cells.
  public func maxWidth(_ cells: Int) -> Node { maxWidth(Length(cells)) }
  /// The largest height, in cells.
  public func maxHeight(_ cells: Int) -> Node { maxHeight(Length(cells)) }
  /// Space between border and content on all sides, in cells.
  public func padding(_ cells: Int) -> Node { padding(Length(cells)) }
  /// Space around the node on all sides, in cells.
  public func margin(_ cells: Int) -> Node { margin(Length(cells)) }
}
