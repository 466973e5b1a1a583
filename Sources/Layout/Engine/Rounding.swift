extension LayoutPass {
  /// Rounds what moved, and collects the frames that changed.
  ///
  /// - Parameters:
  ///   - origin: the parent's position.
  ///   - isShifted: that may be another one than when the node was rounded last.
  ///   - isFresh: an ancestor is new in the tree.
  mutating func round(
    _ node: LayoutNode, from origin: RoundingOrigin, isShifted: Bool, isFresh: Bool
  ) {
    let marks = node.marks
    node.marks.remove([.moved, .resized, .staleBelow])
    if marks.contains(.hidden) {
      // Its first layout is the one that shows it.
      if isFresh { node.marks.insert(.fresh) }
      if !marks.contains(.erased) { erase(node) }
      return
    }
    node.marks.remove([.erased, .fresh])
    let isFresh = isFresh || marks.contains(.fresh)
    let hasNoFrames = isFresh || marks.contains(.erased)
    let isShifted = isShifted || hasNoFrames || marks.contains(.moved)
    if isShifted || marks.contains(.resized) { setFrame(node, from: origin, isFresh: isFresh) }
    guard !node.children.isEmpty else { return }

    let inside = origin.inside(node)
    if inside.isWhole { node.marks.insert(.wholeOrigin) } else { node.marks.remove(.wholeOrigin) }
    let staysWhole = inside.isWhole && marks.contains(.wholeOrigin)
    let shiftsChildren = hasNoFrames || (isShifted && !staysWhole)
    guard shiftsChildren || marks.contains(.staleBelow) else { return }
    deeper { pass in
      for child in node.children where shiftsChildren || !child.marks.isDisjoint(with: .anyStale) {
        pass.round(child, from: inside, isShifted: shiftsChildren, isFresh: isFresh)
      }
    }
  }

  private mutating func setFrame(
    _ node: LayoutNode, from origin: RoundingOrigin, isFresh: Bool
  ) {
    counters.roundings += 1
    // A box without a box has no sides either.
    let sides =
      node.style.display == .contents
      ? ResolvedEdges()
      : node.style.paddingAndBorder(
        parentWidth: node.placedParentWidth, rtl: node.isRightToLeft)
    let x = origin.x + node.x
    let y = origin.y + node.y
    let right = x + node.width
    let bottom = y + node.height
    let frame = PackedRect(left: x, top: y, right: right, bottom: bottom)
    let content = PackedRect(
      left: x + sides.left, top: y + sides.top, right: right - sides.right,
      bottom: bottom - sides.bottom)
    store(
      node, frame: frame.from(x: PackedRect.cell(origin.x), y: PackedRect.cell(origin.y)),
      content: content.from(x: frame.left, y: frame.top), isFresh: isFresh)
  }

  private mutating func store(
    _ node: LayoutNode, frame: PackedRect, content: PackedRect, isFresh: Bool
  ) {
    let old = node.frameStorage
    guard isFresh || old != frame || node.contentStorage != content else { return }
    node.frameStorage = frame
    node.contentStorage = content
    changes.append(FrameChange(node: node, old: isFresh ? nil : old.rect, new: frame.rect))
  }

  /// Empties the frames of a hidden subtree.
  private mutating func erase(_ node: LayoutNode) {
    node.marks.insert(.erased)
    store(node, frame: PackedRect(), content: PackedRect(), isFresh: false)
    guard !node.children.isEmpty else { return }
    deeper { pass in
      for child in node.children { pass.erase(child) }
    }
  }
}

/// Where a box stands that others are in, unrounded. Whole cells before an edge do not change how it is
/// rounded, so each axis counts from the nearest box, this one or above, that begins with a cell on it:
/// what is in that has the same frames, to the last bit, wherever it is.
struct RoundingOrigin {
  private(set) var x = 0.0
  private(set) var y = 0.0

  /// Whether the box begins with a cell on both axes.
  var isWhole: Bool { x == 0 && y == 0 }

  /// The same for a box in that one.
  func inside(_ node: LayoutNode) -> RoundingOrigin {
    let (x, y) = (x + node.x, y + node.y)
    return RoundingOrigin(x: x == x.rounded() ? 0 : x, y: y == y.rounded() ? 0 : y)
  }
}
