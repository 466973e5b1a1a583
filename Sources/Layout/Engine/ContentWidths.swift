enum ContentWidth { case min, max }

/// The min-content and max-content widths of boxes. They nearly always depend only on the subtree.
/// With wrapping columns, aspect ratios, or stretched boxes that contain these, they also depend on
/// the height. Callers pass the height if it is known before the content is measured.
extension LayoutPass {
  /// The content-box width if lines break at every opportunity (min), or nowhere (max).
  ///
  /// Percentages inside count as `auto` (0 for margins and padding), because they refer to the
  /// width that is being computed. Contributions of children are simple sums and maxima, as in
  /// browsers; no browser implements the fractions of CSS Flexbox §9.9.1.
  ///
  /// - Parameter height: the border-box height, if known before the content is measured; else NaN.
  mutating func contentWidth(
    of node: NodePointer, _ kind: ContentWidth, height: Double = .nan
  ) -> Double {
    let cached = kind == .min ? node.pointee.sizes.minWidth : node.pointee.sizes.maxWidth
    if !cached.isNaN { return Double(cached) }
    let height = height.snapped
    let question = SIMD4(height.isNaN ? -1 : height, 0, 0, 0)
    if let known = arena.cachedResult(.width(kind), of: node, question) { return known }
    counters.visits += 1
    let width = Float(
      roundedUp: node.isLeaf
        ? leafContentWidth(of: node, kind)
        : recursing { pass in pass.childrenContentWidth(of: node, kind, height: height) })
    if node.flags.contains(.widthFollowsHeight) {
      arena.store(.width(kind), of: node, question, Double(width))
    } else if kind == .min {
      node.pointee.sizes.minWidth = width
    } else {
      node.pointee.sizes.maxWidth = width
    }
    return Double(width)
  }

  private mutating func leafContentWidth(of node: NodePointer, _ kind: ContentWidth) -> Double {
    var height = AvailableSpace.maxContent
    if node.style.height.isCells {
      let sides = node.sidesSize(parentWidth: .nan)
      let limits = node.limits(width: .nan, height: .nan, sides: sides)
      height = .definite((limits.height - sides.height).clampedSize)
    }
    return measure(node, kind == .min ? .minContent : .maxContent, height).width.clampedSize
  }

  /// Calls a leaf's measure function.
  mutating func measure(
    _ node: NodePointer, _ width: AvailableSpace, _ height: AvailableSpace
  ) -> LayoutSize {
    guard let measure = node.pointee.measure else { return .zero }
    counters.measures += 1
    return measure(width, height)
  }

  private mutating func childrenContentWidth(
    of node: NodePointer, _ kind: ContentWidth, height: Double
  ) -> Double {
    if node.style.display == .constraints { return constrainedContentWidth(of: node, kind) }
    let isRow = node.style.direction.isRow
    let wraps = node.style.wrap != .noWrap
    let isSum = isRow && !(wraps && kind == .min)
    let gap = node.style.columnGap.resolvedSize(.nan, or: 0)
    var total = 0.0
    var isFirst = true
    // With negative margins or a small basis, several lines can be wider than a single line.
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
      return columnsWidth(of: node, widest: total.clampedSize, height: height)
    }
    return total.clampedSize
  }

  /// The width of a wrapping column: the sum of the widths of its lines. The lines depend on the
  /// height, if that is known before the content is measured.
  private mutating func columnsWidth(of node: NodePointer, widest: Double, height known: Double)
    -> Double
  {
    let sides = node.sidesSize(parentWidth: .nan)
    let limits = node.limits(width: .nan, height: .nan, sides: sides)
    node.flags.insert(.widthFollowsHeight)
    let given = known.isNaN ? limits.height : known
    let height = (given.isNaN ? .infinity : given)
      .clamped(min: limits.minHeight, max: limits.maxHeight)
    let container = FlexContainer(
      node, innerWidth: widest, innerHeight: (height - sides.height).clampedSize,
      heightIsDefinite: !given.isNaN, widthIsDefinite: false)
    let top = items.top
    defer { items.release(to: top) }
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
    return total.clampedSize
  }

  /// CSS Sizing's fit-content: the max-content width if it fits; otherwise the available width, but
  /// at least the min-content width.
  mutating func fitContentWidth(
    of node: NodePointer, sides: Double, room: Double, height: Double
  ) -> Double {
    let widest = sides + contentWidth(of: node, .max, height: height)
    if widest <= room { return widest }
    return max(room, sides + contentWidth(of: node, .min, height: height))
  }
}
