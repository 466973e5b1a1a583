/// Sizes and positions of children: CSS Flexbox §9.5, main-axis alignment, and §9.6, cross-axis
/// alignment.
extension LayoutPass {
  /// Places the descendants of a box of a given size. Does nothing if the box is clean and already
  /// has this size.
  mutating func place(
    _ node: NodePointer, width: Double, height: Double, heightIsDefinite: Bool, parentWidth: Double
  ) {
    if node.flags.isDisjoint(with: [.dirty, .containsForeignAbsolute]), node.pointee.width == width,
      node.pointee.height == height, node.flags.contains(.definiteHeight) == heightIsDefinite,
      node.pointee.placedParentWidth.isIdentical(as: parentWidth)
        || node.styleRecord.pointee.hasFixedSides || !node.style.padding.hasPercent
    {
      return
    }
    counters.visits += 1
    node.pointee.width = width
    node.pointee.height = height
    node.pointee.placedParentWidth = parentWidth
    node.flags.remove([.definiteHeight, .containsForeignAbsolute])
    // The box is dirty until it is placed, so that measuring in the meantime need not mark the box
    // or its ancestors.
    node.flags.insert(heightIsDefinite ? [.dirty, .resized, .definiteHeight] : [.dirty, .resized])
    if !node.isLeaf { recursing { pass in pass.placeChildren(of: node) } }
    node.flags.remove(.dirty)
  }

  private mutating func placeChildren(of node: NodePointer) {
    let (container, sides) = FlexContainer.placed(node)
    if node.flags.contains(.isIrregular) { placeWrappers(in: node) }
    if node.style.display == .constraints {
      placeConstrained(container, sides)
    } else {
      placeFlexItems(container, sides)
    }

    node.forEachBox { child in
      guard !child.isInFlow else { return }
      let isShown = child.style.display != .none
      setVisible(child, isShown)
      if isShown { placeAbsolute(child, in: container, sides) }
      markForRounding(child, in: node)
    }
  }

  private mutating func placeFlexItems(_ container: FlexContainer, _ sides: ResolvedEdges) {
    let top = items.top
    let items = collectItems(container)
    if container.wraps {
      placeLines(items, container, sides)
    } else if items.count > 0 {
      resolveFlexibleLengths(items, container)
      resolveCrossSizes(items, container)
      placeLine(items, container, sides, crossStart: 0, crossSize: container.innerCross)
      markBaselineBox(items, container)
    }
    self.items.release(to: top)
  }

  // MARK: Lines: CSS Flexbox §9.3 and §9.6, `align-content`

  private mutating func placeLines(
    _ items: Line, _ container: FlexContainer, _ sides: ResolvedEdges
  ) {
    var count = 0
    var used = 0.0
    items.forEachLine(container) { line, isFirst in
      resolveFlexibleLengths(line, container)
      resolveCrossSizes(line, container)
      used += line.crossSize + (isFirst ? 0 : container.crossGap)
      count += 1
    }

    let (spacing, growth) = lineSpacing(
      container, free: container.innerCross - used, count: count)
    // The line that is read first: with `wrap-reverse`, the last line.
    let readsLast = container.node.style.wrap == .wrapReverse
    var firstRead = items
    var crossStart = spacing.before
    items.forEachLine(container) { line, isFirst in
      let crossSize = line.crossSize + growth
      if isFirst || readsLast { firstRead = line }
      if !container.isRow { fitToLine(line, crossSize: crossSize) }
      placeLine(line, container, sides, crossStart: crossStart, crossSize: crossSize)
      crossStart += crossSize + container.crossGap + spacing.between
    }
    markBaselineBox(firstRead, container)
  }

  /// In a column, fits items with a shared baseline or an automatic margin to the line's width
  /// again, as browsers do.
  private mutating func fitToLine(_ line: Line, crossSize: Double) {
    for item in line where item.pointee.fitsLine {
      let width = fittedWidth(item.pointee, room: crossSize, height: item.pointee.main)
      item.pointee.cross = item.pointee.clampedCross(width)
    }
  }

  private func lineSpacing(
    _ container: FlexContainer, free: Double, count: Int
  ) -> (Spacing, growth: Double) {
    guard let justify = container.lineAlignment else {
      return (Spacing(), max(0, free) / Double(max(1, count)))
    }
    let isReversed = container.node.style.wrap == .wrapReverse
    return (Spacing(justify, free: free, count: count, isReversed: isReversed), 0)
  }

  /// Aligns and places the items of a line.
  private mutating func placeLine(
    _ line: Line, _ container: FlexContainer, _ sides: ResolvedEdges,
    crossStart: Double, crossSize: Double
  ) {
    alignLine(line, container, sides, crossStart: crossStart, crossSize: crossSize)
    for item in line {
      let node = item.pointee.node
      let size = item.pointee.placedSize(container)
      place(
        node, width: size.width, height: size.height, heightIsDefinite: size.heightIsDefinite,
        parentWidth: container.innerWidth)
      markForRounding(node, in: container.node)
    }
  }

  /// Sets the positions of a line's items, and the cross size of those that stretch.
  private mutating func alignLine(
    _ line: Line, _ container: FlexContainer, _ sides: ResolvedEdges,
    crossStart: Double, crossSize: Double
  ) {
    let (spacing, autoMargin) = mainSpacing(line, container)
    var baseline = -Double.infinity
    for item in line where item.pointee.hasSharedBaseline {
      baseline = max(baseline, item.pointee.baseline)
    }
    let rtl = container.node.isRightToLeft
    var mainStart = spacing.before
    for item in line {
      let node = item.pointee.node
      if item.pointee.stretches {
        item.pointee.cross = item.pointee.clampedCross(crossSize - item.pointee.crossMargins)
      }
      mainStart +=
        item.pointee.marginMainStart + (item.pointee.hasAutoMainStart ? autoMargin : 0)
      let mainOffset =
        container.isReversed
        ? container.innerMain - mainStart - item.pointee.main : mainStart
      var crossOffset = crossStart + item.pointee.crossOffset(in: crossSize, baseline: baseline)
      if container.isCrossReversed {
        crossOffset = container.innerCross - crossOffset - item.pointee.cross
      }
      mainStart +=
        item.pointee.main + item.pointee.marginMainEnd
        + (item.pointee.hasAutoMainEnd ? autoMargin : 0)
      mainStart += container.mainGap + spacing.between

      let shift = node.insetShift(
        width: container.innerWidth, height: container.percentHeight, containerRTL: rtl)
      setVisible(node, true)
      node.flags.remove(.isBaselineBox)
      setPosition(
        node,
        x: sides.left + (container.isRow ? mainOffset : crossOffset) + shift.x,
        y: sides.top + (container.isRow ? crossOffset : mainOffset) + shift.y)
    }
  }

  /// Distributes a line's free space, around its items or to their automatic margins.
  private func mainSpacing(
    _ line: Line, _ container: FlexContainer
  ) -> (Spacing, autoMargin: Double) {
    var free = container.innerMain - container.mainGap * Double(max(0, line.count - 1))
    var autoMargins = 0
    for item in line {
      free -= item.pointee.main + item.pointee.mainMargins
      autoMargins += item.pointee.hasAutoMainStart ? 1 : 0
      autoMargins += item.pointee.hasAutoMainEnd ? 1 : 0
    }
    if autoMargins > 0, free > 0 { return (Spacing(), free / Double(autoMargins)) }
    let isReversed = container.node.style.direction.isReversed
    let spacing = Spacing(
      container.justify, free: free, count: line.count, isReversed: isReversed)
    return (spacing, 0)
  }

  /// Gives wrappers (`display: contents`) a size of 0 at the origin of their container.
  private mutating func placeWrappers(in node: NodePointer) {
    node.forEachWrapper { wrapper in
      setVisible(wrapper, true)
      setPosition(wrapper, x: 0, y: 0)
      if wrapper.pointee.width != 0 || wrapper.pointee.height != 0
        || wrapper.flags.contains(.dirty)
      {
        wrapper.pointee.width = 0
        wrapper.pointee.height = 0
        wrapper.flags.insert(.resized)
      }
      wrapper.flags.remove([.dirty, .definiteHeight])
      markForRounding(wrapper, in: node)
    }
  }

  /// CSS Flexbox §8.5: in the line that is read first, marks the first item that shares a baseline;
  /// if no item does, the first item. As in browsers, the first item is the first in reading order,
  /// even in a reversed direction.
  private func markBaselineBox(_ line: Line, _ container: FlexContainer) {
    let isReversed = container.node.style.direction.isReversed
    var (first, sharing): (Item?, Item?)
    for item in line {
      if first == nil || isReversed { first = item }
      guard container.isRow, item.pointee.hasSharedBaseline else { continue }
      if sharing == nil || isReversed { sharing = item }
    }
    (sharing ?? first)?.pointee.node.flags.insert(.isBaselineBox)
  }

  // MARK: Changes, for rounding

  func setPosition(_ node: NodePointer, x: Double, y: Double) {
    guard node.pointee.x != x || node.pointee.y != y else { return }
    node.pointee.x = x
    node.pointee.y = y
    node.flags.insert(.moved)
  }

  func setVisible(_ node: NodePointer, _ isVisible: Bool) {
    guard node.flags.contains(.hidden) == isVisible else { return }
    if isVisible { node.flags.remove(.hidden) } else { node.flags.insert(.hidden) }
    node.flags.insert(.resized)
  }

  /// Marks the path from a box up to its container, wrappers included, for rounding.
  func markForRounding(_ child: NodePointer, in node: NodePointer) {
    guard !child.flags.isDisjoint(with: .anyUnrounded) else { return }
    for ancestor in child.ancestors {
      ancestor.flags.insert(.descendantUnrounded)
      if ancestor == node { return }
    }
  }
}

/// The free space before the first box of an axis, and between the boxes.
struct Spacing {
  var before = 0.0
  var between = 0.0
}

extension Spacing {
  /// If boxes overflow, `spaceBetween` acts as `flexStart`, and `spaceAround` and `spaceEvenly` act
  /// as `start`.
  ///
  /// - Parameters:
  ///   - justify: the distribution, relative to the ends of the axis.
  ///   - isReversed: whether the style reverses the axis (`row-reverse`, `wrap-reverse`).
  fileprivate init(
    _ justify: JustifyContent, free: Double, count: Int, isReversed: Bool
  ) {
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

extension FlexContainer {
  /// The container of a node whose size is set, and the node's padding and border.
  static func placed(_ node: NodePointer) -> (FlexContainer, ResolvedEdges) {
    let sides = node.sides(parentWidth: node.pointee.placedParentWidth)
    let container = FlexContainer(
      node, innerWidth: (node.pointee.width - sides.horizontal).clampedSize,
      innerHeight: (node.pointee.height - sides.vertical).clampedSize,
      heightIsDefinite: node.flags.contains(.definiteHeight))
    return (container, sides)
  }
}

extension FlexItem {
  /// The offset of the box in its line.
  fileprivate func crossOffset(in crossSize: Double, baseline: Double) -> Double {
    let free = crossSize - cross - crossMargins
    if hasAutoCrossStart || hasAutoCrossEnd {
      guard free > 0, hasAutoCrossStart else { return marginCrossStart }
      return marginCrossStart + (hasAutoCrossEnd ? free / 2 : free)
    }
    if align == .baseline { return marginCrossStart + baseline - self.baseline }
    return marginCrossStart + free * StaticAlign(align, isReversed: false).rawValue
  }

  /// The size to place the box in.
  func placedSize(_ container: FlexContainer) -> PlacedSize {
    if isInRow {
      // A stretched height is definite (CSS Flexbox §9.8), and so is a height from width and ratio.
      return (
        main.clampedSize, cross.clampedSize, !styleCross.isNaN || hasDefiniteHeight(container)
      )
    }
    // A flexed height is definite if the container's height is, or if the style or the ratio gives
    // the base size.
    return (
      cross.clampedSize, main.clampedSize,
      !container.percentHeight.isNaN || hasGivenBase || ratio > 0
    )
  }

  /// Whether a row's item has a definite height, although its style gives none.
  private func hasDefiniteHeight(_ container: FlexContainer) -> Bool {
    guard ratio > 0 else { return stretches }
    if stretches, !container.percentHeight.isNaN { return true }
    // If the content is taller than the ratio requires, it determines the height.
    return cross <= clampedCross(node.style.ratioHeight(width: main, sides: sides))
  }
}
