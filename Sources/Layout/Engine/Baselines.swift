/// CSS Flexbox §8.5, "Flex container baselines", and CSS Box Alignment §9.
extension LayoutPass {
  /// Finds where the baseline of an item is that shares one with others on its line.
  ///
  /// The item is placed for that, in the size that it will have, since a baseline is that of some
  /// box inside: once in a layout for each size, or chains of rows would cost twice as much at each
  /// level. The placement proper then finds it done, or does it. In a column, where text runs along
  /// the cross axis, what lines up are the left sides, as browsers have it.
  mutating func setBaseline(_ item: inout FlexItem, _ container: FlexContainer) {
    guard container.isRow else {
      item.baseline =
        item.marginCrossStart + (container.isCrossReversed ? item.cross : 0)
      return
    }
    let node = item.node
    let size = item.placedSize(container)
    // Negative, where the height is definite: no height is.
    let question = SIMD4(
      size.width, size.heightIsDefinite ? -1 - size.height : size.height, container.innerWidth,
      Double(number))
    let baseline: Double
    if let known = arena.recall(.baseline, of: node, question) {
      baseline = known
    } else {
      container.node.mustBePlaced()
      place(
        node, width: size.width, height: size.height, heightIsDefinite: size.heightIsDefinite,
        parentWidth: container.innerWidth)
      baseline = firstBaseline(of: node) ?? size.height
      arena.remember(.baseline, of: node, question, baseline)
    }
    item.baseline =
      item.marginCrossStart
      + (container.isCrossReversed ? size.height - baseline : baseline)
  }

  /// The first baseline, from the top of the border box of a box that has been placed; nil if there
  /// is none inside.
  private mutating func firstBaseline(of asked: Box) -> Double? {
    var node = asked
    var offset = 0.0
    // What can be scrolled away from a box is outside, and no baseline of it.
    var (top, bottom) = (-Double.infinity, Double.infinity)
    while true {
      // It may wait for a placement of its own, in a size that stands.
      placeAgain(node)
      node.marks.insert(.tellsMore)
      if node.style.overflow == .scroll {
        (top, bottom) = (max(top, offset), min(bottom, offset + node.pointee.height))
      }
      if node.isLeaf {
        let text = Double(node.pointee.baseline)
        if text.isNaN { break }
        let sides = node.sides(parentWidth: node.pointee.placedParentWidth)
        return max(top, min(offset + sides.top + text, bottom))
      }
      var inner: Box?
      node.forEachBox { box in
        if inner == nil, box.marks.contains(.isBaselineBox), box.isInFlow { inner = box }
      }
      guard let inner else { break }
      // A shift is no part of the layout: what lines up, lines up before it.
      offset += inner.pointee.y - inner.verticalShift(in: node)
      node = inner
    }
    // What has no baseline stands on it, unless that is the box that was asked for.
    return node == asked ? nil : max(top, min(offset + node.pointee.height, bottom))
  }
}

extension UnsafeMutablePointer where Pointee == NodeRecord {
  /// Says that the places of what is in this box are not those of its size, but of one that was
  /// asked about: it, and what is measured around it, is to be placed again.
  fileprivate func mustBePlaced() {
    var node: Box? = self
    while let current = node, !current.marks.contains(.dirty) {
      // A root has a box, whatever it is in another tree.
      if current.style.display != .contents || current.parent == nil {
        current.marks.insert(.dirty)
      }
      // It is measured for its own placement, which follows.
      if current.style.position == .absolute, current.style.display != .contents { return }
      node = current.parent
    }
  }

  fileprivate func verticalShift(in container: Box) -> Double {
    let sides = container.sidesSize(parentWidth: container.pointee.placedParentWidth)
    let height =
      container.marks.contains(.definiteHeight)
      ? (container.pointee.height - sides.height).asSize : .nan
    return insetShift(width: .nan, height: height, containerRTL: container.isRightToLeft).y
  }

  /// How far `inset` moves a box in the flow.
  @inline(__always) func insetShift(
    width: Double, height: Double, containerRTL: Bool
  ) -> (x: Double, y: Double) {
    guard rules.pointee.isShifted else { return (0, 0) }
    return style.insetShift(width: width, height: height, containerRTL: containerRTL)
  }
}
