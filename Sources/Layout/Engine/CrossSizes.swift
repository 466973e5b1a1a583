/// CSS Flexbox §9.4, "Cross size determination".
extension LayoutPass {
  /// Sets the cross size of a row's items, but for those that will be stretched to a height that is
  /// known: they need not be measured. A column's items have theirs, unless it follows from the
  /// height.
  ///
  /// - Parameter findsBaselines: whether what shares a baseline is to be lined up. It is placed for
  ///   that, with all that is in it: who only asks for sizes must not, or each level would double the
  ///   work of those below.
  mutating func resolveCrossSizes(
    _ line: Range<Int>, _ container: FlexContainer, findsBaselines: Bool = true
  ) {
    for index in line {
      guard container.isRow else {
        if items[index].node.style.ratio > 0 {
          let width = ratioCross(index, container)
          if !width.isNaN { setCross(index, width) }
        } else if items[index].node.marks.contains(.widthFollowsHeight) {
          fitWidth(index, container)
        }
        if items[index].hasSharedBaseline { setBaseline(index, container) }
        continue
      }
      if needsHeightLimits(index) { limitHeightByContent(index, container) }
      var size = knownCross(index, container)
      if size.isNaN, items[index].node.style.ratio > 0 { size = ratioCross(index, container) }
      if size.isNaN {
        let query = query(index)
        size = measuredHeight(of: query.node, width: query.main, in: container)
      }
      setCross(index, size)
      if findsBaselines, items[index].hasSharedBaseline { setBaseline(index, container) }
    }
  }

  /// Sets the width of a column's item once more, for the height that it has got.
  private mutating func fitWidth(_ index: Int, _ container: FlexContainer) {
    guard knownCross(index, container).isNaN else { return }
    let query = query(index)
    noteHeight(query.main, of: query.node)
    setCross(
      index,
      fitContentWidth(
        of: query.node, sides: query.sidesWidth, room: container.innerWidth - query.crossMargins))
  }

  /// The height of a row, or the width of a column of a container that wraps.
  func largestCrossSize(_ line: Range<Int>) -> Double {
    var largest = 0.0
    var before = -Double.infinity
    var after = -Double.infinity
    for index in line {
      let size = items[index].cross + items[index].crossMargins
      guard items[index].hasSharedBaseline else {
        largest = max(largest, size)
        continue
      }
      before = max(before, items[index].baseline)
      after = max(after, size - items[index].baseline)
    }
    return before.isFinite ? max(largest, before + after) : largest
  }
}
