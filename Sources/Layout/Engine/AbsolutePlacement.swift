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
    let child = waiting.node
    let container = waiting.container
    let style = child.style
    let rtl = child.isRightToLeft
    let blockIsRTL = block.isRightToLeft
    let border = block.style.borderEdges(rtl: blockIsRTL)
    let roomWidth = (block.width - border.horizontal).asSize
    let roomHeight = (block.height - border.vertical).asSize
    let margin = style.margin.resolvedMargins(roomWidth, rtl: rtl)
    let sides = child.sidesSize(parentWidth: roomWidth)
    let insetLeft = style.inset.leftSide(rtl: rtl)
    let insetRight = style.inset.rightSide(rtl: rtl)

    var alignment = container.alignment(of: child)
    // There is no other baseline: it starts, whichever way lines are stacked.
    if alignment == .baseline {
      alignment = container.node.style.wrap == .wrapReverse ? .flexEnd : .flexStart
    }
    let mainAlign = StaticAlign(container.justify, isReversed: container.isReversed)
    let crossAlign = StaticAlign(alignment, isReversed: container.isCrossReversed)
    let across = AbsoluteAxis(
      room: roomWidth, before: insetLeft.resolved(roomWidth), after: insetRight.resolved(roomWidth),
      marginBefore: margin.left, marginAfter: margin.right,
      isAutoBefore: style.margin.leftSide(rtl: rtl).isAuto,
      isAutoAfter: style.margin.rightSide(rtl: rtl).isAuto, startsAfter: blockIsRTL,
      alignment: nil, contentStart: x + waiting.sides.left - border.left,
      content: container.innerWidth, align: container.isRow ? mainAlign : crossAlign)
    let down = AbsoluteAxis(
      room: roomHeight, before: style.inset.top.resolved(roomHeight),
      after: style.inset.bottom.resolved(roomHeight),
      marginBefore: margin.top, marginAfter: margin.bottom,
      isAutoBefore: style.margin.top.isAuto, isAutoAfter: style.margin.bottom.isAuto,
      startsAfter: false, alignment: style.alignSelf,
      contentStart: y + waiting.sides.top - border.top, content: container.innerHeight,
      align: container.isRow ? crossAlign : mainAlign)

    var limits = SizeLimits(style, width: roomWidth, height: roomHeight, sides: sides)
    if child.isWrappingColumn {
      noteHeight(limits.height.isNaN ? down.stretchedSize : limits.height, of: child)
    }
    if style.hasKeywords {
      let room = Room(width: across.availableSize, height: down.availableSize, sides: sides)
      resolveKeywords(&limits, of: child, room: room)
    }
    let hasRatio = style.ratio > 0
    let knownHeight =
      hasRatio && limits.height.isNaN && !style.height.asksContent && limits.width.isNaN
        && across.stretchedSize.isNaN ? down.stretchedSize : limits.height
    var width = limits.width
    if width.isNaN, hasRatio, !knownHeight.isNaN {
      let height = knownHeight.clamped(min: limits.minHeight, max: limits.maxHeight)
      width = ratioWidth(of: child, height: height, sides: sides)
    }
    if width.isNaN, !style.width.asksContent { width = across.stretchedSize }
    if width.isNaN {
      noteHeight(limits.height.isNaN ? down.stretchedSize : limits.height, of: child)
      width = fitContentWidth(of: child, sides: sides.width, room: across.availableSize)
      if hasRatio { width = style.widthWithinRatio(width, limits, sides: sides) }
    }
    width = width.clamped(min: limits.minWidth, max: limits.maxWidth).asSize

    var height = knownHeight
    if height.isNaN, hasRatio {
      height = style.ratioHeight(width: width, sides: sides)
    }
    if height.isNaN, !style.height.asksContent { height = down.stretchedSize }
    let heightIsDefinite = !height.isNaN
    if !heightIsDefinite || style.minHeight.asksContent || style.maxHeight.asksContent {
      let content = measuredHeight(of: child, width: width, parentWidth: roomWidth)
      if !heightIsDefinite { height = content }
      if style.minHeight.asksContent { limits.minHeight = max(limits.minHeight, content) }
      if style.maxHeight.asksContent { limits.maxHeight = content }
    }
    height = height.clamped(min: limits.minHeight, max: limits.maxHeight).asSize

    return AbsoluteBox(
      x: border.left + across.offset(size: width), y: border.top + down.offset(size: height),
      width: width, height: height, heightIsDefinite: heightIsDefinite, parentWidth: roomWidth)
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

/// Where a box without insets goes on one axis, by the sides of the screen.
private enum StaticAlign {
  case before, center, after

  init(_ justify: JustifyContent, isReversed: Bool) {
    switch justify {
    case .flexEnd, .end, .right: self = isReversed ? .before : .after
    case .center, .spaceAround, .spaceEvenly: self = .center
    case .flexStart, .start, .left, .spaceBetween: self = isReversed ? .after : .before
    }
  }

  init(_ align: AlignItems, isReversed: Bool) {
    switch align {
    case .flexEnd, .end: self = isReversed ? .before : .after
    case .center: self = .center
    case .flexStart, .start, .stretch, .baseline: self = isReversed ? .after : .before
    }
  }
}

/// One axis of an absolute box, from the block's padding edge.
private struct AbsoluteAxis {
  let room: Double
  /// The insets, NaN if automatic.
  let before: Double
  let after: Double
  let marginBefore: Double
  let marginAfter: Double
  let isAutoBefore: Bool
  let isAutoAfter: Bool
  /// Lines begin at the far side: it wins where both insets and the size are given.
  let startsAfter: Bool
  /// `align-self`, which counts between two insets; nil: it says nothing.
  let alignment: AlignItems?
  /// Where it would stand as the parent's only child: the parent's content, and the place in it.
  let contentStart: Double
  let content: Double
  let align: StaticAlign

  private var margins: Double { marginBefore + marginAfter }

  /// What two insets leave of the block.
  private var between: Double { max(0, room - before - after) }

  /// The space for the border box.
  var availableSize: Double {
    switch (before.isNaN, after.isNaN) {
    case (false, false): return between - margins
    case (false, true): return room - before - margins
    case (true, false): return room - after - margins
    case (true, true): break
    }
    // From where it would stand to the end of the block.
    switch align {
    case .before: return room - contentStart - margins
    case .after: return contentStart + content - margins
    case .center:
      let center = contentStart + content / 2
      return 2 * min(center, room - center) - margins
    }
  }

  /// The size between two insets; NaN unless both are given, and nothing else is said.
  var stretchedSize: Double {
    guard !before.isNaN, !after.isNaN, alignment == nil || alignment == .stretch else {
      return .nan
    }
    return max(0, between - margins)
  }

  func offset(size: Double) -> Double {
    switch (before.isNaN, after.isNaN) {
    case (false, false): return offsetBetween(size: size)
    case (false, true): return before + marginBefore
    case (true, false): return room - after - marginAfter - size
    case (true, true): break
    }
    let free = content - size - margins
    switch align {
    case .before: return contentStart + marginBefore
    case .center: return contentStart + marginBefore + free / 2
    case .after: return contentStart + marginBefore + free
    }
  }

  private func offsetBetween(size: Double) -> Double {
    let start = (startsAfter ? room - after - between : before) + marginBefore
    let free = between - size - margins
    // Automatic margins share what two insets and a size leave; a single one takes also what lacks.
    if isAutoBefore, isAutoAfter { return start + (free > 0 ? free / 2 : startsAfter ? free : 0) }
    if isAutoBefore || isAutoAfter { return start + (isAutoBefore ? free : 0) }
    let aligned: Double
    switch alignment {
    case nil: return start + (startsAfter ? free : 0)
    case .center?: aligned = start + free / 2
    case .flexEnd?, .end?: aligned = start + free
    case .stretch?, .flexStart?, .start?, .baseline?: aligned = start
    }
    // Where it does not fit between the insets, it stays in the block as far as the insets do.
    let first = min(0, before) + marginBefore
    let last = max(room, room - after) - marginAfter - size
    return free >= 0 ? aligned : max(first, min(aligned, last))
  }
}
