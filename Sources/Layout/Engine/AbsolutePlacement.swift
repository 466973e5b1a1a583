/// Children out of flow: CSS Flexbox §4.1 and CSS Positioned Layout.
extension LayoutPass {
  /// Places a child in the padding box of its parent, or, on an axis without insets, at its static
  /// position. If another box is the containing block, the placement waits for that box to be
  /// placed.
  mutating func placeAbsolute(
    _ child: NodePointer, in container: FlexContainer, _ parentSides: ResolvedEdges
  ) {
    let node = container.node
    let box = DeferredBox(node: child, container: container, sides: parentSides)
    if node.containsAbsolute {
      place(box, in: node, x: 0, y: 0)
      return
    }
    deferred.append(box)
    for ancestor in child.ancestors {
      if ancestor.containsAbsolute { return }
      ancestor.flags.insert(.containsForeignAbsolute)
    }
  }

  /// Places the deferred boxes, after all boxes in flow are placed.
  /// - Returns: whether any box was deferred.
  mutating func placeDeferred() -> Bool {
    guard !deferred.isEmpty else { return false }
    // A placement can add more deferred boxes. If a box has two entries, from measuring and from
    // placing, the later one is correct, and is placed last.
    var next = 0
    while next < deferred.count {
      let box = deferred[next]
      next += 1
      var x = 0.0
      var y = 0.0
      let block = box.container.node.containingBlock
      var ancestor = box.container.node
      while ancestor != block, let parent = ancestor.parent {
        x += ancestor.pointee.x
        y += ancestor.pointee.y
        ancestor = parent
      }
      place(box, in: block, x: x, y: y)
      markForRounding(box.node, in: block.root)
    }
    deferred = []
    return true
  }

  /// - Parameters:
  ///   - x: the left edge of the parent's border box, from the left edge of the containing block's
  ///     border box.
  ///   - y: the top edge of the parent's border box, from the top edge of that border box.
  private mutating func place(_ deferred: DeferredBox, in block: NodePointer, x: Double, y: Double)
  {
    let box = absoluteBox(deferred, in: block, x: x, y: y)
    setPosition(deferred.node, x: box.x - x, y: box.y - y)
    place(
      deferred.node, width: box.size.width, height: box.size.height,
      heightIsDefinite: box.size.heightIsDefinite, parentWidth: box.parentWidth)
  }

  @inline(never)
  private mutating func absoluteBox(
    _ deferred: DeferredBox, in block: NodePointer, x: Double, y: Double
  ) -> (x: Double, y: Double, size: PlacedSize, parentWidth: Double) {
    let border = block.style.borderEdges
    let room = LayoutSize(
      width: (block.pointee.width - border.horizontal).clampedSize,
      height: (block.pointee.height - border.vertical).clampedSize)
    let (across, down) = axes(
      of: deferred, in: room, of: block,
      x: x + deferred.sides.left - border.left, y: y + deferred.sides.top - border.top)
    let size = freeSize(
      of: deferred.node, in: room,
      FreeSpace(
        stretched: LayoutSize(width: across.stretchedSize, height: down.stretchedSize),
        available: LayoutSize(width: across.availableSize, height: down.availableSize)))
    return (
      border.left + across.offset(size: size.width),
      border.top + down.offset(size: size.height), size, room.width
    )
  }

  /// - Parameters:
  ///   - x: the left edge of the parent's content box, from the left edge of the containing block's
  ///     padding box.
  ///   - y: the top edge of the parent's content box, from the top edge of that padding box.
  private func axes(
    of deferred: DeferredBox, in room: LayoutSize, of block: NodePointer, x: Double, y: Double
  ) -> (across: AbsoluteAxis, down: AbsoluteAxis) {
    let container = deferred.container
    let style = deferred.node.style
    let margin = deferred.node.margins(room.width)
    let isScrolled = block.style.overflow == .scroll
    var alignment = container.alignment(of: deferred.node)
    // An absolute box shares no baseline with others: it goes to the start, even if lines are
    // stacked in reverse.
    if alignment == .baseline {
      alignment = container.node.style.wrap == .wrapReverse ? .flexEnd : .flexStart
    }
    let main = StaticAlign(container.justify, isReversed: container.isReversed)
    let cross = StaticAlign(alignment, isReversed: container.isCrossReversed)
    let across = AbsoluteAxis(
      isVertical: false, room: room.width, isScrolled: isScrolled,
      before: style.inset.left.resolved(room.width),
      after: style.inset.right.resolved(room.width),
      marginBefore: margin.left, marginAfter: margin.right,
      isAutoBefore: style.margin.left.isAuto, isAutoAfter: style.margin.right.isAuto,
      startsAtFarSide: block.isRightToLeft, alignment: nil, contentStart: x,
      content: container.innerWidth, align: container.isRow ? main : cross)
    let down = AbsoluteAxis(
      isVertical: true, room: room.height, isScrolled: isScrolled,
      before: style.inset.top.resolved(room.height),
      after: style.inset.bottom.resolved(room.height),
      marginBefore: margin.top, marginAfter: margin.bottom,
      isAutoBefore: style.margin.top.isAuto, isAutoAfter: style.margin.bottom.isAuto,
      startsAtFarSide: false, alignment: style.alignSelf, contentStart: y,
      content: container.innerHeight, align: container.isRow ? cross : main)
    return (across, down)
  }
}

/// An absolute box with the data for its static position in its parent.
struct DeferredBox {
  let node: NodePointer
  let container: FlexContainer
  /// The parent's padding and border.
  let sides: ResolvedEdges
}
