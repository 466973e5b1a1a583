/// Limits of a height that ask the content: CSS Sizing Level 3 §5. Known once the width is.
extension LayoutPass {
  func needsHeightLimits(_ index: Int) -> Bool {
    let node = items[index].node
    return node.marks.contains(.hasKeywords) && node.style.limitsHeightByContent
  }

  /// Limits an item's height by that of its content, now that the width is known.
  mutating func limitHeightByContent(_ index: Int, _ container: FlexContainer) {
    limitHeightByContent(
      index, container, height: container.isRow ? definiteHeight(index, container) : .nan)
  }

  /// Limits the heights of items that stretch to a line by how far their contents reach in that.
  mutating func limitStretched(
    _ line: Range<Int>, _ container: FlexContainer, crossSize: Double
  ) {
    for index in line where needsHeightLimits(index) && items[index].stretches {
      let item = items[index]
      let limits = SizeLimits(
        item.node.style, width: .nan, height: container.percentHeight, sides: item.sides)
      let height = crossSize - item.crossMargins
      limitHeightByContent(
        index, container, height: height.clamped(min: limits.minHeight, max: limits.maxHeight))
    }
  }

  /// - Parameter height: NaN if it is the content's.
  private mutating func limitHeightByContent(
    _ index: Int, _ container: FlexContainer, height: Double
  ) {
    let item = items[index]
    let width = container.isRow ? item.main : item.cross
    let content: Double
    if item.node.style.ratio > 0, container.isRow || !definiteCross(item, container).isNaN {
      content = item.node.style.ratioHeight(width: width, sides: item.sides)
    } else {
      content = keywordHeight(
        of: item.node, width: width,
        height: height,
        content: measuredHeight(of: item.node, width: width, in: container),
        parentWidth: container.innerWidth)
    }
    if item.node.style.minHeight.asksContent {
      if container.isRow {
        items[index].minCross = max(item.minCross, content)
      } else {
        items[index].minMain = max(item.minMain, content)
      }
    }
    if item.node.style.maxHeight.asksContent {
      if container.isRow {
        items[index].maxCross = content
      } else {
        items[index].maxMain = content
      }
    }
  }

  /// Limits the height of a box that stands in no line by that of its content, where its style says
  /// so.
  /// - Parameter height: Of the border box, NaN if it is the content's.
  mutating func limitHeightByContent(
    of node: LayoutNode, width: Double, height: Double, _ limits: inout SizeLimits,
    parentWidth: Double
  ) {
    guard node.style.limitsHeightByContent else { return }
    let content = keywordHeight(
      of: node, width: width, height: height,
      content: measuredHeight(of: node, width: width, parentWidth: parentWidth),
      parentWidth: parentWidth)
    limits.limitHeight(by: content, node.style)
  }

  /// The border box's height that a keyword stands for in a limit.
  ///
  /// As in browsers, a box whose height is definite is asked how far its content reaches in it: what
  /// stretches reaches as far as the box.
  /// - Parameters:
  ///   - height: of the border box, NaN if it is the content's.
  ///   - content: the height that the content takes at that width, as a border box's.
  mutating func keywordHeight(
    of node: LayoutNode, width: Double, height: Double, content: Double, parentWidth: Double
  ) -> Double {
    let isOfLines = node.style.wrap != .noWrap && node.style.direction.isRow
    guard !height.isNaN, !isOfLines, node.style.display != .constraints else { return content }
    // What its container remembers is not all that it tells.
    node.marks.insert(.hasManyHeights)
    if node.children.isEmpty {
      return node.measure != nil && node.style.alignItems == .stretch ? height : content
    }
    let sides = node.sidesSize(parentWidth: parentWidth)
    let container = FlexContainer(
      node, innerWidth: (width - sides.width).asSize,
      innerHeight: (height - sides.height).asSize, heightIsDefinite: true)
    return sides.height + deeper { pass in pass.reach(in: container) }.asSize
  }

  /// How far the items of a container reach down in it: a row on one line, or a column.
  private mutating func reach(in container: FlexContainer) -> Double {
    let base = items.count
    defer { items.removeLast(items.count - base) }
    collectItems(container)
    let line = base..<items.count
    if container.wraps { return longestLine(of: line, container, room: container.innerHeight) }
    resolveFlexibleLengths(line, container)
    guard container.isRow else {
      let gaps = container.mainGap * Double(max(0, line.count - 1))
      return line.reduce(gaps) { $0 + items[$1].main + items[$1].mainMargins }
    }
    resolveCrossSizes(line, container, findsBaselines: false)
    return line.reduce(0) { max($0, outerHeight($1, in: container)) }
  }

  @inline(never)
  private func outerHeight(_ index: Int, in container: FlexContainer) -> Double {
    let item = items[index]
    let room = container.innerHeight - item.crossMargins
    return (item.stretches ? item.clampedCross(room) : item.cross) + item.crossMargins
  }
}

extension SizeLimits {
  /// Takes the height of the content for those limits that ask for it.
  mutating func limitHeight(by content: Double, _ style: LayoutStyle) {
    if style.minHeight.asksContent { minHeight = max(minHeight, content) }
    if style.maxHeight.asksContent { maxHeight = content }
  }
}

extension LayoutStyle {
  /// Whether a limit of the height is a size of the content.
  var limitsHeightByContent: Bool { minHeight.asksContent || maxHeight.asksContent }
}
