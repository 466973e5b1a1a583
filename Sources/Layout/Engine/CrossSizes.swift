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
    _ line: Line, _ container: FlexContainer, findsBaselines: Bool = true
  ) {
    for item in line {
      guard container.isRow else {
        if item.pointee.ratio > 0 {
          let width = ratioCross(item.pointee, container)
          if !width.isNaN { item.pointee.cross = item.pointee.clampedCross(width) }
        } else if item.pointee.node.marks.contains(.widthFollowsHeight),
          item.pointee.knownCross(container).isNaN
        {
          // Once more, for the height that it has got.
          let width = fittedWidth(
            item.pointee, room: container.innerWidth, height: item.pointee.main)
          item.pointee.cross = item.pointee.clampedCross(width)
        }
        if item.pointee.hasSharedBaseline { setBaseline(&item.pointee, container) }
        continue
      }
      if item.pointee.needsHeightLimits { limitHeightByContent(&item.pointee, container) }
      var size = item.pointee.knownCross(container)
      if size.isNaN, item.pointee.ratio > 0 { size = ratioCross(item.pointee, container) }
      if size.isNaN {
        size = measuredHeight(
          of: item.pointee.node, width: item.pointee.main, parentWidth: container.innerWidth)
      }
      item.pointee.cross = item.pointee.clampedCross(size)
      if findsBaselines, item.pointee.hasSharedBaseline { setBaseline(&item.pointee, container) }
    }
  }
}
