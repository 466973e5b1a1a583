extension LayoutPass {
  /// Rounds the boxes that moved, and collects the changed frames.
  ///
  /// - Parameters:
  ///   - origin: the parent's position.
  ///   - isShifted: whether `origin` may have changed since the node was last rounded.
  ///   - isFresh: whether an ancestor is new in the tree.
  mutating func round(
    _ node: NodePointer, from origin: RoundingOrigin, isShifted: Bool, isFresh: Bool
  ) {
    let flags = node.flags
    node.flags.remove([.moved, .resized, .descendantUnrounded])
    if flags.contains(.hidden) {
      // The layout that shows the node will count as its first one.
      if isFresh { node.flags.insert(.isNew) }
      if !flags.contains(.hasEmptyFrame) { erase(node) }
      return
    }
    node.flags.remove([.hasEmptyFrame, .isNew])
    let isFresh = isFresh || flags.contains(.isNew)
    let hasNoFrames = isFresh || flags.contains(.hasEmptyFrame)
    let isShifted = isShifted || hasNoFrames || flags.contains(.moved)
    if isShifted || flags.contains(.resized) { setFrame(node, from: origin, isFresh: isFresh) }
    guard !node.isLeaf else { return }

    let inside = origin.inside(node)
    if inside.isWhole { node.flags.insert(.wholeOrigin) } else { node.flags.remove(.wholeOrigin) }
    let staysWhole = inside.isWhole && flags.contains(.wholeOrigin)
    let shiftsChildren = hasNoFrames || (isShifted && !staysWhole)
    guard shiftsChildren || flags.contains(.descendantUnrounded) else { return }
    recursing { pass in
      node.forEachChild { child in
        guard shiftsChildren || !child.flags.isDisjoint(with: .anyUnrounded) else { return }
        pass.round(child, from: inside, isShifted: shiftsChildren, isFresh: isFresh)
      }
    }
  }

  private mutating func setFrame(
    _ node: NodePointer, from origin: RoundingOrigin, isFresh: Bool
  ) {
    counters.roundings += 1
    // A node without a box has no border or padding.
    let sides =
      node.style.display == .contents
      ? ResolvedEdges()
      : node.sides(parentWidth: node.pointee.placedParentWidth)
    let x = origin.x + node.pointee.x
    let y = origin.y + node.pointee.y
    let right = x + node.pointee.width
    let bottom = y + node.pointee.height
    let frame = PackedRect(left: x, top: y, right: right, bottom: bottom)
    let content = PackedRect(
      left: x + sides.left, top: y + sides.top, right: right - sides.right,
      bottom: bottom - sides.bottom)
    store(
      node, frame: frame.from(x: PackedRect.cell(origin.x), y: PackedRect.cell(origin.y)),
      insets: SIMD4(
        Int16(clamping: content.left - frame.left), Int16(clamping: content.top - frame.top),
        Int16(clamping: frame.right - content.right),
        Int16(clamping: frame.bottom - content.bottom)), isFresh: isFresh)
  }

  private mutating func store(
    _ node: NodePointer, frame: PackedRect, insets: SIMD4<Int16>, isFresh: Bool
  ) {
    let old = node.pointee.frame
    guard isFresh || old != frame || node.pointee.insets != insets else { return }
    node.pointee.frame = frame
    node.pointee.insets = insets
    changes.append(FrameChange(node.pointee.handle, old: isFresh ? nil : old, new: frame))
  }

  /// Clears the frames of a hidden subtree.
  private mutating func erase(_ node: NodePointer) {
    node.flags.insert(.hasEmptyFrame)
    store(node, frame: PackedRect(), insets: SIMD4(), isFresh: false)
    guard !node.isLeaf else { return }
    recursing { pass in
      node.forEachChild { pass.erase($0) }
    }
  }
}

/// The unrounded position of a box, for rounding its children. On each axis, the position is
/// relative to the nearest box, this one or an ancestor, that begins at a whole cell, because a
/// shift by whole cells does not affect rounding. So if that nearest box moves by whole cells, the
/// frames inside stay identical, to the last bit.
struct RoundingOrigin {
  private(set) var x = 0.0
  private(set) var y = 0.0

  /// Whether the box begins at a whole cell on both axes.
  var isWhole: Bool { x == 0 && y == 0 }

  /// The origin for the children of a box.
  func inside(_ node: NodePointer) -> RoundingOrigin {
    let (x, y) = (x + node.pointee.x, y + node.pointee.y)
    return RoundingOrigin(x: x == x.rounded() ? 0 : x, y: y == y.rounded() ? 0 : y)
  }
}
