/// CSS Flexbox §9.2, "Line length determination", and §9.3, lines.
extension LayoutPass {
  /// Pushes an item for each child in the flow, with its base size.
  mutating func collectItems(_ container: FlexContainer) {
    for child in container.boxes where child.isInFlow {
      push(child, container)
      let index = items.count - 1
      if child.asksForHeight { noteHeight(index, container) }
      if child.marks.contains(.hasKeywords) { resolveKeywords(index, container) }
      // Widths never wait for heights, so a column's items have theirs first.
      if !container.isRow { setColumnItemWidth(index, container) }
      setBaseSize(index, container)
    }
  }

  private mutating func setColumnItemWidth(_ index: Int, _ container: FlexContainer) {
    var width = knownCross(index, container)
    if width.isNaN { width = ratioWidth(index, container) }
    if width.isNaN {
      let query = query(index)
      if query.node.asksForHeight { noteHeight(index, container) }
      width = fitContentWidth(
        of: query.node, sides: query.sidesWidth,
        room: container.innerWidth - query.crossMargins)
      width = widthWithinRatio(index, width)
    }
    setCross(index, width)
    if needsHeightLimits(index) { limitHeightByContent(index, container) }
  }

  private mutating func setBaseSize(_ index: Int, _ container: FlexContainer) {
    if !setGivenBase(index, container) {
      setContentBase(index, container)
    }
    if owesMinimumNow(index, container) { raiseMinimum(index, container) }
  }

  /// Before a question for its content's width.
  private mutating func noteHeight(_ index: Int, _ container: FlexContainer) {
    let item = items[index]
    noteHeight(
      container.isRow ? definiteHeight(index, container) : item.styleMain, of: item.node)
  }

  /// The size on the main axis that the content asks for; its height depends only on its width.
  mutating func contentLength(
    _ index: Int, _ kind: ContentWidth, _ container: FlexContainer
  ) -> Double {
    let query = query(index)
    return container.isRow
      ? query.sidesWidth + contentWidth(of: query.node, kind)
      : measuredHeight(of: query.node, width: query.cross, in: container)
  }

  private mutating func setContentBase(_ index: Int, _ container: FlexContainer) {
    let basis = items[index].node.style.basis
    if items[index].node.asksForHeight { noteHeight(index, container) }
    if container.isRow, basis.asksContent {
      items[index].base = basisWidth(index, basis, container)
    } else {
      let content = contentLength(index, .maxContent, container)
      items[index].base = contentWithinRatio(index, content, container)
    }
  }

  /// The flex basis of an item in a row that is a keyword.
  private mutating func basisWidth(
    _ index: Int, _ basis: Length, _ container: FlexContainer
  ) -> Double {
    let query = query(index)
    return keywordWidth(
      basis, of: query.node, sides: query.sidesWidth,
      room: container.innerWidth - query.mainMargins)
  }

  /// Applies CSS Flexbox §4.5: the smallest content, or the style's size if that is smaller.
  mutating func raiseMinimum(_ index: Int, _ container: FlexContainer) {
    let content = contentLength(index, .minContent, container)
    let limited = contentWithinRatio(index, content, container)
    items[index].raiseMinimum(content: limited)
  }

  /// The length of a line on which nothing grows or shrinks, with margins and gaps.
  func hypotheticalLength(_ line: Range<Int>, _ container: FlexContainer) -> Double {
    var length = container.mainGap * Double(max(0, line.count - 1))
    for index in line { length += items[index].hypothetical + items[index].mainMargins }
    return length
  }

  /// As many items as fit; at least one.
  func nextLine(from start: Int, to end: Int, _ container: FlexContainer) -> Range<Int> {
    guard container.wraps, !container.innerMain.isNaN, !container.isFitted else {
      return start..<end
    }
    return nextLine(from: start, to: end, container, room: container.innerMain)
  }

  func nextLine(
    from start: Int, to end: Int, _ container: FlexContainer, room: Double
  ) -> Range<Int> {
    var length = -container.mainGap
    var index = start
    while index < end {
      length += container.mainGap + items[index].hypothetical + items[index].mainMargins
      if length > room + LayoutPass.noise, index > start { break }
      index += 1
    }
    return start..<index
  }

  /// Differences below this come from the order of sums.
  static var noise: Double { 1e-7 }
}

/// What handles whole items. Recursion passes by here and not through: an item is hundreds of
/// bytes, and a copy of one in the stack frame of each level would forbid deep trees.
extension LayoutPass {
  @inline(never)
  private mutating func push(_ child: LayoutNode, _ container: FlexContainer) {
    items.append(FlexItem(child, in: container))
  }

  struct Query {
    let node: LayoutNode
    let sidesWidth: Double
    let mainMargins: Double
    let crossMargins: Double
    let main: Double
    let cross: Double
  }

  @inline(never)
  func query(_ index: Int) -> Query {
    let item = items[index]
    return Query(
      node: item.node, sidesWidth: item.sides.width, mainMargins: item.mainMargins,
      crossMargins: item.crossMargins, main: item.main, cross: item.cross)
  }

  /// The cross size where content has no say in it, else NaN.
  @inline(never)
  func knownCross(_ index: Int, _ container: FlexContainer) -> Double {
    let item = items[index]
    if !item.styleCross.isNaN { return item.styleCross }
    return item.stretches && !container.wraps ? container.innerCross - item.crossMargins : .nan
  }

  @inline(never)
  mutating func setCross(_ index: Int, _ size: Double) {
    items[index].cross = items[index].clampedCross(size)
  }

  /// - Returns: whether the style, or the aspect ratio, gives a base size.
  @inline(never)
  private mutating func setGivenBase(_ index: Int, _ container: FlexContainer) -> Bool {
    let item = items[index]
    var base = givenBase(item, container)
    items[index].hasGivenBase = !base.isNaN
    if base.isNaN { base = ratioBase(item, container) }
    if base.isNaN { return false }
    items[index].base = max(base, container.isRow ? item.sides.width : item.sides.height)
    return true
  }

  /// The base size that the style gives, NaN if it is the content's.
  private func givenBase(_ item: FlexItem, _ container: FlexContainer) -> Double {
    let basis = item.node.style.basis
    if basis.isAuto { return item.styleMain }
    if basis == .stretch, container.isRow, !container.innerWidth.isNaN {
      return max(0, container.innerWidth - item.mainMargins)
    }
    let base = basis.resolvedSize(
      container.isRow ? container.innerWidth : container.percentHeight, or: .nan)
    if !base.isNaN {
      guard item.node.style.boxSizing == .contentBox else { return base }
      return base + (container.isRow ? item.sides.width : item.sides.height)
    }
    return .nan
  }

  /// Whether the automatic minimum can be above the base size.
  ///
  /// As the smaller of width and content, it is no more than a base that is the width; as a row's
  /// narrowest content, no more than the widest. Then it waits until the item has to shrink.
  @inline(never)
  private mutating func owesMinimumNow(_ index: Int, _ container: FlexContainer) -> Bool {
    let item = items[index]
    guard item.hasAutomaticMinimum else { return false }
    let basis = item.node.style.basis
    let isBelowBase =
      item.node.style.ratio == 0
      && (basis.isAuto
        || (container.isRow && givenBase(item, container).isNaN
          && (basis.isPercent || basis == .content || basis == .maxContent)))
    items[index].owesMinimum = isBelowBase
    return !isBelowBase
  }
}
