/// The space around a box that is not in a line: a root or an absolute box. Unknown sizes are NaN.
struct FreeSpace {
  /// The size of the box if nothing else determines it.
  let stretched: LayoutSize
  /// The available space for the box.
  let available: LayoutSize
}

/// The size to place a box in.
typealias PlacedSize = (width: Double, height: Double, heightIsDefinite: Bool)

extension LayoutPass {
  /// The size of a box that is not in a line.
  ///
  /// - Parameter whole: the size that percentages refer to.
  @inline(never)
  mutating func freeSize(
    of node: NodePointer, in whole: LayoutSize, _ space: FreeSpace
  ) -> PlacedSize {
    let style = node.style
    let sides = node.sidesSize(parentWidth: whole.width)
    var limits = node.limits(width: whole.width, height: whole.height, sides: sides)
    resolveKeywords(
      &limits, of: node, room: space.available, sides: sides, height: space.stretched.height)
    let known = limits.height.isNaN ? space.stretched.height : limits.height

    // The height from which the ratio computes a width: the given height or, if nothing else
    // determines the width, the height to which the box stretches.
    var ratioBase = Double.nan
    if style.ratio > 0 {
      let isOpen =
        !style.height.isIntrinsic && limits.width.isNaN && space.stretched.width.isNaN
      ratioBase = isOpen ? known : limits.height
    }
    var width = limits.width
    if width.isNaN, !ratioBase.isNaN {
      let height = ratioBase.clamped(min: limits.minHeight, max: limits.maxHeight)
      width = ratioWidth(of: node, height: height, sides: sides)
    }
    if width.isNaN, !style.width.isIntrinsic { width = space.stretched.width }
    if width.isNaN {
      width = fitContentWidth(
        of: node, sides: sides.width, room: space.available.width, height: known)
      if style.ratio > 0 {
        width = style.widthWithinRatio(
          width, min: limits.minHeight, max: limits.maxHeight, sides: sides)
      }
    }
    width = width.clamped(min: limits.minWidth, max: limits.maxWidth).clampedSize

    var height = limits.height
    // If a limit made the width smaller than `ratioBase` requires, the height is computed from the
    // smaller width below.
    if height.isNaN, !ratioBase.isNaN, width >= style.ratioWidth(height: ratioBase, sides: sides) {
      height = ratioBase
    }
    if height.isNaN, style.ratio > 0 {
      height = ratioHeight(of: node, width: width, sides: sides, parentWidth: whole.width)
    }
    if height.isNaN, !style.height.isIntrinsic { height = space.stretched.height }
    let isDefinite = !height.isNaN
    if !isDefinite { height = measuredHeight(of: node, width: width, parentWidth: whole.width) }
    height = height.clamped(min: limits.minHeight, max: limits.maxHeight).clampedSize
    return (width, height, isDefinite)
  }
}
