extension LayoutPass {
  /// The border-box height of the content at a width, before minimum and maximum.
  mutating func measuredHeight(of node: NodePointer, width: Double, parentWidth: Double) -> Double {
    let sides = node.sidesSize(parentWidth: parentWidth)
    return sides.height + contentHeight(of: node, innerWidth: (width - sides.width).clampedSize)
  }

  /// The content-box height at a content-box width.
  mutating func contentHeight(of node: NodePointer, innerWidth: Double) -> Double {
    let cached = node.pointee.sizes.height(at: innerWidth)
    if !cached.isNaN { return Double(cached) }
    let question = SIMD4(innerWidth, 0, 0, 0)
    if let known = arena.cachedResult(.height, of: node, question) { return known }
    counters.visits += 1
    let content =
      node.isLeaf
      ? measure(node, .definite(innerWidth.snapped), .maxContent).height.clampedSize
      : recursing { pass in pass.childrenHeight(of: node, innerWidth: innerWidth) }
    let height = Float(roundedUp: content)
    let (width, last) = (node.pointee.sizes.widths.1, node.pointee.sizes.heights.1)
    if !width.isNaN { arena.store(.height, of: node, SIMD4(width, 0, 0, 0), Double(last)) }
    node.pointee.sizes.setHeight(height, at: innerWidth)
    return Double(height)
  }

  private mutating func childrenHeight(of node: NodePointer, innerWidth: Double) -> Double {
    if node.style.display == .constraints {
      return constrainedContentHeight(of: node, innerWidth: innerWidth)
    }
    let container = FlexContainer(node, innerWidth: innerWidth)
    let top = items.top
    defer { items.release(to: top) }
    let line = collectItems(container)
    if !container.isRow { return columnHeight(line, container).clampedSize }
    var height = 0.0
    line.forEachLine(container) { line, isFirst in
      resolveFlexibleLengths(line, container)
      resolveCrossSizes(line, container)
      height += (isFirst ? 0 : container.crossGap) + line.crossSize
    }
    return height.clampedSize
  }

  /// The height of a column's content: the length of its line, or of the longest line if the column
  /// wraps at a height that its style gives.
  private func columnHeight(_ line: Line, _ container: FlexContainer) -> Double {
    let style = container.node.style
    guard container.wraps, style.height.isCells || style.maxHeight.isCells else {
      return line.hypotheticalLength(container)
    }
    let sides = container.node.sidesSize(parentWidth: container.innerWidth)
    let limits = container.node.limits(width: .nan, height: .nan, sides: sides)
    let height = limits.height.isNaN ? limits.maxHeight : min(limits.height, limits.maxHeight)
    return line.longestLine(
      container, room: (max(limits.minHeight, height) - sides.height).clampedSize)
  }
}
