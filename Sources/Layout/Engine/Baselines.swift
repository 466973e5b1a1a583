/// CSS Flexbox §8.5, "Flex container baselines", and CSS Box Alignment §9.
extension LayoutPass {
  /// Finds the baseline of an item that is aligned with the baselines of other items of its line.
  ///
  /// A baseline comes from a descendant, so the item is placed in its current size. The result is
  /// cached for each size during one layout; otherwise nested rows would double the cost at each
  /// level. The final placement places the item again only if its final size differs. In a column,
  /// as in browsers, items are aligned at their left sides, because text runs along the cross axis.
  mutating func setBaseline(_ item: inout FlexItem, _ container: FlexContainer) {
    guard container.isRow else {
      item.baseline =
        item.marginCrossStart + (container.isCrossReversed ? item.cross : 0)
      return
    }
    let node = item.node
    let size = item.placedSize(container)
    // Encodes a definite height as a negative number. Other heights are never negative.
    let question = SIMD4(
      size.width, size.heightIsDefinite ? -1 - size.height : size.height, container.innerWidth,
      Double(number))
    let baseline: Double
    if let known = arena.cachedResult(.baseline, of: node, question) {
      baseline = known
    } else {
      container.node.mustBePlaced()
      place(
        node, width: size.width, height: size.height, heightIsDefinite: size.heightIsDefinite,
        parentWidth: container.innerWidth)
      baseline = firstBaseline(of: node) ?? size.height
      arena.store(.baseline, of: node, question, baseline)
    }
    item.baseline =
      item.marginCrossStart
      + (container.isCrossReversed ? size.height - baseline : baseline)
  }

  /// The first baseline of a placed box, from the top of its border box; nil if the box has none.
  private mutating func firstBaseline(of asked: NodePointer) -> Double? {
    var node = asked
    var offset = 0.0
    // A baseline that is scrolled out of a box is clamped to its edges.
    var (top, bottom) = (-Double.infinity, Double.infinity)
    while true {
      // The box itself may still have to be placed in its unchanged size.
      placeAgain(node)
      node.flags.insert(.hasUncachedResults)
      if node.style.overflow == .scroll {
        (top, bottom) = (max(top, offset), min(bottom, offset + node.pointee.height))
      }
      if node.isLeaf {
        let text = Double(node.pointee.baseline)
        if text.isNaN { break }
        let sides = node.sides(parentWidth: node.pointee.placedParentWidth)
        return max(top, min(offset + sides.top + text, bottom))
      }
      var inner: NodePointer?
      node.forEachBox { box in
        if inner == nil, box.flags.contains(.isBaselineBox), box.isInFlow { inner = box }
      }
      guard let inner else { break }
      // Boxes are aligned by their positions before `inset` shifts them.
      offset += inner.pointee.y - inner.verticalShift(in: node)
      node = inner
    }
    // If a descendant has no baseline, its bottom edge counts. If the search found no descendant,
    // the box has no baseline.
    return node == asked ? nil : max(top, min(offset + node.pointee.height, bottom))
  }
}

extension UnsafeMutablePointer where Pointee == NodeRecord {
  /// Marks this box and its ancestors dirty, because the descendants were placed for a measured
  /// size that may not be the final one.
  fileprivate func mustBePlaced() {
    var node: NodePointer? = self
    while let current = node, !current.flags.contains(.dirty) {
      // A root has a box, even if its style is `display: contents`.
      if current.style.display != .contents || current.parent == nil {
        current.flags.insert(.dirty)
      }
      // An absolute box is placed right after it is measured, so its ancestors need no mark.
      if current.style.position == .absolute, current.style.display != .contents { return }
      node = current.parent
    }
  }

  fileprivate func verticalShift(in container: NodePointer) -> Double {
    let sides = container.sidesSize(parentWidth: container.pointee.placedParentWidth)
    let height =
      container.flags.contains(.definiteHeight)
      ? (container.pointee.height - sides.height).clampedSize : .nan
    return insetShift(width: .nan, height: height, containerRTL: container.isRightToLeft).y
  }

  /// The distance by which `inset` shifts a box in flow, along each axis.
  @inline(__always) func insetShift(
    width: Double, height: Double, containerRTL: Bool
  ) -> (x: Double, y: Double) {
    guard styleRecord.pointee.isShifted else { return (0, 0) }
    return style.insetShift(width: width, height: height, containerRTL: containerRTL)
  }
}
