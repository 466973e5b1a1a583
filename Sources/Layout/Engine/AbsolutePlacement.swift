/// Children out of the flow: CSS Flexbox §4.1 and CSS Positioned Layout.
extension LayoutPass {
  /// Places a child in the padding box of its parent, or, on an axis without insets, where it would
  /// stand as the only child. Where the parent does not contain it, that waits.
  mutating func placeAbsolute(
    _ child: LayoutNode, in container: FlexContainer, _ parentSides: ResolvedEdges
  ) {
    let node = container.node
    let box = WaitingBox(node: child, container: container, sides: parentSides)
    if node.containsAbsolute {
      place(box, in: node, x: 0, y: 0)
      return
    }
    waiting.append(box)
    var passed: LayoutNode? = child.parentReference
    while let current = passed, !current.containsAbsolute {
      current.marks.insert(.isPassedThrough)
      passed = current.parentReference
    }
  }

  /// Places what waits, now that all that is in the flow has its place.
  /// - Returns: whether there was anything.
  mutating func placeWaiting() -> Bool {
    guard !waiting.isEmpty else { return false }
    // What is placed can bring more. Of two entries for a box, from a measure and from the placement,
    // the later one is right, and comes later.
    var next = 0
    while next < waiting.count {
      let box = waiting[next]
      next += 1
      var x = 0.0
      var y = 0.0
      let block = box.container.node.containingBlock
      var ancestor = box.container.node
      while ancestor !== block, let parent = ancestor.parentReference {
        x += ancestor.x
        y += ancestor.y
        ancestor = parent
      }
      place(box, in: block, x: x, y: y)
      noteStale(box.node, in: block.top)
    }
    waiting = []
    return true
  }

  /// - Parameters:
  ///   - x: from the block's border box to the parent's.
  ///   - y: likewise.
  private mutating func place(_ waiting: WaitingBox, in block: LayoutNode, x: Double, y: Double) {
    let box = absoluteBox(waiting, in: block, x: x, y: y)
    setPosition(waiting.node, x: box.x - x, y: box.y - y)
    place(
      waiting.node, width: box.width, height: box.height, heightIsDefinite: box.heightIsDefinite,
      parentWidth: box.parentWidth)
  }

  @inline(never)
  private mutating func absoluteBox(
    _ waiting: WaitingBox, in block: LayoutNode, x: Double, y: Double
  ) -> AbsoluteBox {
    let border = block.style.borderEdges(rtl: block.isRightToLeft)
    let room = LayoutSize(
      width: (block.width - border.horizontal).asSize,
      height: (block.height - border.vertical).asSize)
    let (across, down) = axes(
      of: waiting, in: room, blockIsRTL: block.isRightToLeft,
      isScrolled: block.style.overflow == .scroll,
      x: x + waiting.sides.left - border.left, y: y + waiting.sides.top - border.top)
    let sides = waiting.node.sidesSize(parentWidth: room.width)
    var limits = SizeLimits(
      waiting.node.style, width: room.width, height: room.height, sides: sides)
    let width = absoluteWidth(of: waiting.node, across, down, &limits, sides: sides)
    let (height, isDefinite) = absoluteHeight(
      of: waiting.node, width: width, across, down, limits, sides: sides, parentWidth: room.width)
    return AbsoluteBox(
      x: border.left + across.offset(size: width), y: border.top + down.offset(size: height),
      width: width, height: height, heightIsDefinite: isDefinite, parentWidth: room.width)
  }

  /// - Parameters:
  ///   - x: from the block's padding box to the parent's content.
  ///   - y: likewise.
  private func axes(
    of waiting: WaitingBox, in room: LayoutSize, blockIsRTL: Bool, isScrolled: Bool, x: Double,
    y: Double
  ) -> (across: AbsoluteAxis, down: AbsoluteAxis) {
    let container = waiting.container
    let style = waiting.node.style
    let rtl = waiting.node.isRightToLeft
    let margin = style.margin.resolvedMargins(room.width, rtl: rtl)
    var alignment = container.alignment(of: waiting.node)
    // There is no other baseline: it starts, whichever way lines are stacked.
    if alignment == .baseline {
      alignment = container.node.style.wrap == .wrapReverse ? .flexEnd : .flexStart
    }
    let main = StaticAlign(container.justify, isReversed: container.isReversed)
    let cross = StaticAlign(alignment, isReversed: container.isCrossReversed)
    let across = AbsoluteAxis(
      isDown: false, room: room.width, isScrolled: isScrolled,
      before: style.inset.leftSide(rtl: rtl).resolved(room.width),
      after: style.inset.rightSide(rtl: rtl).resolved(room.width),
      marginBefore: margin.left, marginAfter: margin.right,
      isAutoBefore: style.margin.leftSide(rtl: rtl).isAuto,
      isAutoAfter: style.margin.rightSide(rtl: rtl).isAuto, startsAfter: blockIsRTL,
      alignment: nil, contentStart: x, content: container.innerWidth,
      align: container.isRow ? main : cross)
    let down = AbsoluteAxis(
      isDown: true, room: room.height, isScrolled: isScrolled,
      before: style.inset.top.resolved(room.height),
      after: style.inset.bottom.resolved(room.height),
      marginBefore: margin.top, marginAfter: margin.bottom,
      isAutoBefore: style.margin.top.isAuto, isAutoAfter: style.margin.bottom.isAuto,
      startsAfter: false, alignment: style.alignSelf, contentStart: y,
      content: container.innerHeight, align: container.isRow ? cross : main)
    return (across, down)
  }

  /// - Parameter limits: Gets numbers in place of keywords.
  private mutating func absoluteWidth(
    of child: LayoutNode, _ across: AbsoluteAxis, _ down: AbsoluteAxis, _ limits: inout SizeLimits,
    sides: LayoutSize
  ) -> Double {
    let style = child.style
    noteHeight(limits.height.isNaN ? down.stretchedSize : limits.height, of: child)
    if style.hasKeywords {
      let room = Room(width: across.availableSize, height: down.availableSize, sides: sides)
      resolveKeywords(&limits, of: child, room: room)
    }
    let known = ratioHeight(of: child, across, down, limits)
    var width = limits.width
    if width.isNaN, !known.isNaN {
      let height = known.clamped(min: limits.minHeight, max: limits.maxHeight)
      width = ratioWidth(of: child, height: height, sides: sides)
    }
    if width.isNaN, !style.width.asksContent { width = across.stretchedSize }
    if width.isNaN {
      noteHeight(limits.height.isNaN ? down.stretchedSize : limits.height, of: child)
      width = fitContentWidth(of: child, sides: sides.width, room: across.availableSize)
      if style.ratio > 0 { width = style.widthWithinRatio(width, limits, sides: sides) }
    }
    return width.clamped(min: limits.minWidth, max: limits.maxWidth).asSize
  }

  private mutating func absoluteHeight(
    of child: LayoutNode, width: Double, _ across: AbsoluteAxis, _ down: AbsoluteAxis,
    _ limits: SizeLimits, sides: LayoutSize, parentWidth: Double
  ) -> (height: Double, isDefinite: Bool) {
    let style = child.style
    var limits = limits
    var height = limits.height
    if height.isNaN {
      height = ratioHeight(of: child, across, down, limits)
      // A width that is limited limits the height.
      if !height.isNaN, width < style.ratioWidth(height: height, sides: sides) { height = .nan }
    }
    if height.isNaN, style.ratio > 0 {
      height = ratioHeight(
        of: child, width: width, &limits, sides: sides, parentWidth: parentWidth)
    }
    if height.isNaN, !style.height.asksContent { height = down.stretchedSize }
    let isDefinite = !height.isNaN
    if !isDefinite { height = measuredHeight(of: child, width: width, parentWidth: parentWidth) }
    limitHeightByContent(
      of: child, width: width, height: isDefinite ? height : .nan, &limits,
      parentWidth: parentWidth)
    return (height.clamped(min: limits.minHeight, max: limits.maxHeight).asSize, isDefinite)
  }

  /// The height that a ratio makes a width of, NaN if it goes the other way or not at all: the one
  /// that is given, or that between two insets where nothing says how wide the box is.
  private func ratioHeight(
    of child: LayoutNode, _ across: AbsoluteAxis, _ down: AbsoluteAxis, _ limits: SizeLimits
  ) -> Double {
    guard child.style.ratio > 0 else { return .nan }
    if !limits.height.isNaN { return limits.height }
    let isOpen =
      !child.style.height.asksContent && limits.width.isNaN && across.stretchedSize.isNaN
    return isOpen ? down.stretchedSize : .nan
  }
}

/// An absolute box, and where it would stand as the only child of its parent.
struct WaitingBox {
  let node: LayoutNode
  let container: FlexContainer
  /// The parent's padding and border.
  let sides: ResolvedEdges
}

private struct AbsoluteBox {
  let x: Double
  let y: Double
  let width: Double
  let height: Double
  let heightIsDefinite: Bool
  let parentWidth: Double
}
