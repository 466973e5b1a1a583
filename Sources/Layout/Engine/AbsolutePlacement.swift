/// Children out of the flow: CSS Flexbox §4.1 and CSS Positioned Layout.
extension LayoutPass {
  /// Places a child in the padding box of its parent, or, on an axis without insets, where it would
  /// stand as the only child.
  mutating func placeAbsolute(
    _ child: LayoutNode, in container: FlexContainer, _ parentSides: ResolvedEdges
  ) {
    let box = absoluteBox(child, in: container, parentSides)
    setPosition(child, x: box.x, y: box.y)
    place(
      child, width: box.width, height: box.height, heightIsDefinite: box.heightIsDefinite,
      parentWidth: box.parentWidth)
  }

  @inline(never)
  private mutating func absoluteBox(
    _ child: LayoutNode, in container: FlexContainer, _ parentSides: ResolvedEdges
  ) -> AbsoluteBox {
    let parent = container.node
    let border = parent.style.borderEdges
    let style = child.style
    let roomWidth = (parent.width - border.horizontal).asSize
    let roomHeight = (parent.height - border.vertical).asSize
    let margin = style.margin.resolvedMargins(roomWidth)
    let sides = style.paddingAndBorder(parentWidth: roomWidth)
    let isRow = container.isRow

    var across = AbsoluteAxis(
      room: roomWidth, before: style.inset.left, after: style.inset.right,
      marginBefore: margin.left, marginAfter: margin.right,
      isAutoBefore: style.margin.left.isAuto, isAutoAfter: style.margin.right.isAuto)
    var width = style.width.resolvedSize(roomWidth, or: .nan)
    if width.isNaN { width = across.stretchedSize }
    if width.isNaN {
      width = fitContentWidth(of: child, sides: sides.horizontal, room: across.availableSize)
    }
    width =
      width.clamped(
        min: max(sides.horizontal, style.minWidth.resolvedSize(roomWidth, or: 0)),
        max: style.maxWidth.resolvedSize(roomWidth, or: .infinity)
      ).asSize

    var down = AbsoluteAxis(
      room: roomHeight, before: style.inset.top, after: style.inset.bottom,
      marginBefore: margin.top, marginAfter: margin.bottom,
      isAutoBefore: style.margin.top.isAuto, isAutoAfter: style.margin.bottom.isAuto)
    var height = style.height.resolvedSize(roomHeight, or: .nan)
    if height.isNaN { height = down.stretchedSize }
    let heightIsDefinite = !height.isNaN
    if !heightIsDefinite {
      height = measuredHeight(of: child, width: width, parentWidth: roomWidth)
    }
    height =
      height.clamped(
        min: max(sides.vertical, style.minHeight.resolvedSize(roomHeight, or: 0)),
        max: style.maxHeight.resolvedSize(roomHeight, or: .infinity)
      ).asSize

    let mainAlign = StaticAlign(parent.style.justifyContent, isReversed: container.isReversed)
    let crossAlign = StaticAlign(
      style.alignSelf ?? parent.style.alignItems, isReversed: container.isCrossReversed)
    across.staticOffset(
      size: width, content: container.innerWidth, contentStart: parentSides.left - border.left,
      align: isRow ? mainAlign : crossAlign)
    down.staticOffset(
      size: height, content: container.innerHeight, contentStart: parentSides.top - border.top,
      align: isRow ? crossAlign : mainAlign)
    return AbsoluteBox(
      x: border.left + across.offset(size: width), y: border.top + down.offset(size: height),
      width: width, height: height, heightIsDefinite: heightIsDefinite, parentWidth: roomWidth)
  }
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
    case .start, .spaceBetween: self = isReversed ? .after : .before
    case .end: self = isReversed ? .before : .after
    case .center, .spaceAround, .spaceEvenly: self = .center
    }
  }

  init(_ align: AlignItems, isReversed: Bool) {
    switch align {
    case .start, .stretch: self = isReversed ? .after : .before
    case .end: self = isReversed ? .before : .after
    case .center: self = .center
    }
  }
}

/// One axis of an absolute box, from the parent's padding edge.
private struct AbsoluteAxis {
  let room: Double
  /// The insets, NaN if automatic.
  let before: Double
  let after: Double
  let marginBefore: Double
  let marginAfter: Double
  let isAutoBefore: Bool
  let isAutoAfter: Bool
  private var unplaced = 0.0

  init(
    room: Double, before: Length, after: Length, marginBefore: Double, marginAfter: Double,
    isAutoBefore: Bool, isAutoAfter: Bool
  ) {
    self.room = room
    self.before = before.resolved(room)
    self.after = after.resolved(room)
    self.marginBefore = marginBefore
    self.marginAfter = marginAfter
    self.isAutoBefore = isAutoBefore
    self.isAutoAfter = isAutoAfter
  }

  private var margins: Double { marginBefore + marginAfter }

  var availableSize: Double {
    room - (before.isNaN ? 0 : before) - (after.isNaN ? 0 : after) - margins
  }

  /// The size between two insets; NaN unless both are given.
  var stretchedSize: Double { before.isNaN || after.isNaN ? .nan : max(0, availableSize) }

  mutating func staticOffset(
    size: Double, content: Double, contentStart: Double, align: StaticAlign
  ) {
    let free = content - size - margins
    switch align {
    case .before: unplaced = contentStart + marginBefore
    case .center: unplaced = contentStart + marginBefore + free / 2
    case .after: unplaced = contentStart + marginBefore + free
    }
  }

  func offset(size: Double) -> Double {
    if !before.isNaN {
      guard !after.isNaN, isAutoBefore else { return before + marginBefore }
      // Automatic margins share what two insets and a size leave.
      let free = max(0, availableSize - size)
      return before + marginBefore + (isAutoAfter ? free / 2 : free)
    }
    return after.isNaN ? unplaced : room - after - marginAfter - size
  }
}
