/// A container while its children are laid out: its content box, in terms of main and cross axis.
struct FlexContainer {
  let node: Box
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

  /// - Parameter innerHeight: NaN to ask for the content's height.
  init(
    _ node: Box, innerWidth: Double, innerHeight: Double = .nan, heightIsDefinite: Bool = false,
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

  /// `justify-content` as ends of the main axis, not of text or screen.
  var justify: JustifyContent {
    let isAgainstText = node.style.direction.isReversed
    let given = node.style.justifyContent
    return switch given {
    case .start: isAgainstText ? .flexEnd : .flexStart
    case .end: isAgainstText ? .flexStart : .flexEnd
    case .left: isRow && isReversed || !isRow && isAgainstText ? .flexEnd : .flexStart
    case .right: isRow && !isReversed || !isRow && isAgainstText ? .flexEnd : .flexStart
    default: given
    }
  }

  /// Where a child stands, in ends of the cross axis.
  func alignment(of child: Box) -> AlignItems {
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

  /// `align-content` as what it does with the free space of the cross axis; nil: lines take it.
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
