/// Aspect ratios: CSS Sizing Level 4 §5, and CSS Flexbox §9.2, step 3 B.
extension LayoutPass {
  /// The main size that the ratio gives for a cross size that is definite, NaN if there is none.
  func ratioBase(_ item: FlexItem, _ container: FlexContainer) -> Double {
    guard item.node.style.ratio > 0 else { return .nan }
    let basis = item.node.style.basis
    guard basis.isAuto || basis == .content || basis.isPercent else { return .nan }
    var cross = item.styleCross
    if container.isRow {
      if cross.isNaN, item.stretches, !container.wraps {
        cross = container.percentHeight - item.crossMargins
      }
      guard !cross.isNaN else { return .nan }
      return item.node.style.ratioWidth(height: item.clampedCross(cross), sides: item.sides)
    }
    // A column's items have their widths by now.
    return item.node.style.ratioHeight(width: item.cross, sides: item.sides)
  }

  /// The width of a column's item that its height gives it, NaN if it does not.
  func ratioWidth(_ index: Int) -> Double {
    let item = items[index]
    guard item.node.style.ratio > 0, !item.styleMain.isNaN else { return .nan }
    let height = item.styleMain.clamped(min: item.minMain, max: item.maxMain)
    return item.node.style.ratioWidth(height: height, sides: item.sides)
  }

  /// The content's size on the main axis, within the limits of the cross axis: what those are by
  /// the ratio.
  func contentWithinRatio(_ index: Int, _ content: Double, _ container: FlexContainer) -> Double {
    let item = items[index]
    guard item.node.style.ratio > 0 else { return content }
    func transferred(_ cross: Double) -> Double {
      guard cross.isFinite else { return cross }
      return container.isRow
        ? item.node.style.ratioWidth(height: cross, sides: item.sides)
        : item.node.style.ratioHeight(width: cross, sides: item.sides)
    }
    return content.clamped(min: transferred(item.minCross), max: transferred(item.maxCross))
  }

  /// The cross size that the ratio gives for the flexed main size, NaN if it has no say in it. In a
  /// row not below the content, which is its automatic minimum.
  mutating func ratioCross(_ index: Int, _ container: FlexContainer) -> Double {
    let item = items[index]
    let style = item.node.style
    guard style.ratio > 0, item.styleCross.isNaN else { return .nan }
    guard container.isRow else {
      return item.stretches && !container.wraps
        ? .nan : style.ratioWidth(height: item.main, sides: item.sides)
    }
    let height = style.ratioHeight(width: item.main, sides: item.sides)
    guard style.hasAutomaticMinimum(style.minHeight) else { return height }
    return max(
      height,
      min(
        item.maxCross,
        measuredHeight(of: item.node, width: item.main, in: container)))
  }
}
