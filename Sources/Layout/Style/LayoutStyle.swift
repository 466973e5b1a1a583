/// How a box is laid out: CSS flexbox, with CSS's defaults and `box-sizing: border-box`.
///
/// Grow and shrink factors that are NaN or negative count as 0.
///
/// Source: CSS Flexible Box Layout Module Level 1, <https://www.w3.org/TR/css-flexbox-1/>.
public struct LayoutStyle: Equatable, Sendable {
  // MARK: The box's own size

  public var width: Length = .auto
  public var height: Length = .auto
  /// `auto`: 0, or the automatic minimum size on the parent's main axis.
  public var minWidth: Length = .auto
  public var minHeight: Length = .auto
  /// `auto`: no maximum.
  public var maxWidth: Length = .auto
  public var maxHeight: Length = .auto

  // MARK: Its place in the parent's line

  /// The size on the parent's main axis before growing and shrinking; `auto`: its width or height.
  public var basis: Length = .auto
  public var grow: Double = 0
  public var shrink: Double = 1

  // MARK: Its sides

  /// `auto` takes a share of the free space. May be negative.
  public var margin: Edges = .zero
  public var padding: Edges = .zero
  /// In cells; any other length counts as 0.
  public var border: Edges = .zero
  /// The distance from the parent's sides (absolute), or a shift (relative).
  public var inset: Edges = .auto

  // MARK: Its children

  public var rowGap: Length = 0
  public var columnGap: Length = 0
  public var direction: FlexDirection = .row
  public var wrap: FlexWrap = .noWrap
  public var justifyContent: JustifyContent = .start
  public var alignItems: AlignItems = .stretch
  public var alignContent: AlignContent = .stretch

  // MARK: Its kind

  /// Overrides the parent's `alignItems` for this child.
  public var alignSelf: AlignItems?
  public var position: PositionType = .relative
  public var display: Display = .flex
  public var overflow: Overflow = .visible
  /// CSS's `min-width: auto`: a child does not shrink below its smallest content, nor below its own
  /// size if that is smaller. `false`: it may shrink to nothing, unless it has a minimum.
  public var automaticMinimumSize = true

  public init() {}

  /// The gap between rows and between columns together.
  public var gap: Length {
    get { rowGap }
    set {
      rowGap = newValue
      columnGap = newValue
    }
  }

  var growFactor: Double { grow.asSize }
  var shrinkFactor: Double { shrink.asSize }
}
