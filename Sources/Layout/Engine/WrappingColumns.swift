/// Columns that wrap: as wide as their lines together, which follow from their height.
extension LayoutPass {
  /// A column that wraps is as wide as its lines together; those follow from its height, if it has
  /// one before its content.
  mutating func wrappedColumnsWidth(of node: LayoutNode) -> Double {
    let sides = node.sidesSize(parentWidth: .nan)
    let limits = SizeLimits(node.style, width: .nan, height: .nan, sides: sides)
    var height = Double(node.extra)
    if height.isNaN { height = limits.height }
    node.marks.insert(.widthFollowsHeight)
    let isDefinite = !height.isNaN
    height = (isDefinite ? height : .infinity).clamped(min: limits.minHeight, max: limits.maxHeight)
    var widths: [Double] = []
    for child in node.boxes where child.isInFlow {
      widths.append(contribution(of: child, in: node, .maxContent))
    }
    let container = FlexContainer(
      node, innerWidth: (widths.max() ?? 0).asSize,
      innerHeight: height.isFinite ? (height - sides.height).asSize : .nan,
      heightIsDefinite: isDefinite, widthIsDefinite: false)
    let base = items.count
    defer { items.removeLast(items.count - base) }
    collectItems(container)
    for (index, width) in zip(base..., widths) {
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
}
