/// A container while its children are laid out: its content box, in terms of main and cross axis.
struct FlexContainer {
  let node: LayoutNode
  let boxes: ContiguousArray<LayoutNode>
  let isRow: Bool
  /// The main axis starts at the right or at the bottom.
  let isReversed: Bool
  let wraps: Bool
  /// The cross axis starts at the right or at the bottom.
  let isCrossReversed: Bool
  let innerWidth: Double
  /// What percentages of the width are of, margins and paddings among them; NaN while it is asked for.
  let percentWidth: Double
  /// NaN while it is to follow from the content.
  let innerHeight: Double
  /// What percentages of the height are of; NaN if the height comes from content.
  let percentHeight: Double
  let mainGap: Double
  let crossGap: Double
  /// Whether what is known of this container came from heights that its children had before this.
  let remembersHeights: Bool
  /// Whether it is a column as high as its content on one line: there is no reason to wrap, though
  /// with negative margins some items can be higher than all.
  let isFitted: Bool
  /// `justify-content` as ends of the main axis, not of text or screen.
  let justify: JustifyContent

  /// - Parameters:
  ///   - innerHeight: NaN to ask for the content's height.
  ///   - isMeasured: whether that is what the container's cache will hold.
  init(
    _ node: LayoutNode, innerWidth: Double, innerHeight: Double = .nan,
    heightIsDefinite: Bool = false, isMeasured: Bool = false, widthIsDefinite: Bool = true
  ) {
    let isRightToLeft = node.isRightToLeft
    self.node = node
    boxes = node.boxes
    isRow = node.style.direction.isRow
    let isReversed = node.style.direction.isReversed
    let wrap = node.style.wrap
    wraps = wrap != .noWrap
    self.isReversed = isReversed != (isRow && isRightToLeft)
    isCrossReversed = (wrap == .wrapReverse) != (!isRow && isRightToLeft)
    self.innerWidth = innerWidth
    percentWidth = widthIsDefinite ? innerWidth : .nan
    self.innerHeight = innerHeight
    remembersHeights =
      !isMeasured && !node.measuredWidth.isNaN
      || wraps && !isRow && !node.maxContentWidth.isNaN
    isFitted =
      !isRow && !heightIsDefinite && !node.style.maxHeight.isCells && !node.style.height.isCells
      && node.measuredWidth == innerWidth && innerHeight >= node.measuredHeight
    percentHeight = heightIsDefinite ? innerHeight : .nan
    let columnGap = node.style.columnGap.resolvedSize(innerWidth, or: 0)
    let rowGap = node.style.rowGap.resolvedSize(percentHeight, or: 0)
    mainGap = isRow ? columnGap : rowGap
    crossGap = isRow ? rowGap : columnGap
    let start: JustifyContent = isReversed ? .flexEnd : .flexStart
    justify =
      switch node.style.justifyContent {
      case .start: start
      case .end: isReversed ? .flexStart : .flexEnd
      case .left: isRow && self.isReversed || !isRow && isReversed ? .flexEnd : .flexStart
      case .right:
        isRow && !self.isReversed || !isRow && isReversed ? .flexEnd : .flexStart
      case let other: other
      }
  }

  var innerMain: Double { isRow ? innerWidth : innerHeight }
  var innerCross: Double { isRow ? innerHeight : innerWidth }

  /// Where a child stands, in ends of the cross axis.
  func alignment(of child: LayoutNode) -> AlignItems {
    let isReversed = node.style.wrap == .wrapReverse
    switch child.style.alignSelf ?? node.style.alignItems {
    case .start: return isReversed ? .flexEnd : .flexStart
    case .end: return isReversed ? .flexStart : .flexEnd
    case let other: return other
    }
  }

  /// `align-content`, in ends of the cross axis.
  var lineAlignment: AlignContent {
    let isReversed = node.style.wrap == .wrapReverse
    switch node.style.alignContent {
    case .start: return isReversed ? .flexEnd : .flexStart
    case .end: return isReversed ? .flexStart : .flexEnd
    case .baseline: return .flexStart
    case let other: return other
    }
  }
}
