/// Gives children their size and position: CSS Flexbox §9.5, main-axis, and §9.6, cross-axis
/// alignment.
extension LayoutPass {
  /// Places a box of a given size, which means: its children, and theirs. Does nothing for a box
  /// that is clean and had this size.
  mutating func place(
    _ node: LayoutNode, width: Double, height: Double, heightIsDefinite: Bool, parentWidth: Double
  ) {
    if !node.marks.contains(.dirty), node.width == width, node.height == height,
      node.marks.contains(.definiteHeight) == heightIsDefinite,
      node.placedParentWidth.isSame(as: parentWidth) || !node.style.padding.hasPercent
    {
      if node.marks.contains(.dirtyBelow) { placeDirtyBelow(node) }
      return
    }
    counters.visits += 1
    node.width = width
    node.height = height
    node.placedParentWidth = parentWidth
    node.marks.remove([.dirty, .dirtyBelow, .definiteHeight])
    node.marks.insert(heightIsDefinite ? [.resized, .definiteHeight] : .resized)
    if !node.children.isEmpty { placeChildren(of: node) }
  }

  /// The node's size stands; only some boxes in it are to be placed again, with the size they have.
  private mutating func placeDirtyBelow(_ node: LayoutNode) {
    node.marks.remove(.dirtyBelow)
    for child in node.children {
      guard child.isDirty, child.style.display != .none else { continue }
      place(
        child, width: child.width, height: child.height,
        heightIsDefinite: child.marks.contains(.definiteHeight),
        parentWidth: child.placedParentWidth)
      noteStale(child, in: node)
    }
  }

  private mutating func placeChildren(of node: LayoutNode) {
    let sides = node.style.paddingAndBorder(parentWidth: node.placedParentWidth)
    let container = FlexContainer(
      node, innerWidth: (node.width - sides.horizontal).asSize,
      innerHeight: (node.height - sides.vertical).asSize,
      heightIsDefinite: node.marks.contains(.definiteHeight))
    let base = items.count
    collectItems(container)
    let end = items.count
    if container.wraps {
      placeLines(base..<end, container, sides)
    } else if end > base {
      resolveFlexibleLengths(base..<end, container)
      resolveCrossSizes(base..<end, container)
      placeLine(base..<end, container, sides, crossStart: 0, crossSize: container.innerCross)
    }
    items.removeLast(items.count - base)

    for child in node.children where !child.isInFlow {
      let isShown = child.style.display != .none
      setVisible(child, isShown)
      if isShown { placeAbsolute(child, in: container, sides) }
      noteStale(child, in: node)
    }
  }

  /// Aligns and places the items of one line.
  mutating func placeLine(
    _ line: Range<Int>, _ container: FlexContainer, _ sides: ResolvedEdges,
    crossStart: Double, crossSize: Double
  ) {
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
      var crossOffset = crossStart + item.crossOffset(in: crossSize)
      if container.isCrossReversed {
        crossOffset = container.innerCross - crossOffset - item.cross
      }
      mainStart += item.main + item.marginMainEnd + (item.hasAutoMainEnd ? autoMargin : 0)
      mainStart += container.mainGap + spacing.between

      let shift = item.node.style.insetShift(
        width: container.innerWidth, height: container.percentHeight)
      setVisible(item.node, true)
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
    return (Spacing(container.node.style.justifyContent, free: free, count: line.count), 0)
  }

  private struct Box {
    let node: LayoutNode
    let width: Double
    let height: Double
    let heightIsDefinite: Bool
  }

  @inline(never)
  private func box(_ index: Int, _ container: FlexContainer) -> Box {
    let item = items[index]
    let (main, cross) = (item.main.asSize, item.cross.asSize)
    if container.isRow {
      // A stretched height is definite (CSS Flexbox §9.8).
      return Box(
        node: item.node, width: main, height: cross,
        heightIsDefinite: item.stretches || !item.styleCross.isNaN)
    }
    // A flexed one is, if the container's is.
    return Box(
      node: item.node, width: cross, height: main,
      heightIsDefinite: !container.percentHeight.isNaN || !item.styleMain.isNaN)
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

  func noteStale(_ child: LayoutNode, in node: LayoutNode) {
    if !child.marks.isDisjoint(with: .anyStale) { node.marks.insert(.staleBelow) }
  }
}

/// Free space around and between the boxes of an axis.
struct Spacing {
  var before = 0.0
  var between = 0.0

  static let none = Spacing()
}

extension Spacing {
  /// Where boxes overflow, `space-between` is `start`, and so are the others that spread: an equal
  /// share of nothing.
  init(_ justify: JustifyContent, free: Double, count: Int) {
    switch justify {
    case .start: self.init()
    case .end: self.init(before: free)
    case .center: self.init(before: free / 2)
    case .spaceBetween:
      self.init(between: count > 1 ? max(0, free) / Double(count - 1) : 0)
    case .spaceAround:
      let share = max(0, free) / Double(max(1, count))
      self.init(before: share / 2, between: share)
    case .spaceEvenly:
      let share = max(0, free) / Double(count + 1)
      self.init(before: share, between: share)
    }
  }
}

extension FlexItem {
  /// Where the box starts in its line.
  fileprivate func crossOffset(in crossSize: Double) -> Double {
    let free = crossSize - cross - crossMargins
    if hasAutoCrossStart || hasAutoCrossEnd {
      guard free > 0, hasAutoCrossStart else { return marginCrossStart }
      return marginCrossStart + (hasAutoCrossEnd ? free / 2 : free)
    }
    switch align {
    case .start, .stretch: return marginCrossStart
    case .end: return marginCrossStart + free
    case .center: return marginCrossStart + free / 2
    }
  }
}
