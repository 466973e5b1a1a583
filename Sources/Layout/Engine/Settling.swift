/// What changed since the last layout, and how far up that matters.
///
/// A node tells its container three things: how narrow and how wide its content can be, and how
/// high it is at its width. Where these come out as they were, the container has nothing to do, and
/// the change ends there: however many siblings and ancestors there are, none is visited.
extension LayoutPass {
  /// Computes anew what changed nodes tell their containers, the deepest first.
  ///
  /// - Returns: the nodes in which the changes end: their size stands, what is in them is to be
  ///   placed again. Outer ones first.
  mutating func settle(_ root: LayoutNode, _ state: RootState) -> [LayoutNode] {
    let suspects = state.suspects
    state.suspects = []
    var levels: [[LayoutNode]] = root.marks.contains(.suspect) ? [[root]] : []
    for node in suspects where node.marks.contains(.suspect) && node.top === root {
      let depth = node.clearPath()
      while levels.count <= depth { levels.append([]) }
      levels[depth].append(node)
    }
    var places: [LayoutNode] = []
    while let level = levels.popLast() {
      for node in level where node.marks.contains(.suspect) {
        node.marks.remove([.suspect, .suspectBelow])
        guard outcome(of: node) == .passesOn, let parent = node.parentReference else {
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

  private enum Outcome { case stays, passesOn }

  private mutating func outcome(of node: LayoutNode) -> Outcome {
    // It was not laid out as it is now, so nothing that its ancestors know is of it; but what it
    // knows itself is of the past.
    guard !node.marks.contains(.hidden), !node.marks.contains(.erased) else {
      node.forget()
      return node.style.display == .none && node.marks.contains(.hidden) ? .stays : .passesOn
    }
    let mustPassOn = !node.marks.isDisjoint(with: [.mustPassOn, .hasManyHeights, .givesBaseline])
    node.marks.remove(.mustPassOn)
    let old = (node.minContentWidth, node.maxContentWidth, node.measuredWidth, node.measuredHeight)
    let followedHeight = node.marks.contains(.widthFollowsHeight)
    node.forget()
    if mustPassOn || node.style.display == .contents { return .passesOn }
    // The parent finds an absolute box, whatever its content.
    if node.style.position == .absolute { return node.parentReference == nil ? .stays : .passesOn }
    if !old.0.isNaN, contentWidth(of: node, .minContent) != old.0 { return .passesOn }
    if !old.1.isNaN, contentWidth(of: node, .maxContent) != old.1 { return .passesOn }
    if !old.2.isNaN, contentHeight(of: node, innerWidth: old.2) != old.3 { return .passesOn }
    // Its container tells it its height, or does not.
    return node.marks.contains(.widthFollowsHeight) == followedHeight ? .stays : .passesOn
  }

  /// Places what is in a box once more, in the size that it has.
  mutating func placeAgain(_ node: LayoutNode) {
    guard node.marks.contains(.dirty), !node.width.isNaN else { return }
    if node.isHidden {
      node.waitForShowing()
      return
    }
    place(
      node, width: node.width, height: node.height,
      heightIsDefinite: node.marks.contains(.definiteHeight),
      parentWidth: node.placedParentWidth)
  }

  /// Rounds what moved in a box, and itself.
  mutating func round(_ node: LayoutNode) {
    guard !node.marks.isDisjoint(with: .anyStale), !node.isHidden || node.parentReference == nil
    else { return }
    // From the root down, so that the sums are those of a whole layout, to the last bit.
    var path: [LayoutNode] = []
    var ancestor = node.parentReference
    while let current = ancestor {
      path.append(current)
      ancestor = current.parentReference
    }
    var origin = RoundingOrigin()
    for current in path.reversed() { origin = origin.inside(current) }
    round(node, from: origin, isShifted: false, isFresh: false)
  }
}

extension LayoutNode {
  /// Removes the marks that lead from the root to this node. Below a node that has many heights,
  /// of which it remembers one, equal heights prove nothing.
  /// - Returns: how deep the node is.
  fileprivate func clearPath() -> Int {
    var depth = 0
    var hasManyHeights: LayoutNode?
    var ancestor = parentReference
    while let current = ancestor {
      current.marks.remove(.suspectBelow)
      if current.marks.contains(.hasManyHeights) { hasManyHeights = current }
      depth += 1
      ancestor = current.parentReference
    }
    guard let hasManyHeights else { return depth }
    var node = self
    while node !== hasManyHeights, let parent = node.parentReference {
      node.marks.insert(.mustPassOn)
      node = parent
    }
    return depth
  }

  /// Whether it, or a box that it is in, is not shown.
  fileprivate var isHidden: Bool {
    var node: LayoutNode? = self
    while let current = node {
      if current.marks.contains(.hidden) { return true }
      node = current.parentReference
    }
    return false
  }

  /// Leads the placement that shows a hidden box to this one.
  fileprivate func waitForShowing() {
    var node = self
    while !node.marks.contains(.hidden), let parent = node.parentReference,
      !parent.marks.contains(.hidden)
    {
      parent.marks.insert(.dirty)
      node = parent
    }
  }

  /// Leads a rounding from the root to this node.
  func leadRounding() {
    guard !marks.isDisjoint(with: .anyStale) else { return }
    var ancestor = parentReference
    while let current = ancestor {
      current.marks.insert(.staleBelow)
      ancestor = current.parentReference
    }
  }
}
