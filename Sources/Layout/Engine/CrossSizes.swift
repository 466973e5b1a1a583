/// CSS Flexbox §9.4, "Cross size determination".
extension LayoutPass {
  /// Sets the cross size of a row's items, but for those that will be stretched to a height that is
  /// known: they need not be measured. A column's items have theirs.
  mutating func resolveCrossSizes(_ line: Range<Int>, _ container: FlexContainer) {
    guard container.isRow else { return }
    for index in line {
      var size = knownCross(index, container)
      if size.isNaN {
        let query = query(index)
        size = measuredHeight(of: query.node, width: query.main, parentWidth: container.innerWidth)
      }
      setCross(index, size)
    }
  }

  /// The height of a row, or the width of a column of a container that wraps.
  func largestCrossSize(_ line: Range<Int>) -> Double {
    var largest = 0.0
    for index in line { largest = max(largest, items[index].cross + items[index].crossMargins) }
    return largest
  }
}
