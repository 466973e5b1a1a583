/// Finds how far up the tree the changes since the last layout have an effect.
///
/// A container depends on three results of a node: its min-content and max-content widths, and its
/// heights at given widths. If a changed node's results stay equal, its container needs no layout,
/// and the change ends there: no siblings or ancestors are visited.
extension LayoutPass {
  /// Recomputes the results of changed nodes, the deepest first.
  ///
  /// - Returns: the nodes at which the changes end: their size stays, and their children have to be
  ///   placed again. Ancestors come first.
  mutating func propagateChanges(_ root: NodePointer, _ state: RootState) -> ContiguousArray<
    NodePointer
  > {
    let changedNodes = state.changedNodes
    state.changedNodes.removeAll(keepingCapacity: true)
    var levels: ContiguousArray<ContiguousArray<NodePointer>> = []
    for node in changedNodes.map({ arena[$0] })
    where node.flags.contains(.contentChanged) && node.root == root {
      let depth = node.clearPath()
      while levels.count <= depth { levels.append([]) }
      levels[depth].append(node)
    }
    var boundaries: ContiguousArray<NodePointer> = []
    while let level = levels.popLast() {
      for node in level where node.flags.contains(.contentChanged) {
        node.flags.remove([.contentChanged, .descendantContentChanged])
        guard !hasSameResults(node), let parent = node.parent else {
          boundaries.append(node)
          continue
        }
        parent.flags.insert(.dirty)
        guard !parent.flags.contains(.contentChanged) else { continue }
        parent.flags.insert(.contentChanged)
        levels[levels.count - 1].append(parent)
      }
    }
    boundaries.reverse()
    return boundaries
  }

  /// Whether a changed node's results are the same as before.
  private mutating func hasSameResults(_ node: NodePointer) -> Bool {
    // The last layout did not include this node, so its ancestors do not depend on it. Its own
    // caches are outdated.
    guard node.flags.isDisjoint(with: [.hidden, .hasEmptyFrame]) else {
      node.dropCaches(arena)
      return node.style.display == .none && node.flags.contains(.hidden)
    }
    // If the container used a result that is not cached, or the widths for several heights, the
    // results cannot be compared, and count as changed.
    let cannotCompare = !node.flags.isDisjoint(with: [
      .hasUncachedResults, .widthFollowsHeight,
    ])
    let old = node.pointee.sizes
    let rare = node.pointee.block == 0 ? [] : arena.blocks[Int(node.pointee.block)].entries
    node.dropCaches(arena)
    if cannotCompare || node.style.display == .contents { return false }
    // The parent of an absolute box must place the box again, whatever the box's results. A root
    // has no parent.
    if node.style.position == .absolute { return node.parent == nil }
    if !old.minWidth.isNaN, contentWidth(of: node, .min) != Double(old.minWidth) { return false }
    if !old.maxWidth.isNaN, contentWidth(of: node, .max) != Double(old.maxWidth) { return false }
    if !old.widths.1.isNaN,
      contentHeight(of: node, innerWidth: old.widths.1) != Double(old.heights.1)
    {
      return false
    }
    if !old.widths.0.isNaN,
      contentHeight(of: node, innerWidth: old.widths.0) != Double(old.heights.0)
    {
      return false
    }
    for entry in rare where entry.kind == .height {
      if contentHeight(of: node, innerWidth: entry.input[0]) != entry.result { return false }
    }
    return !node.flags.contains(.widthFollowsHeight)
  }

  /// Places the descendants of a dirty box again, in its unchanged size.
  mutating func placeAgain(_ node: NodePointer) {
    guard node.flags.contains(.dirty), !node.pointee.width.isNaN else { return }
    if node.isHidden {
      node.markDirtyUpToHidden()
      return
    }
    place(
      node, width: node.pointee.width, height: node.pointee.height,
      heightIsDefinite: node.flags.contains(.definiteHeight),
      parentWidth: node.pointee.placedParentWidth)
  }

  /// Rounds a box and the descendants that moved.
  mutating func round(_ node: NodePointer) {
    guard !node.flags.isDisjoint(with: .anyUnrounded), !node.isHidden || node.parent == nil
    else { return }
    // Adds the positions from the root down, so that the sums equal those of a full layout to the
    // last bit.
    var origin = RoundingOrigin()
    for current in node.ancestors.reversed() { origin = origin.inside(current) }
    round(node, from: origin, isShifted: false, isFresh: false)
  }
}

extension UnsafeMutablePointer where Pointee == NodeRecord {
  /// Clears the flag `descendantContentChanged` of this node's ancestors.
  /// - Returns: the depth of the node.
  fileprivate func clearPath() -> Int {
    var depth = 0
    for node in ancestors {
      node.flags.remove(.descendantContentChanged)
      depth += 1
    }
    return depth
  }

  /// Whether this box or an ancestor is hidden.
  fileprivate var isHidden: Bool {
    if flags.contains(.hidden) { return true }
    for node in ancestors where node.flags.contains(.hidden) { return true }
    return false
  }

  /// Marks the boxes between this box and its hidden ancestor dirty, so that showing that ancestor
  /// places this box.
  fileprivate func markDirtyUpToHidden() {
    var node = self
    while !node.flags.contains(.hidden), let parent = node.parent, !parent.flags.contains(.hidden) {
      parent.flags.insert(.dirty)
      node = parent
    }
  }

  /// Marks the path from the root to this node for rounding.
  func markPathForRounding() {
    guard !flags.isDisjoint(with: .anyUnrounded) else { return }
    for node in ancestors { node.flags.insert(.descendantUnrounded) }
  }
}
