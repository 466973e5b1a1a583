/// A child in flow during its container's layout. All sizes are border-box sizes.
struct FlexItem {
  let node: NodePointer

  // Margins in axis direction, not in screen direction; automatic margins are 0 here.
  let marginMainStart: Double
  let marginMainEnd: Double
  let marginCrossStart: Double
  let marginCrossEnd: Double

  /// The size that the style gives; NaN if none.
  var styleMain = Double.nan
  var styleCross = Double.nan
  /// The smallest size, at least padding and border.
  var minMain = 0.0
  var maxMain = Double.infinity
  var minCross = 0.0
  var maxCross = Double.infinity
  /// Padding and border.
  let sides: LayoutSize

  /// The flex base size, and the flexed size.
  var base = 0.0
  var main = 0.0
  /// The cross size; NaN until computed.
  var cross = Double.nan
  /// The distance from the margin edge at the line's cross start to the baseline.
  var baseline = 0.0
  /// The correction of the flexed size by the minimum (positive) or the maximum (negative).
  var excess = 0.0

  var align: AlignItems
  let hasAutoMainStart: Bool
  let hasAutoMainEnd: Bool
  let hasAutoCrossStart: Bool
  let hasAutoCrossEnd: Bool
  let isInRow: Bool
  /// Whether the content determines the cross size, even if `align` is `stretch`.
  var hasContentCross = false
  /// Whether the style gives the base size.
  var hasGivenBase = false
  /// Whether the automatic minimum is at most `base`, and is computed only if the item has to
  /// shrink.
  var hasDeferredMinimum = false
  var isFrozen = false

  init(_ node: NodePointer, in container: FlexContainer) {
    self.node = node
    isInRow = container.isRow
    let margin = node.margins(container.percentWidth)
    sides = node.sidesSize(parentWidth: container.percentWidth)
    align = container.alignment(of: node)

    let margins = node.style.margin
    let left = (margin.left, margins.left.isAuto)
    let right = (margin.right, margins.right.isAuto)
    let top = (margin.top, margins.top.isAuto)
    let bottom = (margin.bottom, margins.bottom.isAuto)
    let (before, after) = isInRow ? (left, right) : (top, bottom)
    let (over, under) = isInRow ? (top, bottom) : (left, right)
    (marginMainStart, hasAutoMainStart) = container.isReversed ? after : before
    (marginMainEnd, hasAutoMainEnd) = container.isReversed ? before : after
    (marginCrossStart, hasAutoCrossStart) = container.isCrossReversed ? under : over
    (marginCrossEnd, hasAutoCrossEnd) = container.isCrossReversed ? over : under

    let limits = node.limits(
      width: container.percentWidth, height: container.percentHeight, sides: sides)
    takeOver(limits)
    // A percentage of an unknown height sizes the item by its content, without stretching.
    hasContentCross = isInRow && node.style.height.isPercent && limits.height.isNaN
  }

  private mutating func takeOver(_ limits: SizeLimits) {
    let (width, height) = (
      (limits.width, limits.minWidth, limits.maxWidth),
      (limits.height, limits.minHeight, limits.maxHeight)
    )
    (styleMain, minMain, maxMain) = isInRow ? width : height
    (styleCross, minCross, maxCross) = isInRow ? height : width
  }

  /// Replaces the limits after keywords are resolved.
  mutating func setLimits(_ limits: SizeLimits) {
    takeOver(limits)
    let given = isInRow ? node.style.height : node.style.width
    hasContentCross =
      (isInRow ? !given.isAuto : given.isKeyword) && given != .stretch && styleCross.isNaN
    if isInRow, given == .stretch { align = .stretch }
  }

  var grow: Double { node.style.grow }
  var shrink: Double { node.style.shrink }
  var ratio: Double { node.style.ratio }

  var mainMargins: Double { marginMainStart + marginMainEnd }
  var crossMargins: Double { marginCrossStart + marginCrossEnd }

  /// Padding and border on the main axis, which the flex base size includes.
  var mainSides: Double { isInRow ? sides.width : sides.height }

  /// The size in proportion to which the item shrinks.
  var innerBase: Double { max(0, base - mainSides) }

  /// CSS's hypothetical main size.
  var hypothetical: Double { base.clamped(min: minMain, max: maxMain) }

  /// Whether the content determines the minimum on the main axis.
  var hasAutomaticMinimum: Bool {
    node.style.hasAutomaticMinimum(isInRow ? node.style.minWidth : node.style.minHeight)
  }

  /// Whether the item takes the line's cross size.
  var stretches: Bool {
    align == .stretch && styleCross.isNaN && !hasContentCross && !hasAutoCrossStart
      && !hasAutoCrossEnd
  }

  /// Whether the item is aligned with the baselines of others.
  var hasSharedBaseline: Bool { align == .baseline && !hasAutoCrossStart && !hasAutoCrossEnd }

  func clampedCross(_ size: Double) -> Double {
    size.clamped(min: minCross, max: maxCross).clampedSize
  }

  mutating func raiseMinimum(content: Double) {
    hasDeferredMinimum = false
    let smallest = styleMain.isNaN ? content : min(content, styleMain)
    minMain = max(minMain, min(smallest, maxMain))
  }

  /// The definite cross size before layout of the content; NaN if there is none.
  func definiteCross(_ container: FlexContainer) -> Double {
    if !styleCross.isNaN { return styleCross }
    guard stretches, !container.wraps else { return .nan }
    return (isInRow ? container.percentHeight : container.innerWidth) - crossMargins
  }

  /// The cross size if it does not depend on the content; otherwise NaN.
  func knownCross(_ container: FlexContainer) -> Double {
    if !styleCross.isNaN { return styleCross }
    return stretches && !container.wraps ? container.innerCross - crossMargins : .nan
  }

  /// The height known before layout of the content; NaN if there is none.
  func knownHeight(_ container: FlexContainer) -> Double {
    guard isInRow else { return styleMain }
    let height = definiteCross(container)
    return height.isNaN ? .nan : clampedCross(height)
  }

  /// In a column: whether the item is as wide as its content, limited by the width of its line.
  var fitsLine: Bool {
    (align == .baseline || hasAutoCrossStart || hasAutoCrossEnd) && styleCross.isNaN
      && !hasContentCross && ratio == 0
  }
}

/// The size and size limits of a border box, as far as its style gives them as numbers.
struct SizeLimits {
  /// The size; NaN if not set.
  var width: Double
  var height: Double
  /// The smallest size, at least padding and border.
  var minWidth: Double
  var minHeight: Double
  /// The largest size; infinite if not set.
  var maxWidth: Double
  var maxHeight: Double

  /// - Parameters:
  ///   - parentWidth: the width that percentages refer to; NaN if unknown.
  ///   - parentHeight: the height that percentages refer to; NaN if unknown.
  ///   - sides: padding and border.
  init(
    _ style: LayoutStyle, width parentWidth: Double, height parentHeight: Double, sides: LayoutSize
  ) {
    let extra = style.boxSizing == .borderBox ? LayoutSize.zero : sides
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
  /// Whether the minimum size on an axis is automatic (CSS Flexbox §4.5). `minimum` is the style's
  /// minimum on this axis.
  func hasAutomaticMinimum(_ minimum: Length) -> Bool {
    minimum.isAuto && automaticMinimumSize && overflow != .scroll
  }

  /// The border-box width that the aspect ratio gives for a height.
  func ratioWidth(height: Double, sides: LayoutSize) -> Double {
    boxSizing == .borderBox
      ? max(sides.width, height * ratio)
      : max(0, height - sides.height) * ratio + sides.width
  }

  /// The border-box height that the aspect ratio gives for a width.
  func ratioHeight(width: Double, sides: LayoutSize) -> Double {
    boxSizing == .borderBox
      ? max(sides.height, width / ratio)
      : max(0, width - sides.width) / ratio + sides.height
  }
}
