/// Columns that wrap: the one kind of box whose width follows from its height.
extension LayoutPass {
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
  mutating func wrappedColumnsWidth(of node: LayoutNode) -> Double {
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
}

extension Float {
  fileprivate func isSame(as other: Float) -> Bool { self == other || (isNaN && other.isNaN) }
}

extension LayoutNode {
  var isWrappingColumn: Bool {
    style.wrap != .noWrap && !style.direction.isRow && !children.isEmpty
      && style.display != .constraints
  }
}
