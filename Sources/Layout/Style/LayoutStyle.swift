/// The layout properties of a box: CSS flexbox, with CSS's initial values.
///
/// Grow and shrink factors that are NaN or negative count as 0; an aspect ratio that is not
/// positive and finite counts as nil. Like lengths, they are stored in 32 bits.
///
/// Source: CSS Flexible Box Layout Module Level 1, <https://www.w3.org/TR/css-flexbox-1/>.
public struct LayoutStyle: Equatable, Sendable {
  // MARK: Size

  /// The width. `auto`: sized by the content, or stretched by the parent.
  public var width: Length = .auto
  /// The height. `auto`: sized by the content, or stretched by the parent.
  public var height: Length = .auto
  /// The smallest width. `auto`: 0, or the automatic minimum size on the parent's main axis.
  public var minWidth: Length = .auto
  /// The smallest height: as ``minWidth``, but content keywords count as 0.
  public var minHeight: Length = .auto
  /// The largest width. `auto`: no maximum.
  public var maxWidth: Length = .auto
  /// The largest height: as ``maxWidth``, but content keywords set no maximum.
  public var maxHeight: Length = .auto

  // MARK: Flex basis

  /// The size on the parent's main axis before growing and shrinking; `auto`: the width in a row,
  /// the height in a column.
  public var basis: Length = .auto

  // MARK: Edges

  /// The distances around the border, which may be negative. `auto` takes a share of the free
  /// space.
  public var margin: Edges = .zero
  /// The distances between the border and the content. Percentages refer to the parent's width, on
  /// all sides.
  public var padding: Edges = .zero
  /// The widths of the border in cells; any other length counts as 0.
  public var border: Edges = .zero
  /// For an absolute box, the distances from the sides of its containing block; for a relative box,
  /// the shift from its position.
  public var inset: Edges = .auto

  // MARK: Children

  /// The gap between rows. Percentages refer to the content box's height.
  public var rowGap: Length = 0
  /// The gap between columns. Percentages refer to the content box's width.
  public var columnGap: Length = 0

  private var growBits: Float = 0
  private var shrinkBits: Float = 1
  private var ratioBits: Float = 0
  private var orderBits: Int32 = 0

  /// The axis and direction of the children.
  public var direction: FlexDirection = .row
  /// Whether children that do not fit wrap to further lines.
  public var wrap: FlexWrap = .noWrap
  /// How a line's free space is distributed.
  public var justifyContent: JustifyContent = .flexStart
  /// The alignment of children across their line.
  public var alignItems: AlignItems = .stretch
  /// The alignment of the lines of a wrapping container.
  public var alignContent: AlignContent = .stretch

  // MARK: Positioning and display

  /// Overrides the parent's `alignItems` for this child.
  public var alignSelf: AlignItems?
  /// Whether the box is in the flow of its parent, or positioned by ``inset``.
  public var position: PositionType = .static
  /// How the children are laid out, and whether the node has a box.
  public var display: Display = .flex
  /// The box that ``width``, ``height``, their limits and ``basis`` refer to.
  public var boxSizing: BoxSizing = .contentBox
  /// The side on which lines begin.
  public var layoutDirection: LayoutDirection = .inherit
  /// Whether content that exceeds the box is visible.
  public var overflow: Overflow = .visible
  /// Whether CSS's `min-width: auto` applies: the box does not shrink below its smallest content,
  /// or below its own size if that is smaller. If false, the box can shrink to 0 unless it has a
  /// minimum.
  public var automaticMinimumSize = true

  /// Creates a style with CSS's initial values.
  public init() {}

  /// The box takes a share of its line's free space in proportion to this factor. With 0, the
  /// default, it does not grow.
  public var grow: Double {
    get { Double(growBits) }
    set { growBits = newValue.asFactor }
  }

  /// The box gives up a share of its line's missing space in proportion to this factor times its
  /// base size. The default is 1.
  public var shrink: Double {
    get { Double(shrinkBits) }
    set { shrinkBits = newValue.asFactor }
  }

  /// Width divided by height of the box that ``boxSizing`` names; nil: none.
  public var aspectRatio: Double? {
    get { ratioBits > 0 ? Double(ratioBits) : nil }
    set {
      let ratio = Float(newValue ?? 0)
      ratioBits = ratio > 0 && ratio.isFinite ? ratio : 0
    }
  }

  /// The order among the siblings: ascending, and tree order for equal values. Clamped to 32 bits.
  /// Affects only the layout; a painter has to apply it itself.
  public var order: Int {
    get { Int(orderBits) }
    set { orderBits = Int32(clamping: newValue) }
  }

  /// Sets the gap between rows and between columns. The getter returns ``rowGap``.
  public var gap: Length {
    get { rowGap }
    set {
      rowGap = newValue
      columnGap = newValue
    }
  }

  /// The aspect ratio; 0 if none.
  var ratio: Double { Double(ratioBits) }

  /// Whether a size is a keyword for the content or the free space.
  var hasKeywords: Bool {
    width.isKeyword || height.isKeyword || minWidth.isKeyword || minHeight.isKeyword
      || maxWidth.isKeyword || maxHeight.isKeyword
  }
}

extension Double {
  /// A flex factor: not NaN, not negative, and small enough that sums stay finite.
  fileprivate var asFactor: Float { self > 0 ? Float(Swift.min(self, 1_000_000)) : 0 }
}
