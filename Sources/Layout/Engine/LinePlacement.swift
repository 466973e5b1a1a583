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

    let (spacing, growth) = lineSpacing(
      container, free: container.innerCross - used, count: lines.count)
    var crossStart = spacing.before
    for line in lines {
      let crossSize = line.crossSize + growth
      if !container.isRow { fitToLine(line.items, crossSize: crossSize) }
      placeLine(
        line.items, container, sides, crossStart: crossStart, crossSize: crossSize)
      crossStart += crossSize + container.crossGap + spacing.between
    }
    // The line to be read first, which is the one that was made last where they are stacked upwards.
    let isReversed = container.node.style.wrap == .wrapReverse
    if let first = isReversed ? lines.last : lines.first { noteBaseline(first.items, container) }
  }

  /// In a column, what would share a baseline, or has an automatic margin, fits its content once more,
  /// into the line: browsers do so.
  private mutating func fitToLine(_ line: Range<Int>, crossSize: Double) {
    for index in line where items[index].fitsItsLine {
      let query = query(index)
      let width = fitContentWidth(
        of: query.node, sides: query.sidesWidth, room: crossSize - query.crossMargins)
      setCross(index, width)
    }
  }

  private func lineSpacing(
    _ container: FlexContainer, free: Double, count: Int
  ) -> (Spacing, growth: Double) {
    let justify: JustifyContent
    switch container.lineAlignment {
    case .stretch: return (.none, max(0, free) / Double(max(1, count)))
    case .flexStart, .start, .baseline: return (.none, 0)
    case .flexEnd, .end: justify = .flexEnd
    case .center: justify = .center
    case .spaceBetween: justify = .spaceBetween
    case .spaceAround: justify = .spaceAround
    case .spaceEvenly: justify = .spaceEvenly
    }
    let isReversed = container.node.style.wrap == .wrapReverse
    return (Spacing(justify, free: free, count: count, isReversed: isReversed), 0)
  }
}
