/// CSS Flexbox §9.4, "Cross size determination".
extension LayoutPass {
  /// Sets the cross sizes of the items of a line. In a row, items that stretch to a known height
  /// need not be measured. In a column, only widths that depend on the height are set here.
  ///
  /// An item that shares a baseline is placed with its descendants to find the baseline.
  mutating func resolveCrossSizes(_ line: Line, _ container: FlexContainer) {
    for item in line {
      guard container.isRow else {
        var width = ratioCross(item.pointee, container)
        if item.pointee.ratio == 0, item.pointee.node.flags.contains(.widthFollowsHeight),
          item.pointee.knownCross(container).isNaN
        {
          // Recomputes the width for the height that the item now has.
          width = fittedWidth(
            item.pointee, room: container.innerWidth, height: item.pointee.main)
        }
        if !width.isNaN { item.pointee.cross = item.pointee.clampedCross(width) }
        if item.pointee.hasSharedBaseline { setBaseline(&item.pointee, container) }
        continue
      }
      var size = item.pointee.knownCross(container)
      if size.isNaN { size = ratioCross(item.pointee, container) }
      if size.isNaN {
        size = measuredHeight(
          of: item.pointee.node, width: item.pointee.main, parentWidth: container.innerWidth)
      }
      item.pointee.cross = item.pointee.clampedCross(size)
      if item.pointee.hasSharedBaseline { setBaseline(&item.pointee, container) }
    }
  }
}
