enum ContentWidth { case minContent, maxContent }

extension LayoutPass {
  /// The content box's width when lines break at every opportunity, or at none.
  ///
  /// Percentages inside count as `auto` (0 for margins and paddings), since what they are shares of
  /// is being asked for. Contributions of children are simple sums and maxima, as browsers have
  /// them; the fractions of CSS Flexbox §9.9.1 are implemented by none.
  mutating func contentWidth(of node: LayoutNode, _ kind: ContentWidth) -> Double {
    let cached = kind == .minContent ? node.minContentWidth : node.maxContentWidth
    if !cached.isNaN { return cached }
    counters.visits += 1
    let width =
      node.children.isEmpty
      ? leafContentWidth(of: node, kind)
      : deeper { pass in pass.childrenContentWidth(of: node, kind) }
    switch kind {
    case .minContent: node.minContentWidth = width
    case .maxContent: node.maxContentWidth = width
    }
    return width
  }

  private mutating func leafContentWidth(of node: LayoutNode, _ kind: ContentWidth) -> Double {
    guard let measure = node.measure else { return 0 }
    var height = AvailableSpace.maxContent
    if node.style.height.isCells {
      let sides = node.sidesSize(parentWidth: .nan)
      let limits = SizeLimits(node.style, width: .nan, height: .nan, sides: sides)
      height = .definite((limits.height - sides.height).asSize)
    }
    counters.measures += 1
    return measure(kind == .minContent ? .minContent : .maxContent, height).width.asSize
  }

  private mutating func childrenContentWidth(
    of node: LayoutNode, _ kind: ContentWidth
  ) -> Double {
    if node.style.display == .constraints { return constrainedContentWidth(of: node, kind) }
    let wraps = node.style.wrap != .noWrap
    if wraps, !node.style.direction.isRow, kind == .maxContent {
      return wrappedColumnsWidth(of: node)
    }
    let isSum = node.style.direction.isRow && !(wraps && kind == .minContent)
    let gap = node.style.columnGap.resolvedSize(.nan, or: 0)
    var total = 0.0
    var isFirst = true
    var hasNegative = false
    for child in node.boxes where child.isInFlow {
      let width = contribution(of: child, in: node, kind)
      hasNegative = hasNegative || width < 0
      if isSum {
        total += isFirst ? width : gap + width
      } else {
        total = max(total, width)
      }
      isFirst = false
    }
    // Lines of their own can be wider than one of all, if margins are negative.
    if hasNegative, isSum, wraps { total = max(total, contentWidth(of: node, .minContent)) }
    return total.asSize
  }

  /// A child's share of its parent's content width: its margin box.
  private mutating func contribution(
    of child: LayoutNode, in node: LayoutNode, _ kind: ContentWidth
  ) -> Double {
    let isInRow = node.style.direction.isRow
    let sides = child.sidesSize(parentWidth: .nan)
    if child.isWrappingColumn { noteHeight(knownHeight(of: child, in: node), of: child) }
    var content = 0.0
    if !child.style.width.isCells { content = contentWidth(of: child, asked(child, kind)) }
    if child.marks.contains(.hasKeywords) { keepKeywordWidths(of: child) }
    // Asked for only where a ratio or a flex basis comes between the content and the width.
    var narrowest = 0.0
    if isInRow && child.style.basis.isCells || child.style.ratio > 0 {
      narrowest = contentWidth(of: child, .minContent)
    }
    return child.contribution(
      content: content, narrowest: narrowest, isInRow: isInRow,
      knownHeight: child.style.ratio > 0 ? knownHeight(of: child, in: node) : .nan,
      sides: sides, kind)
  }

  /// The height that a child has in a container whose own is a number: a share of it, or all of it by
  /// stretching; NaN if neither.
  private func knownHeight(of child: LayoutNode, in node: LayoutNode) -> Double {
    let style = child.style
    let isStretched =
      node.style.direction.isRow && node.style.wrap == .noWrap && style.height.isAuto
      && (style.alignSelf ?? node.style.alignItems) == .stretch && !style.margin.top.isAuto
      && !style.margin.bottom.isAuto
    guard node.style.height.isCells, isStretched || style.height.isPercent else { return .nan }
    let sides = node.sidesSize(parentWidth: .nan)
    let limits = SizeLimits(node.style, width: .nan, height: .nan, sides: sides)
    let height =
      limits.height.clamped(min: limits.minHeight, max: limits.maxHeight) - sides.height
    if isStretched {
      let margins = style.margin.resolvedMargins(.nan, rtl: child.isRightToLeft)
      return (height - margins.vertical).asSize
    }
    let childSides = child.sidesSize(parentWidth: .nan)
    return SizeLimits(style, width: .nan, height: height.asSize, sides: childSides).height
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

  /// Notes the height that a column has before its content, NaN if it has none, for its width follows
  /// from its lines, and they from its height. What was found for another height is forgotten.
  ///
  /// - Parameter height: Of the border box.
  func noteHeight(_ height: Double, of node: LayoutNode) {
    guard node.isWrappingColumn, !node.extra.isSame(as: Float(height)) else { return }
    node.extra = Float(height)
    guard !node.maxContentWidth.isNaN else { return }
    node.maxContentWidth = .nan
    // Who asked before may remember the other answer.
    node.marks.insert(.hasManyHeights)
  }

  /// A column that wraps is as wide as its lines together; those follow from its height, if it has
  /// one before its content.
  private mutating func wrappedColumnsWidth(of node: LayoutNode) -> Double {
    let sides = node.sidesSize(parentWidth: .nan)
    let limits = SizeLimits(node.style, width: .nan, height: .nan, sides: sides)
    var height = limits.height
    if height.isNaN { height = Double(node.extra) }
    let isDefinite = !height.isNaN
    height = (isDefinite ? height : .infinity).clamped(min: limits.minHeight, max: limits.maxHeight)
    var widths: [Double] = []
    for child in node.boxes where child.isInFlow {
      widths.append(contribution(of: child, in: node, .maxContent))
    }
    let container = FlexContainer(
      node, innerWidth: (widths.max() ?? 0).asSize,
      innerHeight: height.isFinite ? (height - sides.height).asSize : .nan,
      heightIsDefinite: isDefinite)
    let base = items.count
    defer { items.removeLast(items.count - base) }
    collectItems(container)
    for (index, width) in zip(base..., widths) {
      // Shares of the width are of what is being asked for.
      items[index].cross = width - items[index].crossMargins
      if items[index].hasSharedBaseline { setBaseline(index, container) }
    }
    let gap = node.style.columnGap.resolvedSize(.nan, or: 0)
    var total = 0.0
    var start = base
    let end = items.count
    while start < end {
      let line = nextLine(from: start, to: end, container)
      total += (start == base ? 0 : gap) + largestCrossSize(line)
      start = line.upperBound
    }
    return total.asSize
  }

  /// CSS Sizing's fit-content: the content's own width where there is room for it.
  mutating func fitContentWidth(of node: LayoutNode, sides: Double, room: Double) -> Double {
    let widest = sides + contentWidth(of: node, .maxContent)
    if widest <= room { return widest }
    return max(room, sides + contentWidth(of: node, .minContent))
  }

  /// The border box's height that its content takes at a width, before minimum and maximum.
  mutating func measuredHeight(
    of node: LayoutNode, width: Double, parentWidth: Double
  ) -> Double {
    let sides = node.sidesSize(parentWidth: parentWidth)
    return sides.height + contentHeight(of: node, innerWidth: (width - sides.width).asSize)
  }

  /// As above, for an item of a container.
  mutating func measuredHeight(
    of node: LayoutNode, width: Double, in container: FlexContainer
  ) -> Double {
    let sides = node.sidesSize(parentWidth: container.innerWidth)
    let innerWidth = (width - sides.width).asSize
    if node.measuredWidth != innerWidth, !node.measuredWidth.isNaN, container.remembersHeights {
      node.marks.insert(.hasManyHeights)
    }
    return sides.height + contentHeight(of: node, innerWidth: innerWidth)
  }

  /// The content box's height at its width.
  mutating func contentHeight(of node: LayoutNode, innerWidth: Double) -> Double {
    if node.measuredWidth == innerWidth { return node.measuredHeight }
    counters.visits += 1
    let height: Double
    if !node.children.isEmpty {
      height = deeper { pass in pass.childrenHeight(of: node, innerWidth: innerWidth) }
    } else if let measure = node.measure {
      counters.measures += 1
      height = measure(.definite(innerWidth.snapped), .maxContent).height.asSize
    } else {
      height = 0
    }
    node.measuredWidth = innerWidth
    node.measuredHeight = height
    return height
  }

  private mutating func childrenHeight(of node: LayoutNode, innerWidth: Double) -> Double {
    if node.style.display == .constraints {
      return constrainedContentHeight(of: node, innerWidth: innerWidth)
    }
    let container = FlexContainer(node, innerWidth: innerWidth, isMeasured: true)
    let base = items.count
    defer { items.removeLast(items.count - base) }
    collectItems(container)
    let range = base..<items.count
    if !container.isRow { return hypotheticalLength(range, container).asSize }

    var height = 0.0
    var start = base
    while start < range.upperBound {
      let line = nextLine(from: start, to: range.upperBound, container)
      resolveFlexibleLengths(line, container)
      resolveCrossSizes(line, container)
      height += (start == base ? 0 : container.crossGap) + largestCrossSize(line)
      start = line.upperBound
    }
    return height.asSize
  }
}

extension Float {
  fileprivate func isSame(as other: Float) -> Bool { self == other || (isNaN && other.isNaN) }
}

extension LayoutNode {
  var isWrappingColumn: Bool {
    style.wrap != .noWrap && !style.direction.isRow && !children.isEmpty
      && style.display != .constraints
  }

  @inline(never)
  func sidesSize(parentWidth: Double) -> LayoutSize {
    let sides = style.paddingAndBorder(parentWidth: parentWidth, rtl: isRightToLeft)
    return LayoutSize(width: sides.horizontal, height: sides.vertical)
  }

  @inline(never)
  fileprivate func contribution(
    content: Double, narrowest: Double, isInRow: Bool, knownHeight: Double, sides: LayoutSize,
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
      if style.ratio > 0, style.width.isAuto {
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
    if isInRow, style.basis.isCells {
      limitByBasis(&width, limits: limits, narrowest: narrowest, sides: sides)
    }
    return width.clamped(min: limits.minWidth, max: limits.maxWidth)
      + style.margin.resolvedMargins(.nan, rtl: isRightToLeft).horizontal
  }

  /// CSS Flexbox §9.9.2: what does not grow is not wider than its flex base size, what does not
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
