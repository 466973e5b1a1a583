/// CSS Flexbox §9.2, "Line length determination", and §9.3, lines.
extension LayoutPass {
  /// Pushes an item for each child in the flow, with its base size.
  mutating func collectItems(_ container: FlexContainer) {
    for child in container.node.children where child.isInFlow {
      push(child, container)
      let index = items.count - 1
      // Widths never wait for heights, so a column's items have theirs first.
      if !container.isRow { setColumnItemWidth(index, container) }
      setBaseSize(index, container)
    }
  }

  private mutating func setColumnItemWidth(_ index: Int, _ container: FlexContainer) {
    var width = knownCross(index, container)
    if width.isNaN {
      let query = query(index)
      width = fitContentWidth(
        of: query.node, sides: query.sidesWidth,
        room: container.innerWidth - query.crossMargins)
    }
    setCross(index, width)
  }

  private mutating func setBaseSize(_ index: Int, _ container: FlexContainer) {
    if !setGivenBase(index, container) {
      items[index].base = contentLength(index, .maxContent, container)
    }
    if owesMinimumNow(index, container) { raiseMinimum(index, container) }
  }

  /// The size on the main axis that the content asks for; its height depends only on its width.
  private mutating func contentLength(
    _ index: Int, _ kind: ContentWidth, _ container: FlexContainer
  ) -> Double {
    let query = query(index)
    return container.isRow
      ? query.sidesWidth + contentWidth(of: query.node, kind)
      : measuredHeight(of: query.node, width: query.cross, parentWidth: container.innerWidth)
  }

  /// Applies CSS Flexbox §4.5: the smallest content, or the style's size if that is smaller.
  mutating func raiseMinimum(_ index: Int, _ container: FlexContainer) {
    let content = contentLength(index, .minContent, container)
    items[index].raiseMinimum(content: content)
  }

  /// The length of a line on which nothing grows or shrinks, with margins and gaps.
  func hypotheticalLength(_ line: Range<Int>, _ container: FlexContainer) -> Double {
    var length = container.mainGap * Double(max(0, line.count - 1))
    for index in line { length += items[index].hypothetical + items[index].mainMargins }
    return length
  }

  /// As many items as fit; at least one.
  func nextLine(from start: Int, to end: Int, _ container: FlexContainer) -> Range<Int> {
    let room = container.innerMain
    guard container.wraps, !room.isNaN else { return start..<end }
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
    let crossMargins: Double
    let main: Double
    let cross: Double
  }

  @inline(never)
  func query(_ index: Int) -> Query {
    let item = items[index]
    return Query(
      node: item.node, sidesWidth: item.sides.width, crossMargins: item.crossMargins,
      main: item.main, cross: item.cross)
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

  /// - Returns: whether the style gives a base size.
  @inline(never)
  private mutating func setGivenBase(_ index: Int, _ container: FlexContainer) -> Bool {
    let item = items[index]
    let base = item.givenBase(container)
    if base.isNaN { return false }
    items[index].base = max(base, container.isRow ? item.sides.width : item.sides.height)
    return true
  }

  /// Whether the automatic minimum can be above the base size.
  ///
  /// As the smaller of width and content, it is no more than a base that is the width; as a row's
  /// narrowest content, no more than the widest. Then it waits until the item has to shrink.
  @inline(never)
  private mutating func owesMinimumNow(_ index: Int, _ container: FlexContainer) -> Bool {
    let item = items[index]
    guard item.hasAutomaticMinimum else { return false }
    let isBelowBase =
      item.node.style.basis.isAuto || (container.isRow && item.givenBase(container).isNaN)
    items[index].owesMinimum = isBelowBase
    return !isBelowBase
  }
}
