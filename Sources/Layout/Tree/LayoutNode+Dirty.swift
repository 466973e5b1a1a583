extension LayoutNode {
  /// Marks the node dirty. Call it after the content that ``measure`` measures has changed.
  ///
  /// - Complexity: O(depth).
  public func markDirty() { box.markDirty(arena) }

  /// Marks the node dirty after a change of its style, and its parent too, because a style can
  /// change the node's position in its parent.
  func styleChanged(from old: LayoutStyle) {
    let box = box
    box.markIrregular()
    if box.style.layoutDirection != old.layoutDirection { box.directionChanged(arena) }
    box.dropCaches(arena)
    (box.parent ?? box).markDirty(arena)
  }
}

extension UnsafeMutablePointer where Pointee == NodeRecord {
  func markDirty(_ arena: LayoutArena) {
    precondition(
      arena.running == 0 || !root.flags.contains(.inLayout),
      "LayoutNode: this tree is being laid out; a measure function must not change it.")
    flags.insert(.dirty)
    guard !flags.contains(.contentChanged) else { return }
    let top = self.root
    guard top.flags.contains(.hasRoot), let state = arena.roots[arena.index(of: top)],
      state.availableWidth != nil
    else {
      dropCachesUpwards(arena)
      return
    }
    // The caches are kept: the next layout compares them with the new results, and visits ancestors
    // only if they differ.
    flags.insert(.contentChanged)
    state.changedNodes.append(arena.index(of: self))
    for node in ancestors { node.flags.insert(.descendantContentChanged) }
  }

  /// Marks the ancestors whose boxes may differ from their children in number or order, because of
  /// this node.
  func markIrregular() {
    guard style.display == .contents || style.order != 0 else { return }
    for node in ancestors {
      node.flags.insert(.isIrregular)
      guard node.style.display == .contents else { return }
    }
  }

  /// Empties the caches.
  func dropCaches(_ arena: LayoutArena) {
    flags.insert(.dirty)
    flags.remove([.hasUncachedResults, .widthFollowsHeight])
    pointee.sizes = SizeCache()
    arena.dropBlock(of: self)
  }

  /// Drops the caches of this node and its ancestors, because nothing is compared in a tree that
  /// has not been laid out.
  private func dropCachesUpwards(_ arena: LayoutArena) {
    dropCaches(arena)
    for node in ancestors {
      if node.hasNoCaches { return }
      node.dropCaches(arena)
    }
  }

  private var hasNoCaches: Bool {
    flags.contains(.dirty) && pointee.sizes.isEmpty && pointee.block == 0
  }

  // MARK: - Right to left

  /// Updates the text direction of this node and its descendants, if it changed.
  func directionChanged(_ arena: LayoutArena) {
    guard isRightToLeft != resolvedRightToLeft else { return }
    var waiting: ContiguousArray<NodePointer> = [self]
    while let node = waiting.popLast() {
      let isRightToLeft = node.resolvedRightToLeft
      guard node.isRightToLeft != isRightToLeft else { continue }
      if isRightToLeft { node.flags.insert(.rightToLeft) } else { node.flags.remove(.rightToLeft) }
      node.dropCaches(arena)
      node.forEachChild { waiting.append($0) }
    }
  }

  private var resolvedRightToLeft: Bool {
    switch style.layoutDirection {
    case .inherit: parent?.isRightToLeft ?? false
    case .leftToRight: false
    case .rightToLeft: true
    }
  }
}
