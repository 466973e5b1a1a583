/// A child in the flow while its container is laid out. All sizes are of border boxes.
struct FlexItem {
  /// Unsafe, so that a copy of an item counts no references: they were most of a layout's time. It
  /// does not dangle, since an item lives only while its container is laid out, and the container
  /// holds its children: a measure function must not change the tree.
  unowned(unsafe) let node: LayoutNode

  // Margins by the direction of the axes, not of the screen; automatic ones are 0 here.
  let marginMainStart: Double
  let marginMainEnd: Double
  let marginCrossStart: Double
  let marginCrossEnd: Double
  let hasAutoMainStart: Bool
  let hasAutoMainEnd: Bool
  let hasAutoCrossStart: Bool
  let hasAutoCrossEnd: Bool

  /// What the style says, NaN if nothing.
  var styleMain: Double
  var styleCross: Double
  /// At least padding and border.
  var minMain: Double
  var maxMain: Double
  var minCross: Double
  var maxCross: Double
  /// Padding and border.
  let sides: LayoutSize
  /// Whether the style leaves the minimum to the content.
  let hasAutomaticMinimum: Bool
  /// The cross size is the content's, even where it would be stretched.
  var keepsContentCross = false

  var align: AlignItems
  let grow: Double
  let shrink: Double

  /// What the flex base size has besides the content: padding and border on the main axis.
  let mainSides: Double
  /// Whether the base size is one that the style gives.
  var hasGivenBase = false
  /// The flex base size, and where the flexed size ends up.
  var base = 0.0
  var main = 0.0
  /// NaN until known.
  var cross = Double.nan
  /// From the margin edge at the line's cross start to the baseline.
  var baseline = 0.0
  /// The automatic minimum is not above `base`, and is computed only when the item has to shrink.
  var owesMinimum = false
  var isFrozen = false
  /// By how much its minimum (positive) or its maximum (negative) corrected the flexed size.
  var excess = 0.0

  init(_ node: LayoutNode, in container: FlexContainer) {
    let rtl = node.isRightToLeft
    let parentWidth = container.percentWidth
    let parentHeight = container.percentHeight
    let margin = node.style.margin.resolvedMargins(parentWidth, rtl: rtl)
    let edges = node.style.paddingAndBorder(parentWidth: parentWidth, rtl: rtl)
    let sides = LayoutSize(width: edges.horizontal, height: edges.vertical)
    self.node = node
    self.sides = sides
    hasAutomaticMinimum = node.style.hasAutomaticMinimum(
      container.isRow ? node.style.minWidth : node.style.minHeight)
    mainSides = container.isRow ? sides.width : sides.height
    grow = node.style.grow
    shrink = node.style.shrink
    align = container.alignment(of: node)

    let limits = SizeLimits(node.style, width: parentWidth, height: parentHeight, sides: sides)

    let isReversed = container.isReversed
    let isCrossReversed = container.isCrossReversed
    let left = (margin.left, node.style.margin.leftSide(rtl: rtl).isAuto)
    let right = (margin.right, node.style.margin.rightSide(rtl: rtl).isAuto)
    let top = (margin.top, node.style.margin.top.isAuto)
    let bottom = (margin.bottom, node.style.margin.bottom.isAuto)
    let (before, after) = container.isRow ? (left, right) : (top, bottom)
    let (over, under) = container.isRow ? (top, bottom) : (left, right)
    (marginMainStart, hasAutoMainStart) = isReversed ? after : before
    (marginMainEnd, hasAutoMainEnd) = isReversed ? before : after
    (marginCrossStart, hasAutoCrossStart) = isCrossReversed ? under : over
    (marginCrossEnd, hasAutoCrossEnd) = isCrossReversed ? over : under

    if container.isRow {
      (styleMain, minMain, maxMain) = (limits.width, limits.minWidth, limits.maxWidth)
      (styleCross, minCross, maxCross) = (limits.height, limits.minHeight, limits.maxHeight)
      // A share of a height that is not known is the content's, but not stretched.
      keepsContentCross = node.style.height.isPercent && limits.height.isNaN
    } else {
      (styleMain, minMain, maxMain) = (limits.height, limits.minHeight, limits.maxHeight)
      (styleCross, minCross, maxCross) = (limits.width, limits.minWidth, limits.maxWidth)
    }
  }

  var mainMargins: Double { marginMainStart + marginMainEnd }
  var crossMargins: Double { marginCrossStart + marginCrossEnd }

  /// What an item shrinks in proportion to.
  var innerBase: Double { max(0, base - mainSides) }

  /// CSS's hypothetical main size.
  var hypothetical: Double { base.clamped(min: minMain, max: maxMain) }

  /// Whether the line's cross size becomes the item's.
  var stretches: Bool {
    align == .stretch && styleCross.isNaN && !keepsContentCross && !hasAutoCrossStart
      && !hasAutoCrossEnd
  }

  /// Whether it lines up with the baselines of others.
  var hasSharedBaseline: Bool { align == .baseline && !hasAutoCrossStart && !hasAutoCrossEnd }

  /// Whether its width is that of its content, in the line, for want of another.
  var fitsItsLine: Bool {
    (align == .baseline || hasAutoCrossStart || hasAutoCrossEnd) && styleCross.isNaN
      && !keepsContentCross && node.style.ratio == 0
  }

  func clampedCross(_ size: Double) -> Double {
    size.clamped(min: minCross, max: maxCross).asSize
  }

  mutating func raiseMinimum(content: Double) {
    owesMinimum = false
    let smallest = styleMain.isNaN ? content : min(content, styleMain)
    minMain = max(minMain, min(smallest, maxMain))
  }
}

/// What a style says about the size of a border box, as far as it says it in numbers.
struct SizeLimits {
  /// NaN if nothing.
  var width: Double
  var height: Double
  /// At least padding and border.
  var minWidth: Double
  var minHeight: Double
  /// Infinite if nothing.
  var maxWidth: Double
  var maxHeight: Double

  /// - Parameters:
  ///   - parentWidth: what percentages are of, NaN if not known.
  ///   - parentHeight: likewise.
  ///   - sides: padding and border.
  init(
    _ style: LayoutStyle, width parentWidth: Double, height parentHeight: Double, sides: LayoutSize
  ) {
    let extra =
      style.boxSizing == .borderBox
      ? LayoutSize.zero : LayoutSize(width: sides.width, height: sides.height)
    func size(_ length: Length, _ whole: Double, _ extra: Double, _ least: Double) -> Double {
      let value = length.resolved(whole)
      return value.isNaN ? .nan : max(least, max(0, value) + extra)
    }
    width = size(style.width, parentWidth, extra.width, sides.width)
    height = size(style.height, parentHeight, extra.height, sides.height)
    minWidth = size(style.minWidth, parentWidth, extra.width, sides.width)
    minHeight = size(style.minHeight, parentHeight, extra.height, sides.height)
    maxWidth = size(style.maxWidth, parentWidth, extra.width, 0)
    maxHeight = size(style.maxHeight, parentHeight, extra.height, 0)
    if minWidth.isNaN { minWidth = sides.width }
    if minHeight.isNaN { minHeight = sides.height }
    if maxWidth.isNaN { maxWidth = .infinity }
    if maxHeight.isNaN { maxHeight = .infinity }
  }
}

extension LayoutStyle {
  /// CSS Flexbox §4.5. `minimum` is the one on the parent's main axis.
  func hasAutomaticMinimum(_ minimum: Length) -> Bool {
    minimum.isAuto && automaticMinimumSize && overflow != .scroll
  }

  /// The border box's width that the aspect ratio gives for a height.
  func ratioWidth(height: Double, sides: LayoutSize) -> Double {
    boxSizing == .borderBox
      ? max(sides.width, height * ratio)
      : max(0, height - sides.height) * ratio + sides.width
  }

  /// The border box's height that the aspect ratio gives for a width.
  func ratioHeight(width: Double, sides: LayoutSize) -> Double {
    boxSizing == .borderBox
      ? max(sides.height, width / ratio)
      : max(0, width - sides.width) / ratio + sides.height
  }
}
