/// The content box of a container during its layout, in terms of main and cross axis.
struct FlexContainer {
  let node: NodePointer
  let isRow: Bool
  /// Whether the main axis starts at the right or the bottom.
  let isReversed: Bool
  let wraps: Bool
  /// Whether the cross axis starts at the right or the bottom.
  let isCrossReversed: Bool
  let innerWidth: Double
  /// The width that percentages refer to, also for margins and padding; NaN while it is computed.
  let percentWidth: Double
  /// The height of the content box; NaN if it depends on the content.
  let innerHeight: Double
  /// The height that percentages refer to; NaN if it depends on the content.
  let percentHeight: Double
  let mainGap: Double
  let crossGap: Double

  /// - Parameter innerHeight: the height of the content box; NaN to measure the content's height.
  init(
    _ node: NodePointer, innerWidth: Double, innerHeight: Double = .nan,
    heightIsDefinite: Bool = false,
    widthIsDefinite: Bool = true
  ) {
    let (direction, wrap) = (node.style.direction, node.style.wrap)
    let isRightToLeft = node.isRightToLeft
    self.node = node
    isRow = direction.isRow
    wraps = wrap != .noWrap
    isReversed = direction.isReversed != (isRow && isRightToLeft)
    isCrossReversed = (wrap == .wrapReverse) != (!isRow && isRightToLeft)
    self.innerWidth = innerWidth
    percentWidth = widthIsDefinite ? innerWidth : .nan
    self.innerHeight = innerHeight
    percentHeight = heightIsDefinite ? innerHeight : .nan
    let columnGap = node.style.columnGap.resolvedSize(innerWidth, or: 0)
    let rowGap = node.style.rowGap.resolvedSize(percentHeight, or: 0)
    mainGap = isRow ? columnGap : rowGap
    crossGap = isRow ? rowGap : columnGap
  }

  var innerMain: Double { isRow ? innerWidth : innerHeight }
  var innerCross: Double { isRow ? innerHeight : innerWidth }

  /// `justify-content` with text- and screen-relative values mapped to ends of the main axis.
  var justify: JustifyContent {
    let isReversedDirection = node.style.direction.isReversed
    let given = node.style.justifyContent
    return switch given {
    case .start: isReversedDirection ? .flexEnd : .flexStart
    case .end: isReversedDirection ? .flexStart : .flexEnd
    case .left: isRow && isReversed || !isRow && isReversedDirection ? .flexEnd : .flexStart
    case .right: isRow && !isReversed || !isRow && isReversedDirection ? .flexEnd : .flexStart
    default: given
    }
  }

  /// The alignment of a child, mapped to ends of the cross axis.
  func alignment(of child: NodePointer) -> AlignItems {
    let isReversed = node.style.wrap == .wrapReverse
    let given = child.style.alignSelf ?? node.style.alignItems
    switch given {
    case .start: return isReversed ? .flexEnd : .flexStart
    case .end: return isReversed ? .flexStart : .flexEnd
    case .selfStart, .selfEnd:
      let isOpposite = !isRow && child.isRightToLeft != node.isRightToLeft
      return (given == .selfStart) == (isReversed == isOpposite) ? .flexStart : .flexEnd
    default: return given
    }
  }

  /// `align-content` as a distribution of the free cross space; nil: lines stretch into it.
  var lineAlignment: JustifyContent? {
    let isReversed = node.style.wrap == .wrapReverse
    return switch node.style.alignContent {
    case .stretch: nil
    case .flexStart: .flexStart
    case .flexEnd: .flexEnd
    case .start: isReversed ? .flexEnd : .flexStart
    case .end: isReversed ? .flexStart : .flexEnd
    case .center: .center
    case .spaceBetween: .spaceBetween
    case .spaceAround: .spaceAround
    case .spaceEvenly: .spaceEvenly
    }
  }
}
