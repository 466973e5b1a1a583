import MillraceConstraints

/// Layout of containers whose constraints place the children.
///
/// As elsewhere, widths come first: the solver gets the content widths, the heights are measured at
/// the solved widths, and the solver runs again.
extension LayoutPass {
  private typealias Items = [(child: LayoutNode, item: LayoutItem)]

  mutating func constrainedContentWidth(of node: NodePointer, _ kind: ContentWidth) -> Double {
    let (constraints, _) = updateItems(node, parentWidth: .nan, kind)
    return constraints.items.fittingSize(width: nil, height: nil).width.clampedSize
  }

  mutating func constrainedContentHeight(of node: NodePointer, innerWidth: Double) -> Double {
    let (constraints, followed) = updateItems(node, parentWidth: innerWidth, .max)
    let container = FlexContainer(node, innerWidth: innerWidth)
    constraints.items.setSize(width: innerWidth, height: nil)
    constraints.items.solve()
    setContentHeights(constraints, followed, container)
    return constraints.items.fittingSize(width: innerWidth, height: nil).height.clampedSize
  }

  mutating func placeConstrained(_ container: FlexContainer, _ sides: ResolvedEdges) {
    let node = container.node
    let (constraints, followed) = updateItems(node, parentWidth: container.innerWidth, .max)
    constraints.items.setSize(width: container.innerWidth, height: container.innerHeight)
    constraints.items.solve()
    setContentHeights(constraints, followed, container)
    constraints.items.solve()

    for (index, (handle, item)) in followed.filter({ $0.child.box.isInFlow }).enumerated() {
      let (child, frame) = (handle.box, constraints.items.frame(of: item))
      let shift = child.insetShift(
        width: container.innerWidth, height: container.percentHeight,
        containerRTL: node.isRightToLeft)
      setVisible(child, true)
      child.flags.remove(.isBaselineBox)
      if index == 0 { child.flags.insert(.isBaselineBox) }
      setPosition(child, x: sides.left + frame.x + shift.x, y: sides.top + frame.y + shift.y)
      place(
        child, width: frame.width.clampedSize, height: frame.height.clampedSize,
        heightIsDefinite: true,
        parentWidth: container.innerWidth)
      markForRounding(child, in: node)
    }
  }

  /// Updates the solver's items and their content widths.
  private mutating func updateItems(
    _ node: NodePointer, parentWidth: Double, _ kind: ContentWidth
  ) -> (ConstraintContainer, Items) {
    let handle = node.pointee.handle
    let constraints = handle.ensureConstraintContainer()
    constraints.items.direction = node.isRightToLeft ? .rightToLeft : .leftToRight
    let followed = constraints.updateItems(handle.boxes)
    for (handle, item) in followed {
      let child = handle.box
      var width = 0.0
      if child.style.display != .none {
        let sides = child.sidesSize(parentWidth: parentWidth)
        var limits = child.limits(width: parentWidth, height: .nan, sides: sides)
        let room = LayoutSize(width: parentWidth, height: .nan)
        resolveKeywords(&limits, of: child, room: room, sides: sides)
        width = limits.width
        if width.isNaN, child.style.ratio > 0, !limits.height.isNaN {
          let height = limits.height.clamped(min: limits.minHeight, max: limits.maxHeight)
          width = ratioWidth(of: child, height: height, sides: sides)
        }
        if width.isNaN { width = sides.width + contentWidth(of: child, kind) }
        width = width.clamped(min: limits.minWidth, max: limits.maxWidth).clampedSize
      }
      constraints.items.setContent(width, .horizontal, of: item)
    }
    return (constraints, followed)
  }

  /// Updates the solver with the content heights at the solved widths.
  private mutating func setContentHeights(
    _ constraints: ConstraintContainer, _ followed: Items, _ container: FlexContainer
  ) {
    for (handle, item) in followed {
      let child = handle.box
      var height = 0.0
      if child.style.display != .none {
        let width = constraints.items.frame(of: item).width.clampedSize
        let sides = child.sidesSize(parentWidth: container.innerWidth)
        let limits = child.limits(
          width: container.innerWidth, height: container.percentHeight, sides: sides)
        height = limits.height
        if height.isNaN, child.style.ratio > 0 {
          height = child.style.ratioHeight(width: width, sides: sides)
        }
        if height.isNaN {
          height = measuredHeight(of: child, width: width, parentWidth: container.innerWidth)
        }
        height = height.clamped(min: limits.minHeight, max: limits.maxHeight).clampedSize
      }
      constraints.items.setContent(height, .vertical, of: item)
    }
  }
}
