/// CSS Flexbox §9.4, "Cross size determination".
extension LayoutPass {
  /// Sets the cross size of a row's items, but for those that will be stretched to a height that is
  /// known: they need not be measured. A column's items have theirs, unless it follows from
  /// the height.
  ///
  /// What shares a baseline is placed, with all that is in it, to be lined up.
  mutating func resolveCrossSizes(_ line: Line, _ container: FlexContainer) {
    for item in line {
      guard container.isRow else {
        var width = ratioCross(item.pointee, container)
        if item.pointee.ratio == 0, item.pointee.node.marks.contains(.widthFollowsHeight),
          item.pointee.knownCross(container).isNaN
        {
          // Once more, for the height that it has got.
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
