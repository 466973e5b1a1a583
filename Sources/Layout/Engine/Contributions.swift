/// The contributions of children to the content width of their container: CSS Flexbox §9.9.3.
extension LayoutPass {
  /// A child's contribution to its parent's content width: the width of the child's margin box.
  ///
  /// - Parameter height: the parent's height, if known before its content is measured; else NaN.
  mutating func contribution(
    of child: NodePointer, in node: NodePointer, _ kind: ContentWidth, height: Double
  ) -> Double {
    let style = child.style
    // As in browsers, the flex basis counts only if an item shares its line. An item that is alone
    // in its line is as wide as its content.
    let isInLine = node.style.direction.isRow && (node.style.wrap == .noWrap || kind == .max)
    let sides = child.sidesSize(parentWidth: .nan)
    var limits = child.limits(width: .nan, height: .nan, sides: sides)
    var known = limits.height
    if known.isNaN, !child.isLeaf || style.ratio > 0, takesHeight(child, of: node) {
      known = sharedHeight(of: child, sides, in: node, height: height)
    }
    var width = limits.width
    if width.isNaN {
      width =
        keyword(style.width, of: child, sides, kind, height: known)
        ?? sides.width + contentWidth(of: child, kind, height: known)
    }
    if child.styleRecord.pointee.hasKeywords {
      if let least = keyword(style.minWidth, of: child, sides, kind, height: known) {
        limits.minWidth = max(limits.minWidth, least)
      }
      if let most = keyword(style.maxWidth, of: child, sides, kind, height: known) {
        limits.maxWidth = most
      }
    }
    // The min-content width, computed only if a ratio or a flex basis changes the width.
    var narrowest = 0.0
    if isInLine && style.basis.isCells || style.ratio > 0 {
      narrowest = contentWidth(of: child, .min, height: known)
    }
    let isOfRatio = style.ratio > 0 && !style.width.isCells && !style.height.isCells
    if isOfRatio || child.flags.contains(.widthFollowsHeight), takesHeight(child, of: node) {
      node.flags.insert(.widthFollowsHeight)
    }
    if style.ratio > 0, limits.width.isNaN, style.width.isAuto || style.width.isPercent {
      if known.isNaN {
        width = style.widthWithinRatio(
          width, min: limits.minHeight, max: limits.maxHeight, sides: sides)
      } else {
        let height = known.clamped(min: limits.minHeight, max: limits.maxHeight)
        width = style.ratioWidth(height: height, sides: sides)
        if style.hasAutomaticMinimum(style.minWidth) { width = max(width, sides.width + narrowest) }
      }
    }
    if isInLine, style.basis.isCells {
      limitByBasis(&width, of: child, limits: limits, narrowest: narrowest, sides: sides)
    }
    return width.clamped(min: limits.minWidth, max: limits.maxWidth)
      + child.margins(.nan).horizontal
  }

  /// The width that an intrinsic size keyword gives in a parent that is sized by its content; nil
  /// for any other length.
  private mutating func keyword(
    _ length: Length, of child: NodePointer, _ sides: LayoutSize, _ kind: ContentWidth,
    height: Double
  ) -> Double? {
    guard length.isIntrinsic else { return nil }
    let room = kind == .min ? 0 : Double.infinity
    return keywordWidth(length, of: child, sides: sides.width, room: room, height: height)
  }

  /// CSS Flexbox §9.9.3: an item that does not grow is at most its flex base size, and an item that
  /// does not shrink is at least its flex base size.
  private func limitByBasis(
    _ width: inout Double, of child: NodePointer, limits: SizeLimits, narrowest: Double,
    sides: LayoutSize
  ) {
    let style = child.style
    let extra = style.boxSizing == .contentBox ? sides.width : 0
    let base = max(sides.width, style.basis.resolvedSize(.nan, or: 0) + extra)
    if style.grow == 0 { width = min(width, base) }
    if style.shrink == 0 { width = max(width, base) }
    guard style.hasAutomaticMinimum(style.minWidth) else { return }
    let content = sides.width + narrowest
    width = max(
      width, min(limits.width.isNaN ? content : min(content, limits.width), limits.maxWidth))
  }
  // MARK: Heights known before the content is measured

  /// The height that a child gets from the height of its container, by a percentage or by
  /// stretching; NaN if the height of the container is not known.
  private func sharedHeight(
    of child: NodePointer, _ childSides: LayoutSize, in node: NodePointer, height: Double
  ) -> Double {
    let sides = node.sidesSize(parentWidth: .nan)
    let limits = node.limits(width: .nan, height: .nan, sides: sides)
    let given = height.isNaN ? limits.height : height
    guard !given.isNaN else { return .nan }
    let room = (given.clamped(min: limits.minHeight, max: limits.maxHeight) - sides.height)
      .clampedSize
    guard child.style.height.isPercent else {
      return (room - child.margins(.nan).vertical).clampedSize
    }
    let own = child.limits(width: .nan, height: room, sides: childSides)
    return own.height.clamped(min: own.minHeight, max: own.maxHeight)
  }

  /// Whether a known height of the container determines this child's height.
  private func takesHeight(_ child: NodePointer, of node: NodePointer) -> Bool {
    let style = child.style
    if style.height.isPercent { return true }
    return node.style.direction.isRow && node.style.wrap == .noWrap
      && style.height.isAuto
      && (style.alignSelf ?? node.style.alignItems) == .stretch
      && !style.margin.top.isAuto && !style.margin.bottom.isAuto
  }
}
