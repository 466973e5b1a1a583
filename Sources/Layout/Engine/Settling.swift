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
  mutating func settle(_ root: Box, _ state: RootState) -> ContiguousArray<Box> {
    let suspects = state.suspects
    state.suspects.removeAll(keepingCapacity: true)
    var levels: ContiguousArray<ContiguousArray<Box>> = []
    for node in suspects.map({ arena[$0] })
    where node.marks.contains(.suspect) && node.top == root {
      let depth = node.clearPath()
      while levels.count <= depth { levels.append([]) }
      levels[depth].append(node)
    }
    var places: ContiguousArray<Box> = []
    while let level = levels.popLast() {
      for node in level where node.marks.contains(.suspect) {
        node.marks.remove([.suspect, .suspectBelow])
        guard !stays(node), let parent = node.parent else {
          places.append(node)
          continue
        }
        parent.marks.insert(.dirty)
        guard !parent.marks.contains(.suspect) else { continue }
        parent.marks.insert(.suspect)
        levels[levels.count - 1].append(parent)
      }
    }
    places.reverse()
    return places
  }

  /// Whether a changed node's results are the same as before.
  private mutating func stays(_ node: Box) -> Bool {
    // The last layout did not include this node, so its ancestors do not depend on it. Its own
    // caches are outdated.
    guard node.marks.isDisjoint(with: [.hidden, .erased]) else {
      node.forget(arena)
      return node.style.display == .none && node.marks.contains(.hidden)
    }
    // If the width depends on the height, the container has a result for each height.
    let tellsMore = !node.marks.isDisjoint(with: [.tellsMore, .widthFollowsHeight])
    let old = node.pointee.sizes
    let rare = node.pointee.block == 0 ? [] : arena.blocks[Int(node.pointee.block)].entries
    node.forget(arena)
    if tellsMore || node.style.display == .contents { return false }
    // An absolute box does not affect its parent, whatever its content.
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
      if contentHeight(of: node, innerWidth: entry.question[0]) != entry.answer { return false }
    }
    return !node.marks.contains(.widthFollowsHeight)
  }

  /// Places the descendants of a dirty box again, in its unchanged size.
  mutating func placeAgain(_ node: Box) {
    guard node.marks.contains(.dirty), !node.pointee.width.isNaN else { return }
    if node.isHidden {
      node.waitForShowing()
      return
    }
    place(
      node, width: node.pointee.width, height: node.pointee.height,
      heightIsDefinite: node.marks.contains(.definiteHeight),
      parentWidth: node.pointee.placedParentWidth)
  }

  /// Rounds a box and the descendants that moved.
  mutating func round(_ node: Box) {
    guard !node.marks.isDisjoint(with: .anyStale), !node.isHidden || node.parent == nil
    else { return }
    // From the root down, so that the sums equal those of a full layout to the last bit.
    var origin = RoundingOrigin()
    for current in node.ancestors.reversed() { origin = origin.inside(current) }
    round(node, from: origin, isShifted: false, isFresh: false)
  }
}

extension UnsafeMutablePointer where Pointee == NodeRecord {
  /// Removes the marks on the path from the root to this node.
  /// - Returns: the depth of the node.
  fileprivate func clearPath() -> Int {
    var depth = 0
    for node in ancestors {
      node.marks.remove(.suspectBelow)
      depth += 1
    }
    return depth
  }

  /// Whether this box or an ancestor is hidden.
  fileprivate var isHidden: Bool {
    if marks.contains(.hidden) { return true }
    for node in ancestors where node.marks.contains(.hidden) { return true }
    return false
  }

  /// Marks the ancestors up to the hidden one dirty, so that showing it places this box.
  fileprivate func waitForShowing() {
    var node = self
    while !node.marks.contains(.hidden), let parent = node.parent, !parent.marks.contains(.hidden) {
      parent.marks.insert(.dirty)
      node = parent
    }
  }

  /// Marks the path from the root to this node for rounding.
  func leadRounding() {
    guard !marks.isDisjoint(with: .anyStale) else { return }
    for node in ancestors { node.marks.insert(.staleBelow) }
  }
}
