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
    // Lines of their own can be wider than one of all, if margins are negative or a basis is small.
    var isNarrowed = false
    for child in node.boxes where child.isInFlow {
      let width = contribution(of: child, in: node, kind)
      isNarrowed = isNarrowed || width < 0 || child.style.basis.isCells
      if isSum {
        total += isFirst ? width : gap + width
      } else {
        total = max(total, width)
      }
      isFirst = false
    }
    if isNarrowed, isSum, wraps { total = max(total, contentWidth(of: node, .minContent)) }
    return total.asSize
  }

  /// CSS Sizing's fit-content: the content's own width where there is room for it.
  mutating func fitContentWidth(of node: LayoutNode, sides: Double, room: Double) -> Double {
    let widest = sides + contentWidth(of: node, .maxContent)
    if widest <= room { return widest }
    return max(room, sides + contentWidth(of: node, .minContent))
  }
}

extension LayoutNode {
  @inline(never)
  func sidesSize(parentWidth: Double) -> LayoutSize {
    let sides = style.paddingAndBorder(parentWidth: parentWidth, rtl: isRightToLeft)
    return LayoutSize(width: sides.horizontal, height: sides.vertical)
  }
}
