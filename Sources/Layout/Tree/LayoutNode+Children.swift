extension LayoutNode {
  /// Adds a child. A measure function must not do so in the tree that is being laid out, nor in one that
  /// came out of it or that nodes of it came from.
  ///
  /// - Parameters:
  ///   - child: a node without a parent, which is not this node nor above it.
  ///   - index: where it will be, 0 to `children.count`.
  /// - Complexity: O(depth + number of children). Where the child comes from another tree, the smaller
  ///   of the two is copied.
  public func insert(_ child: LayoutNode, at index: Int) {
    precondition(
      child.box.parent == nil,
      "LayoutNode.insert: the child already has a parent; remove it there first.")
    precondition(
      !isWithin(child), "LayoutNode.insert: a node cannot be put inside itself.")
    precondition(
      arena.running == 0 && child.arena.running == 0,
      "LayoutNode.insert: a tree that these nodes are or were in is being laid out; a measure "
        + "function must not insert.")
    if arena !== child.arena {
      let (larger, smaller) =
        arena.count < child.arena.count ? (child.arena, arena) : (arena, child.arena)
      larger.merge(smaller)
    }
    let box = box
    let inner = child.box
    // What waits to be compared waited for a layout of its own root, which it is no more.
    if inner.marks.contains(.hasRoot) {
      inner.settleSuspects(arena)
      arena.roots[child.index] = nil
      // As a root it contained absolute boxes that it may not contain now.
      inner.marks.insert(.dirty)
      inner.marks.remove(.hasRoot)
    }
    box.pointee.baseline = .nan
    children.insert(child, at: index)
    link(index)
    inner.parent = box
    inner.marks.insert(.fresh)
    inner.noteIrregularity()
    inner.directionChanged(arena)
    // Nothing visits what is hidden already, so a box that comes into it loses its frames here.
    if box.marks.contains(.erased) { inner.eraseFrames() }
    markDirty()
  }

  /// Adds a child after the last one.
  public func append(_ child: LayoutNode) {
    insert(child, at: children.count)
  }

  /// Takes a child out. Its subtree keeps what it knows about itself, so inserting it again is
  /// cheap.
  ///
  /// - Complexity: O(depth + number of children + what changed in it since the last layout).
  @discardableResult public func remove(at index: Int) -> LayoutNode {
    markDirty()
    let child = children.remove(at: index)
    link(index - 1)
    let inner = child.box
    inner.leave()
    inner.becomeRoot(arena)
    forgetConstraints(of: child)
    return child
  }

  /// Moves a child among its siblings.
  ///
  /// - Parameters:
  ///   - source: where it is.
  ///   - destination: where it will be in the end.
  /// - Complexity: O(depth + number of children).
  public func move(from source: Int, to destination: Int) {
    guard source != destination else { return }
    markDirty()
    let child = children.remove(at: source)
    link(source - 1)
    children.insert(child, at: destination)
    link(destination)
  }

  /// Links the child at a place with those before and after it; at -1, the first one.
  private func link(_ index: Int) {
    for place in max(-1, index - 1)...index where place < children.count {
      let next = place + 1 < children.count ? children[place + 1].box : nil
      if place < 0 { box.first = next } else { children[place].box.next = next }
    }
  }

  /// Takes the names away that a child, and what is in it, has in constraints of the boxes around it: one
  /// between may have had no box when the names were given.
  private func forgetConstraints(of child: LayoutNode) {
    var container: LayoutNode? = self
    while let current = container {
      current.constraintContainer?.remove(child)
      container = current.parent
    }
  }

  func isWithin(_ other: LayoutNode) -> Bool {
    guard arena === other.arena, !other.children.isEmpty || self === other else { return false }
    return self === other || box.ancestors.contains(other.box)
  }
}

extension UnsafeMutablePointer where Pointee == NodeRecord {
  /// Is in no box.
  func leave() {
    parent = nil
    next = nil
  }

  /// Is laid out by itself from now on.
  func becomeRoot(_ arena: LayoutArena) {
    marks.insert(.fresh)
    settleSuspects(arena)
    directionChanged(arena)
  }

  /// Forgets what depends on the changes below, now that no layout of the old root will compare.
  fileprivate func settleSuspects(_ arena: LayoutArena) {
    guard !marks.isDisjoint(with: [.suspect, .suspectBelow]) else { return }
    var waiting: ContiguousArray<Box> = [self]
    while let node = waiting.popLast() {
      node.forEachChild { child in
        if !child.marks.isDisjoint(with: [.suspect, .suspectBelow]) { waiting.append(child) }
      }
      node.marks.remove([.suspect, .suspectBelow])
      node.forget(arena)
    }
  }

  fileprivate func eraseFrames() {
    var waiting: ContiguousArray<Box> = [self]
    while let node = waiting.popLast() {
      node.marks.insert(.erased)
      node.pointee.frame = PackedRect()
      node.pointee.insets = SIMD4()
      node.forEachChild { waiting.append($0) }
    }
  }
}
