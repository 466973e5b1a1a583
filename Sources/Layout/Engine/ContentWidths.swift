enum ContentWidth { case min, max }

/// How narrow and how wide a box's content can be. Nearly always it follows from the subtree alone. Where
/// columns wrap, or a ratio is given, and where such a box is stretched, it follows also from the height
/// that the box has before its content: callers that know one pass it on.
extension LayoutPass {
  /// The content box's width when lines break at every opportunity, or at none.
  ///
  /// Percentages inside count as `auto` (0 for margins and paddings), since what they are shares of
  /// is being asked for. Contributions of children are simple sums and maxima, as browsers have
  /// them; the fractions of CSS Flexbox §9.9.1 are implemented by none.
  ///
  /// - Parameter height: that the border box has before its content; NaN if none.
  mutating func contentWidth(
    of node: Box, _ kind: ContentWidth, height: Double = .nan
  ) -> Double {
    let cached = kind == .min ? node.pointee.sizes.minWidth : node.pointee.sizes.maxWidth
    if !cached.isNaN { return Double(cached) }
    let height = height.snapped
    let question = SIMD4(height.isNaN ? -1 : height, 0, 0, 0)
    if let known = arena.recall(.width(kind), of: node, question) { return known }
    counters.visits += 1
    let width = Float(
      roundedUp: node.isLeaf
        ? leafContentWidth(of: node, kind)
        : deeper { pass in pass.childrenContentWidth(of: node, kind, height: height) })
    if node.marks.contains(.widthFollowsHeight) {
      arena.remember(.width(kind), of: node, question, Double(width))
    } else if kind == .min {
      node.pointee.sizes.minWidth = width
    } else {
      node.pointee.sizes.maxWidth = width
    }
    return Double(width)
  }

  private mutating func leafContentWidth(of node: Box, _ kind: ContentWidth) -> Double {
    var height = AvailableSpace.maxContent
    if node.style.height.isCells {
      let sides = node.sidesSize(parentWidth: .nan)
      let limits = node.limits(width: .nan, height: .nan, sides: sides)
      height = .definite((limits.height - sides.height).asSize)
    }
    return measure(node, kind == .min ? .minContent : .maxContent, height).width.asSize
  }

  /// Calls a leaf's measure function.
  mutating func measure(
    _ node: Box, _ width: AvailableSpace, _ height: AvailableSpace
  ) -> LayoutSize {
    guard let measure = node.pointee.measure else { return .zero }
    counters.measures += 1
    return measure(width, height)
  }

  private mutating func childrenContentWidth(
    of node: Box, _ kind: ContentWidth, height: Double
  ) -> Double {
    if node.style.display == .constraints { return constrainedContentWidth(of: node, kind) }
    let isRow = node.style.direction.isRow
    let wraps = node.style.wrap != .noWrap
    let isSum = isRow && !(wraps && kind == .min)
    let gap = node.style.columnGap.resolvedSize(.nan, or: 0)
    var total = 0.0
    var isFirst = true
    // Lines of their own can be wider than one of all, if margins are negative or a basis is small.
    var isNarrowed = false
    node.forEachBox { child in
      guard child.isInFlow else { return }
      let width = contribution(of: child, in: node, kind, height: height)
      isNarrowed = isNarrowed || width < 0 || child.style.basis.isCells
      if isSum {
        total += isFirst ? width : gap + width
      } else {
        total = max(total, width)
      }
      isFirst = false
    }
    if isNarrowed, isSum, wraps { total = max(total, contentWidth(of: node, .min, height: height)) }
    if wraps, !isRow, kind == .max {
      return columnsWidth(of: node, widest: total.asSize, height: height)
    }
    return total.asSize
  }

  /// A column that wraps is as wide as its lines together; those follow from its height, if it has
  /// one before its content.
  private mutating func columnsWidth(of node: Box, widest: Double, height known: Double) -> Double {
    let sides = node.sidesSize(parentWidth: .nan)
    let limits = node.limits(width: .nan, height: .nan, sides: sides)
    node.marks.insert(.widthFollowsHeight)
    let given = known.isNaN ? limits.height : known
    let height = (given.isNaN ? .infinity : given)
      .clamped(min: limits.minHeight, max: limits.maxHeight)
    let container = FlexContainer(
      node, innerWidth: widest, innerHeight: (height - sides.height).asSize,
      heightIsDefinite: !given.isNaN, widthIsDefinite: false)
    let mark = items.mark
    defer { items.release(to: mark) }
    let line = collectItems(container)
    for item in line {
      let width = contribution(of: item.pointee.node, in: node, .max, height: known)
      item.pointee.cross = width - item.pointee.crossMargins
      if item.pointee.hasSharedBaseline { setBaseline(&item.pointee, container) }
    }
    var total = 0.0
    line.forEachLine(container) { line, isFirst in
      total += (isFirst ? 0 : container.crossGap) + line.crossSize
    }
    return total.asSize
  }

  /// CSS Sizing's fit-content: the content's own width where there is room for it.
  mutating func fitContentWidth(
    of node: Box, sides: Double, room: Double, height: Double
  ) -> Double {
    let widest = sides + contentWidth(of: node, .max, height: height)
    if widest <= room { return widest }
    return max(room, sides + contentWidth(of: node, .min, height: height))
  }
}
