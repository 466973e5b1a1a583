/// What children contribute to the width of their container's content: CSS Flexbox §9.9.3.
extension LayoutPass {
  /// A child's share of its parent's content width: its margin box.
  mutating func contribution(
    of child: LayoutNode, in node: LayoutNode, _ kind: ContentWidth
  ) -> Double {
    let isInRow = node.style.direction.isRow
    // As in browsers, a line of its own is as wide as the content, whatever that flexes to.
    let isInLine = isInRow && (node.style.wrap == .noWrap || kind == .maxContent)
    let sides = child.sidesSize(parentWidth: .nan)
    if child.asksForHeight { noteHeight(knownHeight(of: child, in: node), of: child) }
    var content = 0.0
    if !child.style.width.isCells { content = contentWidth(of: child, asked(child, kind)) }
    if child.marks.contains(.hasKeywords) { keepKeywordWidths(of: child) }
    // Asked for only where a ratio or a flex basis comes between the content and the width.
    var narrowest = 0.0
    if isInLine && child.style.basis.isCells || child.style.ratio > 0 {
      narrowest = contentWidth(of: child, .minContent)
    }
    child.passOnHeight(to: node)
    return child.contribution(
      content: content, narrowest: narrowest, isInLine: isInLine,
      knownHeight: child.style.ratio > 0 ? knownHeight(of: child, in: node) : .nan,
      sides: sides, kind)
  }

  /// Which of its content's widths a child shows to a parent that asks for one.
  private func asked(_ child: LayoutNode, _ kind: ContentWidth) -> ContentWidth {
    switch child.style.width {
    case .minContent: .minContent
    case .maxContent: .maxContent
    default: kind
    }
  }

  /// Fills the caches that limits of the width refer to.
  private mutating func keepKeywordWidths(of child: LayoutNode) {
    for limit in [child.style.minWidth, child.style.maxWidth] where limit.asksContent {
      _ = contentWidth(of: child, .minContent)
      _ = contentWidth(of: child, .maxContent)
    }
  }
}

extension LayoutNode {
  @inline(never)
  fileprivate func contribution(
    content: Double, narrowest: Double, isInLine: Bool, knownHeight: Double, sides: LayoutSize,
    _ kind: ContentWidth
  ) -> Double {
    var limits = SizeLimits(style, width: .nan, height: .nan, sides: sides)
    if marks.contains(.hasKeywords) {
      limits.minWidth = max(limits.minWidth, limit(style.minWidth, sides, kind) ?? 0)
      limits.maxWidth = limit(style.maxWidth, sides, kind) ?? limits.maxWidth
    }
    var width = limits.width
    if width.isNaN {
      width = sides.width + content
      if style.ratio > 0, style.width.isAuto || style.width.isPercent {
        let given = limits.height.isNaN ? knownHeight : limits.height
        if !given.isNaN {
          let height = given.clamped(min: limits.minHeight, max: limits.maxHeight)
          width = style.ratioWidth(height: height, sides: sides)
          if style.hasAutomaticMinimum(style.minWidth) {
            width = max(width, sides.width + narrowest)
          }
        } else {
          width = style.widthWithinRatio(width, limits, sides: sides)
        }
      }
    }
    if isInLine, style.basis.isCells {
      limitByBasis(&width, limits: limits, narrowest: narrowest, sides: sides)
    }
    return width.clamped(min: limits.minWidth, max: limits.maxWidth)
      + style.margin.resolvedMargins(.nan, rtl: isRightToLeft).horizontal
  }

  /// CSS Flexbox §9.9.3: what does not grow is not wider than its flex base size, what does not
  /// shrink not narrower.
  private func limitByBasis(
    _ width: inout Double, limits: SizeLimits, narrowest: Double, sides: LayoutSize
  ) {
    let extra = style.boxSizing == .contentBox ? sides.width : 0
    let base = max(sides.width, style.basis.resolvedSize(.nan, or: 0) + extra)
    if style.grow == 0 { width = min(width, base) }
    if style.shrink == 0 { width = max(width, base) }
    guard style.hasAutomaticMinimum(style.minWidth) else { return }
    var content = sides.width + narrowest
    if style.ratio > 0, !limits.height.isNaN {
      content = max(content, style.ratioWidth(height: limits.height, sides: sides))
    }
    width = max(
      width, min(limits.width.isNaN ? content : min(content, limits.width), limits.maxWidth))
  }

  /// A limit of the width that asks the content, as a border box's width.
  private func limit(_ length: Length, _ sides: LayoutSize, _ kind: ContentWidth) -> Double? {
    switch length {
    case .minContent: sides.width + minContentWidth
    case .maxContent: sides.width + maxContentWidth
    case .fitContent: sides.width + (kind == .minContent ? minContentWidth : maxContentWidth)
    default: nil
    }
  }
}
