extension LayoutPass {
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
    if node.measuredWidth == innerWidth || recallHeight(of: node, innerWidth: innerWidth) {
      return node.measuredHeight
    }
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
    if !container.isRow { return columnHeight(range, container).asSize }

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

  /// The length of a column's items; if it wraps at a height of its style, that of its longest line.
  private func columnHeight(_ range: Range<Int>, _ container: FlexContainer) -> Double {
    let style = container.node.style
    guard container.wraps, style.height.isCells || style.maxHeight.isCells else {
      return hypotheticalLength(range, container)
    }
    let sides = container.node.sidesSize(parentWidth: container.innerWidth)
    let limits = SizeLimits(style, width: .nan, height: .nan, sides: sides)
    let height = limits.height.isNaN ? limits.maxHeight : min(limits.height, limits.maxHeight)
    return longestLine(
      of: range, container, room: (max(limits.minHeight, height) - sides.height).asSize)
  }

  /// How far down the items of a wrapping column reach in so much room.
  func longestLine(of range: Range<Int>, _ container: FlexContainer, room: Double) -> Double {
    var height = 0.0
    var start = range.lowerBound
    while start < range.upperBound {
      let line = nextLine(from: start, to: range.upperBound, container, room: room)
      height = max(height, hypotheticalLength(line, container))
      start = line.upperBound
    }
    return height
  }
}
