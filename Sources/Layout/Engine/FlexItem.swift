/// A child in the flow while its container is laid out. All sizes are of border boxes.
struct FlexItem {
  let node: LayoutNode

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
  let styleMain: Double
  let styleCross: Double
  /// At least padding and border.
  var minMain: Double
  let maxMain: Double
  let minCross: Double
  let maxCross: Double
  /// Padding and border.
  let sides: LayoutSize
  /// Whether the style leaves the minimum to the content.
  let hasAutomaticMinimum: Bool

  let grow: Double
  let shrink: Double
  let align: AlignItems

  /// The flex base size, and where the flexed size ends up.
  var base = 0.0
  var main = 0.0
  /// NaN until known.
  var cross = Double.nan
  /// The automatic minimum is not above `base`, and is computed only when the item has to shrink.
  var owesMinimum = false
  var isFrozen = false
  /// By how much its minimum (positive) or its maximum (negative) corrected the flexed size.
  var excess = 0.0

  init(_ node: LayoutNode, in container: FlexContainer) {
    let style = node.style
    let parentWidth = container.innerWidth
    let parentHeight = container.percentHeight
    let margin = style.margin.resolvedMargins(parentWidth)
    let sides = style.paddingAndBorder(parentWidth: parentWidth)
    self.node = node
    self.sides = LayoutSize(width: sides.horizontal, height: sides.vertical)
    hasAutomaticMinimum = style.hasAutomaticMinimum(
      container.isRow ? style.minWidth : style.minHeight)
    grow = style.growFactor
    shrink = style.shrinkFactor
    align = style.alignSelf ?? container.node.style.alignItems

    let width = style.width.resolvedSize(parentWidth, or: .nan)
    let height = style.height.resolvedSize(parentHeight, or: .nan)
    let minWidth = max(sides.horizontal, style.minWidth.resolvedSize(parentWidth, or: 0))
    let minHeight = max(sides.vertical, style.minHeight.resolvedSize(parentHeight, or: 0))
    let maxWidth = style.maxWidth.resolvedSize(parentWidth, or: .infinity)
    let maxHeight = style.maxHeight.resolvedSize(parentHeight, or: .infinity)

    let isReversed = container.isReversed
    let isCrossReversed = container.isCrossReversed
    let left = (margin.left, style.margin.left.isAuto)
    let right = (margin.right, style.margin.right.isAuto)
    let top = (margin.top, style.margin.top.isAuto)
    let bottom = (margin.bottom, style.margin.bottom.isAuto)
    let (before, after) = container.isRow ? (left, right) : (top, bottom)
    let (over, under) = container.isRow ? (top, bottom) : (left, right)
    (marginMainStart, hasAutoMainStart) = isReversed ? after : before
    (marginMainEnd, hasAutoMainEnd) = isReversed ? before : after
    (marginCrossStart, hasAutoCrossStart) = isCrossReversed ? under : over
    (marginCrossEnd, hasAutoCrossEnd) = isCrossReversed ? over : under

    if container.isRow {
      (styleMain, minMain, maxMain) = (width, minWidth, maxWidth)
      (styleCross, minCross, maxCross) = (height, minHeight, maxHeight)
    } else {
      (styleMain, minMain, maxMain) = (height, minHeight, maxHeight)
      (styleCross, minCross, maxCross) = (width, minWidth, maxWidth)
    }
  }

  var mainMargins: Double { marginMainStart + marginMainEnd }
  var crossMargins: Double { marginCrossStart + marginCrossEnd }

  /// CSS's hypothetical main size.
  var hypothetical: Double { base.clamped(min: minMain, max: maxMain) }

  /// Whether the line's cross size becomes the item's.
  var stretches: Bool {
    align == .stretch && styleCross.isNaN && !hasAutoCrossStart && !hasAutoCrossEnd
  }

  func clampedCross(_ size: Double) -> Double {
    size.clamped(min: minCross, max: maxCross).asSize
  }

  /// The base size that the style gives, NaN if it is the content's.
  func givenBase(_ container: FlexContainer) -> Double {
    let basis = node.style.basis
    if basis.isAuto { return styleMain }
    return basis.resolvedSize(
      container.isRow ? container.innerWidth : container.percentHeight, or: .nan)
  }

  mutating func raiseMinimum(content: Double) {
    owesMinimum = false
    let smallest = styleMain.isNaN ? content : min(content, styleMain)
    minMain = max(minMain, min(smallest, maxMain))
  }
}
