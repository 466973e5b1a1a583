/// What changed since the last layout, and how far up that matters.
///
/// A node tells its container three things: how narrow and how wide its content can be, and how
/// high it is at its widths. Where these come out as they were, the container has nothing to do, and
/// the change ends there: however many siblings and ancestors there are, none is visited.
extension LayoutPass {
  /// Computes anew what changed nodes tell their containers, the deepest first.
  ///
  /// - Returns: the nodes in which the changes end: their size stands, what is in them is to be
  ///   placed again. Outer ones first.
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

  /// Whether a node tells its container what it told it before it changed.
  private mutating func stays(_ node: Box) -> Bool {
    // It was not laid out as it is now, so nothing that its ancestors know is of it; but what it
    // knows itself is of the past.
    guard node.marks.isDisjoint(with: [.hidden, .erased]) else {
      node.forget(arena)
      return node.style.display == .none && node.marks.contains(.hidden)
    }
    // Where a width follows from a height, the container knows an answer for each.
    let tellsMore = !node.marks.isDisjoint(with: [.tellsMore, .widthFollowsHeight])
    let old = node.pointee.sizes
    let rare = node.pointee.block == 0 ? [] : arena.blocks[Int(node.pointee.block)].entries
    node.forget(arena)
    if tellsMore || node.style.display == .contents { return false }
    // The parent finds an absolute box, whatever its content.
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

  /// Places what is in a box once more, in the size that it has.
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

  /// Rounds what moved in a box, and itself.
  mutating func round(_ node: Box) {
    guard !node.marks.isDisjoint(with: .anyStale), !node.isHidden || node.parent == nil
    else { return }
    // From the root down, so that the sums are those of a whole layout, to the last bit.
    var origin = RoundingOrigin()
    for current in node.ancestors.reversed() { origin = origin.inside(current) }
    round(node, from: origin, isShifted: false, isFresh: false)
  }
}

extension UnsafeMutablePointer where Pointee == NodeRecord {
  /// Removes the marks that lead from the root to this node.
  /// - Returns: how deep the node is.
  fileprivate func clearPath() -> Int {
    var depth = 0
    for node in ancestors {
      node.marks.remove(.suspectBelow)
      depth += 1
    }
    return depth
  }

  /// Whether it, or a box that it is in, is not shown.
  fileprivate var isHidden: Bool {
    if marks.contains(.hidden) { return true }
    for node in ancestors where node.marks.contains(.hidden) { return true }
    return false
  }

  /// Leads the placement that shows a hidden box to this one.
  fileprivate func waitForShowing() {
    var node = self
    while !node.marks.contains(.hidden), let parent = node.parent, !parent.marks.contains(.hidden) {
      parent.marks.insert(.dirty)
      node = parent
    }
  }

  /// Leads a rounding from the root to this node.
  func leadRounding() {
    guard !marks.isDisjoint(with: .anyStale) else { return }
    for node in ancestors { node.marks.insert(.staleBelow) }
  }
}
