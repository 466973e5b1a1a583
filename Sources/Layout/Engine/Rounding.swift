extension LayoutPass {
  /// Rounds what moved, and collects the frames that changed.
  ///
  /// - Parameters:
  ///   - originX: the parent's absolute position, unrounded.
  ///   - originY: likewise.
  ///   - isShifted: an ancestor moved.
  ///   - isFresh: an ancestor is new in the tree.
  mutating func round(
    _ node: LayoutNode, originX: Double, originY: Double, isShifted: Bool, isFresh: Bool
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
    let isShifted = isShifted || isFresh || !marks.isDisjoint(with: [.moved, .erased])
    let x = originX + node.x
    let y = originY + node.y
    if isShifted || marks.contains(.resized) { setFrame(node, x: x, y: y, isFresh: isFresh) }
    guard isShifted || marks.contains(.staleBelow) else { return }
    deeper { pass in
      for child in node.children where isShifted || !child.marks.isDisjoint(with: .anyStale) {
        pass.round(child, originX: x, originY: y, isShifted: isShifted, isFresh: isFresh)
      }
    }
  }

  private mutating func setFrame(_ node: LayoutNode, x: Double, y: Double, isFresh: Bool) {
    counters.roundings += 1
    // A box without a box has no sides either.
    let sides =
      node.style.display == .contents
      ? ResolvedEdges()
      : node.style.paddingAndBorder(
        parentWidth: node.placedParentWidth, rtl: node.isRightToLeft)
    let right = x + node.width
    let bottom = y + node.height
    let frame = PackedRect(left: x, top: y, right: right, bottom: bottom)
    let content = PackedRect(
      left: x + sides.left, top: y + sides.top, right: right - sides.right,
      bottom: bottom - sides.bottom)
    store(node, frame: frame, content: content, isFresh: isFresh)
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
