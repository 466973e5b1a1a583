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
      ? leafContentWidth(of: node, kind) : childrenContentWidth(of: node, kind)
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
      let sides = node.style.paddingAndBorder(parentWidth: .nan)
      height = .definite((node.style.height.resolvedSize(.nan, or: 0) - sides.vertical).asSize)
    }
    counters.measures += 1
    return measure(kind == .minContent ? .minContent : .maxContent, height).width.asSize
  }

  private mutating func childrenContentWidth(
    of node: LayoutNode, _ kind: ContentWidth
  ) -> Double {
    let isSum =
      node.style.direction.isRow && !(node.style.wrap != .noWrap && kind == .minContent)
    let gap = node.style.columnGap.resolvedSize(.nan, or: 0)
    var total = 0.0
    var isFirst = true
    for child in node.children where child.isInFlow {
      let width = contribution(of: child, kind)
      if isSum {
        total += isFirst ? width : gap + width
      } else {
        total = max(total, width)
      }
      isFirst = false
    }
    return total.asSize
  }

  /// A child's share of its parent's content width: its margin box.
  private mutating func contribution(of child: LayoutNode, _ kind: ContentWidth) -> Double {
    var content = 0.0
    if !child.style.width.isCells { content = contentWidth(of: child, kind) }
    return child.contribution(content: content)
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
    let innerWidth = (width - sides.width).asSize
    if node.measuredWidth == innerWidth { return sides.height + node.measuredHeight }
    counters.visits += 1
    let height: Double
    if !node.children.isEmpty {
      height = childrenHeight(of: node, innerWidth: innerWidth)
    } else if let measure = node.measure {
      counters.measures += 1
      height = measure(.definite(innerWidth.snapped), .maxContent).height.asSize
    } else {
      height = 0
    }
    node.measuredWidth = innerWidth
    node.measuredHeight = height
    return sides.height + height
  }

  private mutating func childrenHeight(of node: LayoutNode, innerWidth: Double) -> Double {
    let container = FlexContainer(node, innerWidth: innerWidth)
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

extension LayoutNode {
  var isInFlow: Bool { style.position == .relative && style.display != .none }

  @inline(never)
  fileprivate func sidesSize(parentWidth: Double) -> LayoutSize {
    let sides = style.paddingAndBorder(parentWidth: parentWidth)
    return LayoutSize(width: sides.horizontal, height: sides.vertical)
  }

  @inline(never)
  fileprivate func contribution(content: Double) -> Double {
    let sides = style.paddingAndBorder(parentWidth: .nan)
    let width = style.width.resolvedSize(.nan, or: sides.horizontal + content)
    let clamped = width.clamped(
      min: max(sides.horizontal, style.minWidth.resolvedSize(.nan, or: 0)),
      max: style.maxWidth.resolvedSize(.nan, or: .infinity))
    return clamped + style.margin.resolvedMargins(.nan).horizontal
  }
}
