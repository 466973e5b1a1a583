/// The lines of a container that wraps: CSS Flexbox §9.3 and §9.6, `align-content`.
extension LayoutPass {
  mutating func placeLines(
    _ range: Range<Int>, _ container: FlexContainer, _ sides: ResolvedEdges
  ) {
    var lines: [(items: Range<Int>, crossSize: Double)] = []
    var used = 0.0
    var start = range.lowerBound
    while start < range.upperBound {
      let line = nextLine(from: start, to: range.upperBound, container)
      resolveFlexibleLengths(line, container)
      resolveCrossSizes(line, container)
      let crossSize = largestCrossSize(line)
      used += crossSize + (lines.isEmpty ? 0 : container.crossGap)
      lines.append((line, crossSize))
      start = line.upperBound
    }

    let free = container.innerCross - used
    let spacing: Spacing
    var growth = 0.0
    switch container.node.style.alignContent {
    case .start: spacing = .none
    case .end: spacing = Spacing(.end, free: free, count: lines.count)
    case .center: spacing = Spacing(.center, free: free, count: lines.count)
    case .spaceBetween: spacing = Spacing(.spaceBetween, free: free, count: lines.count)
    case .spaceAround: spacing = Spacing(.spaceAround, free: free, count: lines.count)
    case .spaceEvenly: spacing = Spacing(.spaceEvenly, free: free, count: lines.count)
    case .stretch:
      spacing = .none
      growth = max(0, free) / Double(max(1, lines.count))
    }

    var crossStart = spacing.before
    for line in lines {
      let crossSize = line.crossSize + growth
      placeLine(
        line.items, container, sides, crossStart: crossStart, crossSize: crossSize)
      crossStart += crossSize + container.crossGap + spacing.between
    }
  }
}
