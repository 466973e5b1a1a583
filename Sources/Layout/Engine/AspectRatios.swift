/// Aspect ratios: CSS Sizing Level 4 §5, and CSS Flexbox §9.2, step 3 B.
extension LayoutPass {
  /// The main size that the ratio gives for a definite cross size; NaN if there is none.
  func ratioBase(_ item: FlexItem, _ container: FlexContainer) -> Double {
    guard item.ratio > 0 else { return .nan }
    let style = item.node.style
    guard container.isRow else {
      // A column's items get their widths before their base sizes.
      return style.ratioHeight(width: item.cross, sides: item.sides)
    }
    let cross = item.definiteCross(container)
    guard !cross.isNaN else { return .nan }
    return style.ratioWidth(height: item.clampedCross(cross), sides: item.sides)
  }

  /// The width that an item in a column gets from its height; NaN if none.
  mutating func ratioWidth(_ item: FlexItem, _ container: FlexContainer) -> Double {
    guard item.ratio > 0, !item.styleMain.isNaN else { return .nan }
    // If the basis is the content, the width follows from the content, not from a height.
    let basis = item.node.style.basis
    guard basis.isAuto || !basis.resolvedSize(container.percentHeight, or: .nan).isNaN else {
      return .nan
    }
    let height = item.styleMain.clamped(min: item.minMain, max: item.maxMain)
    return ratioWidth(of: item.node, height: height, sides: item.sides)
  }

  /// The content width of a column's item, clamped to the widths that the ratio gives for the
  /// item's smallest and largest height.
  func widthWithinRatio(_ item: FlexItem, _ width: Double) -> Double {
    guard item.ratio > 0 else { return width }
    return item.node.style.widthWithinRatio(
      width, min: item.minMain, max: item.maxMain, sides: item.sides)
  }

  /// The width that the ratio gives for a height. If the minimum is automatic, the result is at
  /// least the min-content width.
  mutating func ratioWidth(of node: NodePointer, height: Double, sides: LayoutSize) -> Double {
    let width = node.style.ratioWidth(height: height, sides: sides)
    guard node.style.hasAutomaticMinimum(node.style.minWidth) else { return width }
    return max(width, sides.width + contentWidth(of: node, .min, height: height))
  }

  /// The content size on the main axis with the ratio applied: the content size, clamped to the
  /// sizes that the ratio gives for the cross limits. If the cross size is definite, the result is
  /// the size that the ratio gives for it, but at least the content size in a row, and at least the
  /// clamped content size in a column.
  func contentWithinRatio(_ item: FlexItem, _ content: Double, _ container: FlexContainer) -> Double
  {
    guard item.ratio > 0 else { return content }
    let style = item.node.style
    let sides = item.sides
    func transferred(_ cross: Double) -> Double {
      guard cross.isFinite else { return cross }
      return container.isRow
        ? style.ratioWidth(height: cross, sides: sides)
        : style.ratioHeight(width: cross, sides: sides)
    }
    let limited = content.clamped(
      min: transferred(item.minCross), max: transferred(item.maxCross))
    let cross = item.definiteCross(container)
    if cross.isNaN { return limited }
    // As in browsers, a width is at least the content width, which the limits of the height do not
    // clamp.
    return max(
      transferred(item.clampedCross(cross)), container.isRow ? content : limited)
  }

  /// The cross size that the ratio gives for the flexed main size; NaN if it gives none.
  mutating func ratioCross(_ item: FlexItem, _ container: FlexContainer) -> Double {
    let node = item.node
    let (main, sides) = (item.main, item.sides)
    guard item.ratio > 0, item.styleCross.isNaN else { return .nan }
    guard container.isRow else {
      return item.stretches && !container.wraps
        ? .nan : ratioWidth(of: node, height: main, sides: sides)
    }
    return ratioHeight(of: node, width: main, sides: sides, parentWidth: container.innerWidth)
  }

  /// The height that the ratio gives for a width. If the minimum is automatic, the result is at
  /// least the content height. As in browsers, the content of a single-line row whose children all
  /// stretch does not enlarge the result.
  mutating func ratioHeight(
    of node: NodePointer, width: Double, sides: LayoutSize, parentWidth: Double
  ) -> Double {
    let style = node.style
    let height = style.ratioHeight(width: width, sides: sides)
    guard style.hasAutomaticMinimum(style.minHeight) else { return height }
    let content = measuredHeight(of: node, width: width, parentWidth: parentWidth)
    guard content > height, style.direction.isRow, style.wrap == .noWrap else {
      return max(height, content)
    }
    node.flags.insert(.hasUncachedResults)
    var stretches = !node.isLeaf || style.alignItems == .stretch
    node.forEachBox { child in
      let isStretched = (child.style.alignSelf ?? style.alignItems) == .stretch
      if child.isInFlow, !isStretched || !child.style.height.isAuto { stretches = false }
    }
    return stretches ? height : content
  }
}

extension LayoutStyle {
  /// Clamps a width to the widths that the ratio gives for the limits of the height.
  func widthWithinRatio(
    _ width: Double, min least: Double, max most: Double, sides: LayoutSize
  ) -> Double {
    width.clamped(
      min: ratioWidth(height: least, sides: sides),
      max: most.isFinite ? ratioWidth(height: most, sides: sides) : most)
  }
}
