/// A container while its children are laid out: its content box, in terms of main and cross axis.
struct FlexContainer {
  let node: LayoutNode
  let isRow: Bool
  /// The main axis starts at the right or at the bottom.
  let isReversed: Bool
  let wraps: Bool
  /// The cross axis starts at the right or at the bottom.
  let isCrossReversed: Bool
  let innerWidth: Double
  /// NaN while it is to follow from the content.
  let innerHeight: Double
  /// What percentages of the height are of; NaN if the height comes from content.
  let percentHeight: Double
  let mainGap: Double
  let crossGap: Double

  /// - Parameter innerHeight: NaN to ask for the content's height.
  init(
    _ node: LayoutNode, innerWidth: Double, innerHeight: Double = .nan,
    heightIsDefinite: Bool = false
  ) {
    let style = node.style
    self.node = node
    isRow = style.direction.isRow
    isReversed = style.direction.isReversed
    wraps = style.wrap != .noWrap
    isCrossReversed = style.wrap == .wrapReverse
    self.innerWidth = innerWidth
    self.innerHeight = innerHeight
    percentHeight = heightIsDefinite ? innerHeight : .nan
    let columnGap = style.columnGap.resolvedSize(innerWidth, or: 0)
    let rowGap = style.rowGap.resolvedSize(percentHeight, or: 0)
    mainGap = isRow ? columnGap : rowGap
    crossGap = isRow ? rowGap : columnGap
  }

  var innerMain: Double { isRow ? innerWidth : innerHeight }
  var innerCross: Double { isRow ? innerHeight : innerWidth }
}
