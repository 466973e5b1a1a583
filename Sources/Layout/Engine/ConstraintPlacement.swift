/// Containers whose children stand where constraints put them.
///
/// Widths come first here, too: they are solved for what the contents want across, then the heights
/// are measured in them, and solved for.
extension LayoutPass {
  mutating func constrainedContentWidth(of node: LayoutNode, _ kind: ContentWidth) -> Double {
    let constraints = node.followedConstraintContainer()
    wantWidths(constraints, node, parentWidth: .nan, kind)
    return (try? constraints.solver.fittingSize().width)?.asSize ?? 0
  }

  mutating func constrainedContentHeight(of node: LayoutNode, innerWidth: Double) -> Double {
    let constraints = node.followedConstraintContainer()
    let container = FlexContainer(node, innerWidth: innerWidth, isMeasured: true)
    wantWidths(constraints, node, parentWidth: innerWidth, .maxContent)
    constraints.solver.solve(width: innerWidth)
    wantHeights(constraints, container)
    return (try? constraints.solver.fittingSize(width: innerWidth).height)?.asSize ?? 0
  }

  mutating func placeConstrained(_ container: FlexContainer, _ sides: ResolvedEdges) {
    let node = container.node
    let constraints = node.followedConstraintContainer()
    wantWidths(constraints, node, parentWidth: container.innerWidth, .maxContent)
    // Sizes are within the solver's limits.
    try? constraints.solver.setSize(width: container.innerWidth, height: container.innerHeight)
    constraints.solver.solve(width: container.innerWidth)
    wantHeights(constraints, container)
    constraints.solver.solve()

    var isFirst = true
    let boxes = container.boxes.filter(\.isInFlow)
    for (child, frame) in zip(boxes, constraints.frames(of: boxes)) {
      let shift = child.style.insetShift(
        width: container.innerWidth, height: container.percentHeight, rtl: child.isRightToLeft,
        containerRTL: node.isRightToLeft)
      setVisible(child, true)
      child.marks.remove(.isBaselineBox)
      if isFirst { child.marks.insert(.isBaselineBox) }
      isFirst = false
      setPosition(child, x: sides.left + frame.x + shift.x, y: sides.top + frame.y + shift.y)
      place(
        child, width: frame.width.asSize, height: frame.height.asSize, heightIsDefinite: true,
        parentWidth: container.innerWidth)
      noteStale(child, in: node)
    }
  }

  /// Tells the solver how wide the children's contents want to be.
  private mutating func wantWidths(
    _ constraints: ConstraintContainer, _ node: LayoutNode, parentWidth: Double,
    _ kind: ContentWidth
  ) {
    for child in node.boxes where child.style.position != .absolute {
      var width = 0.0
      if child.style.display != .none {
        let sides = child.sidesSize(parentWidth: parentWidth)
        noteHeight(.nan, of: child)
        var limits = SizeLimits(child.style, width: parentWidth, height: .nan, sides: sides)
        if child.style.hasKeywords {
          let room = Room(width: parentWidth, height: .nan, sides: sides)
          resolveKeywords(&limits, of: child, room: room)
        }
        width = limits.width
        if width.isNaN, child.style.ratio > 0, !limits.height.isNaN {
          let height = limits.height.clamped(min: limits.minHeight, max: limits.maxHeight)
          width = ratioWidth(of: child, height: height, sides: sides)
        }
        if width.isNaN { width = sides.width + contentWidth(of: child, kind) }
        width = width.clamped(min: limits.minWidth, max: limits.maxWidth).asSize
      }
      constraints.wish(width, .horizontal, of: child)
    }
  }

  /// Tells the solver how high the children's contents want to be at the widths that it found.
  private mutating func wantHeights(
    _ constraints: ConstraintContainer, _ container: FlexContainer
  ) {
    let boxes = container.boxes.filter { $0.style.position != .absolute }
    for (child, frame) in zip(boxes, constraints.frames(of: boxes)) {
      var height = 0.0
      if child.style.display != .none {
        let sides = child.sidesSize(parentWidth: container.innerWidth)
        var limits = SizeLimits(
          child.style, width: container.innerWidth, height: container.percentHeight, sides: sides)
        height = limits.height
        if height.isNaN, child.style.ratio > 0 {
          height = child.style.ratioHeight(width: frame.width.asSize, sides: sides)
        }
        if height.isNaN {
          height = measuredHeight(of: child, width: frame.width.asSize, in: container)
        }
        if child.style.limitsHeightByContent {
          let content = measuredHeight(of: child, width: frame.width.asSize, in: container)
          limits.limitHeight(by: content, child.style)
        }
        height = height.clamped(min: limits.minHeight, max: limits.maxHeight).asSize
      }
      constraints.wish(height, .vertical, of: child)
    }
  }
}
