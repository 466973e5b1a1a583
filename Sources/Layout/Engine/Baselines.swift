/// CSS Flexbox §8.5, "Flex container baselines", and CSS Box Alignment §9.
extension LayoutPass {
  /// Finds where the baseline of an item is that shares one with others on its line.
  ///
  /// The item is placed for that, in the size that it will have, since a baseline is that of some
  /// box inside: once in a layout for each size, or chains of rows would cost twice as much at each
  /// level. The placement proper then finds it done, or does it. In a column, where text runs along
  /// the cross axis, what lines up are the left sides, as browsers have it.
  mutating func setBaseline(_ index: Int, _ container: FlexContainer) {
    guard container.isRow else {
      let item = items[index]
      items[index].baseline =
        item.marginCrossStart + (container.isCrossReversed ? item.cross : 0)
      return
    }
    let box = box(index, container)
    let query = PassMemory.Query(
      box.node, width: box.width, height: box.height, heightIsDefinite: box.heightIsDefinite,
      parentWidth: container.innerWidth)
    let baseline: Double
    if let known = memory.baselines[query] {
      baseline = known
    } else {
      container.node.mustBePlaced()
      place(
        box.node, width: box.width, height: box.height, heightIsDefinite: box.heightIsDefinite,
        parentWidth: container.innerWidth)
      baseline = firstBaseline(of: box.node) ?? box.height
      memory.baselines[query] = baseline
    }
    let item = items[index]
    items[index].baseline =
      item.marginCrossStart + (container.isCrossReversed ? box.height - baseline : baseline)
  }
}

extension LayoutNode {
  /// Says that the places of what is in this box are not those of its size, but of one that was
  /// asked about: it, and what is measured around it, is to be placed again.
  fileprivate func mustBePlaced() {
    var node: LayoutNode? = self
    while let current = node, !current.marks.contains(.dirty) {
      // A root has a box, whatever it is in another tree.
      if current.style.display != .contents || current.parentReference == nil {
        current.marks.insert(.dirty)
      }
      // It is measured for its own placement, which follows.
      if current.style.position == .absolute, current.style.display != .contents { return }
      node = current.parentReference
    }
  }

  fileprivate func verticalShift(in container: LayoutNode) -> Double {
    guard style.position == .relative, style.inset != .auto else { return 0 }
    let sides = container.sidesSize(parentWidth: container.placedParentWidth)
    let hasHeight = container.marks.contains(.definiteHeight)
    return style.insetShift(
      width: .nan, height: hasHeight ? (container.height - sides.height).asSize : .nan,
      rtl: isRightToLeft, containerRTL: container.isRightToLeft
    ).y
  }
}

extension LayoutPass {
  /// The first baseline, from the top of the border box of a box that has been placed; nil if there
  /// is none inside.
  private mutating func firstBaseline(of asked: LayoutNode) -> Double? {
    var node = asked
    var offset = 0.0
    // What can be scrolled away from a box is outside, and no baseline of it.
    var (top, bottom) = (-Double.infinity, Double.infinity)
    search: while true {
      // It may wait for a placement of its own, in a size that stands.
      placeAgain(node)
      node.marks.insert(.givesBaseline)
      if node.style.overflow == .scroll {
        (top, bottom) = (max(top, offset), min(bottom, offset + node.height))
      }
      guard !node.children.isEmpty else {
        guard let text = node.baseline else { break search }
        let sides = node.style.paddingAndBorder(
          parentWidth: node.placedParentWidth, rtl: node.isRightToLeft)
        return max(top, min(offset + sides.top + text, bottom))
      }
      guard let box = node.boxes.first(where: { $0.marks.contains(.isBaselineBox) && $0.isInFlow })
      else { break search }
      // A shift is no part of the layout: what lines up, lines up before it.
      offset += box.y - box.verticalShift(in: node)
      node = box
    }
    // What has no baseline stands on it, unless that is the box that was asked for.
    return node === asked ? nil : max(top, min(offset + node.height, bottom))
  }
}
