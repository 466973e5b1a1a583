extension LayoutNode {
  /// Says that the measured content changed.
  ///
  /// - Complexity: O(depth).
  public func markDirty() { box.markDirty(arena) }

  /// Another style can change the node's place in its parent, whatever its size.
  func styleChanged(from old: LayoutStyle) {
    let box = box
    box.noteIrregularity()
    if box.style.layoutDirection != old.layoutDirection { box.directionChanged(arena) }
    box.forget(arena)
    (box.parent ?? box).markDirty(arena)
  }
}

extension UnsafeMutablePointer where Pointee == NodeRecord {
  func markDirty(_ arena: LayoutArena) {
    precondition(
      arena.running == 0 || !top.marks.contains(.inLayout),
      "LayoutNode: this tree is being laid out; a measure function must not change it.")
    marks.insert(.dirty)
    guard !marks.contains(.suspect) else { return }
    let top = self.top
    guard top.marks.contains(.hasRoot), let state = arena.roots[arena.index(of: top)],
      state.availableWidth != nil
    else {
      forgetUpwards(arena)
      return
    }
    // What this node's size was is kept: the next layout looks whether it is another one now, and
    // climbs no further than that.
    marks.insert(.suspect)
    state.suspects.append(arena.index(of: self))
    for node in ancestors { node.marks.insert(.suspectBelow) }
  }

  /// Tells the parent that its children are not simply its boxes.
  func noteIrregularity() {
    guard style.display == .contents || style.order != 0 else { return }
    for node in ancestors {
      node.marks.insert(.isIrregular)
      guard node.style.display == .contents else { return }
    }
  }

  /// Empties the caches.
  func forget(_ arena: LayoutArena) {
    marks.insert(.dirty)
    marks.remove([.tellsMore, .widthFollowsHeight])
    pointee.sizes = SizeCache()
    arena.forgetBlock(of: self)
  }

  /// In a tree that has not been laid out, or parts of one that are not shown: nothing is compared,
  /// so what depends on this node is forgotten.
  private func forgetUpwards(_ arena: LayoutArena) {
    forget(arena)
    for node in ancestors {
      if node.isForgotten { return }
      node.forget(arena)
    }
  }

  private var isForgotten: Bool {
    marks.contains(.dirty) && pointee.sizes.isEmpty && pointee.block == 0
  }

  // MARK: - Right to left

  /// Takes over the side on which lines begin, here and below, where it is another one.
  func directionChanged(_ arena: LayoutArena) {
    guard isRightToLeft != wantsRightToLeft else { return }
    var waiting: ContiguousArray<Box> = [self]
    while let node = waiting.popLast() {
      let isRightToLeft = node.wantsRightToLeft
      guard node.isRightToLeft != isRightToLeft else { continue }
      if isRightToLeft { node.marks.insert(.rightToLeft) } else { node.marks.remove(.rightToLeft) }
      node.forget(arena)
      node.forEachChild { waiting.append($0) }
    }
  }

  private var wantsRightToLeft: Bool {
    switch style.layoutDirection {
    case .inherit: parent?.isRightToLeft ?? false
    case .leftToRight: false
    case .rightToLeft: true
    }
  }
}
