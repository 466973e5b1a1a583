/// How a box is laid out: CSS flexbox, with CSS's initial values.
///
/// Grow and shrink factors that are NaN or negative count as 0, an aspect ratio that is not
/// positive and finite as nil. Like lengths, they are held in 32 bits.
///
/// Source: CSS Flexible Box Layout Module Level 1, <https://www.w3.org/TR/css-flexbox-1/>.
public struct LayoutStyle: Equatable, Sendable {
  // MARK: The box's own size

  /// `auto`: as the content, or as the parent stretches it.
  public var width: Length = .auto
  /// `auto`: as the content, or as the parent stretches it.
  public var height: Length = .auto
  /// `auto`: 0, or the automatic minimum size on the parent's main axis.
  public var minWidth: Length = .auto
  /// As ``minWidth``, but a size of the content counts as 0.
  public var minHeight: Length = .auto
  /// `auto`: no maximum.
  public var maxWidth: Length = .auto
  /// As ``maxWidth``, but a size of the content is no maximum.
  public var maxHeight: Length = .auto

  // MARK: Its place in the parent's line

  /// The size on the parent's main axis before growing and shrinking; `auto`: its width or height.
  public var basis: Length = .auto

  // MARK: Its sides

  /// `auto` takes a share of the free space. May be negative.
  public var margin: Edges = .zero
  /// Between the border and the content. Percentages are of the parent's width, on all sides.
  public var padding: Edges = .zero
  /// In cells; any other length counts as 0.
  public var border: Edges = .zero
  /// The distance from the containing block's sides (absolute), or a shift (relative).
  public var inset: Edges = .auto

  // MARK: Its children

  /// Between rows. Percentages are of the content box's height.
  public var rowGap: Length = 0
  /// Between columns. Percentages are of the content box's width.
  public var columnGap: Length = 0

  private var growBits: Float = 0
  private var shrinkBits: Float = 1
  private var ratioBits: Float = 0
  private var orderBits: Int32 = 0

  /// The axis on which children stand one after the other.
  public var direction: FlexDirection = .row
  /// Whether children that do not fit go on another line.
  public var wrap: FlexWrap = .noWrap
  /// Where a line's free space goes.
  public var justifyContent: JustifyContent = .flexStart
  /// Where children stand across their line.
  public var alignItems: AlignItems = .stretch
  /// Where the lines of a wrapping container stand.
  public var alignContent: AlignContent = .stretch

  // MARK: Its kind

  /// Overrides the parent's `alignItems` for this child.
  public var alignSelf: AlignItems?
  /// In the flow of its parent, or placed by ``inset``.
  public var position: PositionType = .static
  /// What it makes of its children, and whether it has a box.
  public var display: Display = .flex
  /// What ``width``, ``height``, their limits and ``basis`` are sizes of.
  public var boxSizing: BoxSizing = .contentBox
  /// On which side its lines begin.
  public var layoutDirection: LayoutDirection = .inherit
  /// What becomes of content that is larger than the box.
  public var overflow: Overflow = .visible
  /// CSS's `min-width: auto`: a child does not shrink below its smallest content, nor below its own
  /// size if that is smaller. `false`: it may shrink to nothing, unless it has a minimum.
  public var automaticMinimumSize = true

  /// CSS's initial values.
  public init() {}

  /// The share of a line's free space that the box takes.
  public var grow: Double {
    get { Double(growBits) }
    set { growBits = newValue.asFactor }
  }

  /// The share of a line's missing space that the box gives, weighted by its base size.
  public var shrink: Double {
    get { Double(shrinkBits) }
    set { shrinkBits = newValue.asFactor }
  }

  /// Width divided by height, of the box that ``boxSizing`` names; nil: none.
  public var aspectRatio: Double? {
    get { ratioBits > 0 ? Double(ratioBits) : nil }
    set {
      let ratio = Float(newValue ?? 0)
      ratioBits = ratio > 0 && ratio.isFinite ? ratio : 0
    }
  }

  /// The box's place among its siblings: lower ones first, equal ones as they stand in the tree.
  /// Clamped to 32 bits. Lays out only: a painter has to follow it itself.
  public var order: Int {
    get { Int(orderBits) }
    set { orderBits = Int32(clamping: newValue) }
  }

  /// The gap between rows and between columns together.
  public var gap: Length {
    get { rowGap }
    set {
      rowGap = newValue
      columnGap = newValue
    }
  }

  /// The ratio, 0 if none.
  var ratio: Double { Double(ratioBits) }

  /// Whether a size has to ask the content or the free space.
  var hasKeywords: Bool {
    width.isKeyword || height.isKeyword || minWidth.isKeyword || minHeight.isKeyword
      || maxWidth.isKeyword || maxHeight.isKeyword
  }
}

extension Double {
  /// A flex factor: no NaN, not negative, and small enough that sums stay finite.
  fileprivate var asFactor: Float { self > 0 ? Float(Swift.min(self, 1_000_000)) : 0 }
}
