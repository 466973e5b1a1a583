/// What children contribute to the width of their container's content: CSS Flexbox §9.9.3.
extension LayoutPass {
  /// A child's share of its parent's content width: its margin box.
  mutating func contribution(of child: Box, in node: Box, _ kind: ContentWidth) -> Double {
    let style = child.style
    // As in browsers, a line of its own is as wide as the content, whatever that flexes to.
    let isInLine = node.style.direction.isRow && (node.style.wrap == .noWrap || kind == .max)
    let sides = child.sidesSize(parentWidth: .nan)
    var limits = child.limits(width: .nan, height: .nan, sides: sides)
    var width = limits.width
    if width.isNaN {
      width =
        keyword(style.width, of: child, sides, kind)
        ?? sides.width + contentWidth(of: child, kind)
    }
    if child.rules.pointee.hasKeywords {
      if let least = keyword(style.minWidth, of: child, sides, kind) {
        limits.minWidth = max(limits.minWidth, least)
      }
      if let most = keyword(style.maxWidth, of: child, sides, kind) { limits.maxWidth = most }
    }
    // Asked for only where a ratio or a flex basis comes between the content and the width.
    var narrowest = 0.0
    if isInLine && style.basis.isCells || style.ratio > 0 {
      narrowest = contentWidth(of: child, .min)
    }
    if style.ratio > 0, limits.width.isNaN, style.width.isAuto || style.width.isPercent {
      if limits.height.isNaN {
        width = style.widthWithinRatio(
          width, min: limits.minHeight, max: limits.maxHeight, sides: sides)
      } else {
        let height = limits.height.clamped(min: limits.minHeight, max: limits.maxHeight)
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

  /// The width that a size of the content stands for where a parent asks for one; nil for any other
  /// length.
  private mutating func keyword(
    _ length: Length, of child: Box, _ sides: LayoutSize, _ kind: ContentWidth
  ) -> Double? {
    guard length.asksContent else { return nil }
    let room = kind == .min ? 0 : Double.infinity
    return keywordWidth(length, of: child, sides: sides.width, room: room)
  }

  /// CSS Flexbox §9.9.3: what does not grow is not wider than its flex base size, what does not
  /// shrink not narrower.
  private func limitByBasis(
    _ width: inout Double, of child: Box, limits: SizeLimits, narrowest: Double, sides: LayoutSize
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
}
