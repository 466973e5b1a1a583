/// Gives children their size and position: CSS Flexbox §9.5, main-axis, and §9.6, cross-axis
/// alignment.
extension LayoutPass {
  /// Places a box of a given size, which means: its children, and theirs. Does nothing for a box
  /// that is clean and had this size.
  mutating func place(
    _ node: LayoutNode, width: Double, height: Double, heightIsDefinite: Bool, parentWidth: Double
  ) {
    if node.marks.isDisjoint(with: [.dirty, .isPassedThrough]), node.width == width,
      node.height == height, node.marks.contains(.definiteHeight) == heightIsDefinite,
      node.placedParentWidth.isSame(as: parentWidth) || !node.style.padding.hasPercent
    {
      return
    }
    counters.visits += 1
    node.width = width
    node.height = height
    node.placedParentWidth = parentWidth
    node.marks.remove([.definiteHeight, .isPassedThrough])
    // Dirty until it is done: what is measured meanwhile need not mark it, nor what is above.
    node.marks.insert(heightIsDefinite ? [.dirty, .resized, .definiteHeight] : [.dirty, .resized])
    if !node.children.isEmpty { deeper { pass in pass.placeChildren(of: node) } }
    node.marks.remove(.dirty)
  }

  private mutating func placeChildren(of node: LayoutNode) {
    let sides = node.style.paddingAndBorder(
      parentWidth: node.placedParentWidth, rtl: node.isRightToLeft)
    let container = FlexContainer(
      node, innerWidth: (node.width - sides.horizontal).asSize,
      innerHeight: (node.height - sides.vertical).asSize,
      heightIsDefinite: node.marks.contains(.definiteHeight))
    if node.marks.contains(.isIrregular) { placeWrappers(in: node) }
    if node.style.display == .constraints {
      placeConstrained(container, sides)
    } else {
      placeFlexItems(container, sides)
    }

    for child in container.boxes where !child.isInFlow {
      let isShown = child.style.display != .none
      setVisible(child, isShown)
      if isShown { placeAbsolute(child, in: container, sides) }
      noteStale(child, in: node)
    }
  }

  private mutating func placeFlexItems(_ container: FlexContainer, _ sides: ResolvedEdges) {
    let base = items.count
    collectItems(container)
    let end = items.count
    if container.wraps {
      placeLines(base..<end, container, sides)
    } else if end > base {
      resolveFlexibleLengths(base..<end, container)
      resolveCrossSizes(base..<end, container)
      placeLine(base..<end, container, sides, crossStart: 0, crossSize: container.innerCross)
      noteBaseline(base..<end, container)
    }
    items.removeLast(items.count - base)
  }

  /// Aligns and places the items of one line.
  mutating func placeLine(
    _ line: Range<Int>, _ container: FlexContainer, _ sides: ResolvedEdges,
    crossStart: Double, crossSize: Double
  ) {
    if container.isRow { limitStretched(line, container, crossSize: crossSize) }
    alignLine(line, container, sides, crossStart: crossStart, crossSize: crossSize)
    for index in line {
      let box = box(index, container)
      place(
        box.node, width: box.width, height: box.height, heightIsDefinite: box.heightIsDefinite,
        parentWidth: container.innerWidth)
      noteStale(box.node, in: container.node)
    }
  }

  /// Sets the positions of a line's items, and the cross size of those that stretch.
  @inline(never)
  private mutating func alignLine(
    _ line: Range<Int>, _ container: FlexContainer, _ sides: ResolvedEdges,
    crossStart: Double, crossSize: Double
  ) {
    let (spacing, autoMargin) = mainSpacing(line, container)
    var baseline = -Double.infinity
    for index in line where items[index].hasSharedBaseline {
      baseline = max(baseline, items[index].baseline)
    }
    let rtl = container.node.isRightToLeft
    var mainStart = spacing.before
    for index in line {
      var item = items[index]
      if item.stretches {
        item.cross = item.clampedCross(crossSize - item.crossMargins)
        items[index].cross = item.cross
      }
      mainStart += item.marginMainStart + (item.hasAutoMainStart ? autoMargin : 0)
      let mainOffset =
        container.isReversed ? container.innerMain - mainStart - item.main : mainStart
      var crossOffset = crossStart + item.crossOffset(in: crossSize, baseline: baseline)
      if container.isCrossReversed {
        crossOffset = container.innerCross - crossOffset - item.cross
      }
      mainStart += item.main + item.marginMainEnd + (item.hasAutoMainEnd ? autoMargin : 0)
      mainStart += container.mainGap + spacing.between

      let shift = item.node.style.insetShift(
        width: container.innerWidth, height: container.percentHeight,
        rtl: item.node.isRightToLeft, containerRTL: rtl)
      setVisible(item.node, true)
      item.node.marks.remove(.isBaselineBox)
      setPosition(
        item.node,
        x: sides.left + (container.isRow ? mainOffset : crossOffset) + shift.x,
        y: sides.top + (container.isRow ? crossOffset : mainOffset) + shift.y)
    }
  }

  /// Where the line's free space goes: around its items, or to each of their automatic margins.
  private func mainSpacing(
    _ line: Range<Int>, _ container: FlexContainer
  ) -> (Spacing, autoMargin: Double) {
    var free = container.innerMain - container.mainGap * Double(max(0, line.count - 1))
    var autoMargins = 0
    for index in line {
      free -= items[index].main + items[index].mainMargins
      autoMargins += items[index].hasAutoMainStart ? 1 : 0
      autoMargins += items[index].hasAutoMainEnd ? 1 : 0
    }
    if autoMargins > 0, free > 0 { return (.none, free / Double(autoMargins)) }
    let isReversed = container.node.style.direction.isReversed
    return (
      Spacing(container.justify, free: free, count: line.count, isReversed: isReversed), 0
    )
  }

  struct Box {
    let node: LayoutNode
    let width: Double
    let height: Double
    let heightIsDefinite: Bool
  }

  @inline(never)
  func box(_ index: Int, _ container: FlexContainer) -> Box {
    let item = items[index]
    let (main, cross) = (item.main.asSize, item.cross.asSize)
    if container.isRow {
      // A stretched height is definite (CSS Flexbox §9.8), and so is one that follows from a width.
      return Box(
        node: item.node, width: main, height: cross,
        heightIsDefinite: !item.styleCross.isNaN || hasDefiniteHeight(item, container))
    }
    // A flexed one is, if the container's is.
    return Box(
      node: item.node, width: cross, height: main,
      heightIsDefinite: !container.percentHeight.isNaN
        || item.hasGivenBase
        || item.node.style.ratio > 0)
  }

  /// Whether an item in a row has a height that is not its content's, though no style gives it one.
  private func hasDefiniteHeight(_ item: FlexItem, _ container: FlexContainer) -> Bool {
    guard item.node.style.ratio > 0 else { return item.stretches }
    if item.stretches, !container.percentHeight.isNaN { return true }
    // The content can be higher than the ratio has it.
    let height = item.node.style.ratioHeight(width: item.main, sides: item.sides)
    return item.cross <= item.clampedCross(height)
  }

  /// Boxes without a box: nothing, at the origin of what they stand in.
  private mutating func placeWrappers(in node: LayoutNode) {
    for wrapper in node.wrappers {
      setVisible(wrapper, true)
      setPosition(wrapper, x: 0, y: 0)
      if wrapper.width != 0 || wrapper.height != 0 || wrapper.marks.contains(.dirty) {
        wrapper.width = 0
        wrapper.height = 0
        wrapper.marks.insert(.resized)
      }
      wrapper.marks.remove([.dirty, .definiteHeight])
      noteStale(wrapper, in: node)
    }
  }

  /// CSS Flexbox §8.5: the first item of the first line that shares a baseline, or else the first. As
  /// in browsers, the first to be read: against the direction, if that is reversed.
  func noteBaseline(_ line: Range<Int>, _ container: FlexContainer) {
    let isReversed = container.node.style.direction.isReversed
    let sharing =
      isReversed
      ? line.last { items[$0].hasSharedBaseline } : line.first { items[$0].hasSharedBaseline }
    guard let index = (container.isRow ? sharing : nil) ?? (isReversed ? line.last : line.first)
    else { return }
    items[index].node.marks.insert(.isBaselineBox)
  }

  // MARK: What changed, for rounding

  func setPosition(_ node: LayoutNode, x: Double, y: Double) {
    guard node.x != x || node.y != y else { return }
    node.x = x
    node.y = y
    node.marks.insert(.moved)
  }

  func setVisible(_ node: LayoutNode, _ isVisible: Bool) {
    guard node.marks.contains(.hidden) == isVisible else { return }
    if isVisible { node.marks.remove(.hidden) } else { node.marks.insert(.hidden) }
    node.marks.insert(.resized)
  }

  /// Leads the rounding from a container to a box in it, past wrappers.
  func noteStale(_ child: LayoutNode, in node: LayoutNode) {
    guard !child.marks.isDisjoint(with: .anyStale) else { return }
    var ancestor = child.parentReference
    while let current = ancestor {
      current.marks.insert(.staleBelow)
      if current === node { return }
      ancestor = current.parentReference
    }
  }
}

/// Free space around and between the boxes of an axis.
struct Spacing {
  var before = 0.0
  var between = 0.0

  static let none = Spacing()
}

extension Spacing {
  /// Where boxes overflow, those values that spread are `start`: an equal share of nothing.
  ///
  /// - Parameters:
  ///   - justify: in ends of the main axis.
  ///   - isReversed: whether that axis runs against the text's.
  init(_ justify: JustifyContent, free: Double, count: Int, isReversed: Bool) {
    switch justify {
    case .flexEnd, .end, .right: self.init(before: free)
    case .center: self.init(before: free / 2)
    case .spaceBetween where count > 1 && free > 0:
      self.init(between: free / Double(count - 1))
    case .spaceAround where free > 0:
      let share = free / Double(max(1, count))
      self.init(before: share / 2, between: share)
    case .spaceEvenly where free > 0:
      let share = free / Double(count + 1)
      self.init(before: share, between: share)
    case .spaceAround, .spaceEvenly: self.init(before: isReversed ? free : 0)
    default: self.init()
    }
  }
}

extension FlexItem {
  /// Where the box starts in its line.
  fileprivate func crossOffset(in crossSize: Double, baseline: Double) -> Double {
    let free = crossSize - cross - crossMargins
    if hasAutoCrossStart || hasAutoCrossEnd {
      guard free > 0, hasAutoCrossStart else { return marginCrossStart }
      return marginCrossStart + (hasAutoCrossEnd ? free / 2 : free)
    }
    switch align {
    case .flexEnd, .end: return marginCrossStart + free
    case .center: return marginCrossStart + free / 2
    case .baseline: return marginCrossStart + baseline - self.baseline
    case .flexStart, .start, .stretch: return marginCrossStart
    }
  }
}
