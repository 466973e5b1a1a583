extension LayoutPass {
  /// The border box's height that its content takes at a width, before minimum and maximum.
  mutating func measuredHeight(of node: Box, width: Double, parentWidth: Double) -> Double {
    let sides = node.sidesSize(parentWidth: parentWidth)
    return sides.height + contentHeight(of: node, innerWidth: (width - sides.width).asSize)
  }

  /// The content box's height at its width.
  mutating func contentHeight(of node: Box, innerWidth: Double) -> Double {
    let cached = node.pointee.sizes.height(at: innerWidth)
    if !cached.isNaN { return Double(cached) }
    let question = SIMD4(innerWidth, 0, 0, 0)
    if let known = arena.recall(.height, of: node, question) { return known }
    counters.visits += 1
    let content =
      node.isLeaf
      ? measure(node, .definite(innerWidth.snapped), .maxContent).height.asSize
      : deeper { pass in pass.childrenHeight(of: node, innerWidth: innerWidth) }
    let height = Float(roundedUp: content)
    let (width, last) = (node.pointee.sizes.widths.1, node.pointee.sizes.heights.1)
    if !width.isNaN { arena.remember(.height, of: node, SIMD4(width, 0, 0, 0), Double(last)) }
    node.pointee.sizes.setHeight(height, at: innerWidth)
    return Double(height)
  }

  private mutating func childrenHeight(of node: Box, innerWidth: Double) -> Double {
    if node.style.display == .constraints {
      return constrainedContentHeight(of: node, innerWidth: innerWidth)
    }
    let container = FlexContainer(node, innerWidth: innerWidth)
    let mark = items.mark
    defer { items.release(to: mark) }
    let line = collectItems(container)
    if !container.isRow { return columnHeight(line, container).asSize }
    var height = 0.0
    line.forEachLine(container) { line, isFirst in
      resolveFlexibleLengths(line, container)
      resolveCrossSizes(line, container)
      height += (isFirst ? 0 : container.crossGap) + line.crossSize
    }
    return height.asSize
  }

  /// The length of a column's items; if it wraps at a height of its style, that of its longest line.
  private func columnHeight(_ line: Line, _ container: FlexContainer) -> Double {
    let style = container.node.style
    guard container.wraps, style.height.isCells || style.maxHeight.isCells else {
      return line.hypotheticalLength(container)
    }
    let sides = container.node.sidesSize(parentWidth: container.innerWidth)
    let limits = container.node.limits(width: .nan, height: .nan, sides: sides)
    let height = limits.height.isNaN ? limits.maxHeight : min(limits.height, limits.maxHeight)
    return line.longestLine(
      container, room: (max(limits.minHeight, height) - sides.height).asSize)
  }

  // MARK: Limits that ask the content: CSS Sizing Level 3 §5. Known once the width is.

  /// Limits an item's height by that of its content, now that the width is known.
  mutating func limitHeightByContent(_ item: inout FlexItem, _ container: FlexContainer) {
    limitHeightByContent(
      &item, container, height: container.isRow ? item.knownHeight(container) : .nan)
  }

  /// Limits the heights of items that stretch to a line by how far their contents reach in that.
  mutating func limitStretched(_ line: Line, _ container: FlexContainer, crossSize: Double) {
    for item in line where item.pointee.needsHeightLimits && item.pointee.stretches {
      let limits = item.pointee.node.limits(
        width: .nan, height: container.percentHeight, sides: item.pointee.sides)
      let height = crossSize - item.pointee.crossMargins
      limitHeightByContent(
        &item.pointee, container,
        height: height.clamped(min: limits.minHeight, max: limits.maxHeight))
    }
  }

  /// - Parameter height: NaN if it is the content's.
  private mutating func limitHeightByContent(
    _ item: inout FlexItem, _ container: FlexContainer, height: Double
  ) {
    let node = item.node
    let width = container.isRow ? item.main : item.cross
    let content: Double
    if node.style.ratio > 0, container.isRow || !item.definiteCross(container).isNaN {
      content = node.style.ratioHeight(width: width, sides: item.sides)
    } else {
      content = keywordHeight(
        of: node, width: width, height: height,
        content: measuredHeight(of: node, width: width, parentWidth: container.innerWidth),
        parentWidth: container.innerWidth)
    }
    if node.style.minHeight.asksContent {
      if container.isRow {
        item.minCross = max(item.minCross, content)
      } else {
        item.minMain = max(item.minMain, content)
      }
    }
    if node.style.maxHeight.asksContent {
      if container.isRow { item.maxCross = content } else { item.maxMain = content }
    }
  }

  /// Limits the height of a box that stands in no line by that of its content, where its style says
  /// so.
  /// - Parameter height: of the border box, NaN if it is the content's.
  mutating func limitHeightByContent(
    of node: Box, width: Double, height: Double, _ limits: inout SizeLimits, parentWidth: Double
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
    of node: Box, width: Double, height: Double, content: Double, parentWidth: Double
  ) -> Double {
    let isOfLines = node.style.wrap != .noWrap && node.style.direction.isRow
    guard !height.isNaN, !isOfLines, node.style.display != .constraints else { return content }
    node.marks.insert(.tellsMore)
    if node.isLeaf {
      return node.pointee.measure != nil && node.style.alignItems == .stretch ? height : content
    }
    let sides = node.sidesSize(parentWidth: parentWidth)
    let container = FlexContainer(
      node, innerWidth: (width - sides.width).asSize,
      innerHeight: (height - sides.height).asSize, heightIsDefinite: true)
    return sides.height + deeper { pass in pass.reach(in: container) }.asSize
  }

  /// How far the items of a container reach down in it: a row on one line, or a column.
  private mutating func reach(in container: FlexContainer) -> Double {
    let mark = items.mark
    defer { items.release(to: mark) }
    let line = collectItems(container)
    if container.wraps { return line.longestLine(container, room: container.innerHeight) }
    resolveFlexibleLengths(line, container)
    guard container.isRow else {
      let gaps = container.mainGap * Double(max(0, line.count - 1))
      return line.reduce(gaps) { $0 + $1.pointee.main + $1.pointee.mainMargins }
    }
    resolveCrossSizes(line, container, findsBaselines: false)
    return line.reduce(0) { reach, item in
      let room = container.innerHeight - item.pointee.crossMargins
      let height = item.pointee.stretches ? item.pointee.clampedCross(room) : item.pointee.cross
      return max(reach, height + item.pointee.crossMargins)
    }
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

extension FlexItem {
  /// Whether its height has limits that ask the content.
  var needsHeightLimits: Bool {
    node.rules.pointee.hasKeywords && node.style.limitsHeightByContent
  }
}
