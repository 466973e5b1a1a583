extension LayoutNode {
  /// Inserts a child. A measure function must not insert into the tree that is being laid out, nor
  /// into a tree that has exchanged nodes with that tree.
  ///
  /// - Parameters:
  ///   - child: a node without a parent, neither this node nor an ancestor of it.
  ///   - index: the new index, 0 to `children.count`.
  /// - Complexity: O(depth + number of children). If the child comes from another tree, the smaller
  ///   of the two trees is copied.
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
    // Drops changes that waited for a layout of the child as a root.
    if inner.flags.contains(.hasRoot) {
      inner.dropChanges(arena)
      arena.roots[child.index] = nil
      // A root is the containing block of absolute boxes; the inserted node may not be.
      inner.flags.insert(.dirty)
      inner.flags.remove(.hasRoot)
    }
    box.pointee.baseline = .nan
    children.insert(child, at: index)
    link(index)
    inner.parent = box
    inner.flags.insert(.isNew)
    inner.markIrregular()
    inner.directionChanged(arena)
    // The layout does not visit hidden boxes, so a box that is inserted into one loses its frames
    // here.
    if box.flags.contains(.hasEmptyFrame) { inner.eraseFrames() }
    markDirty()
  }

  /// Appends a child.
  public func append(_ child: LayoutNode) {
    insert(child, at: children.count)
  }

  /// Removes a child. Its subtree keeps its caches, so inserting it again is cheap.
  ///
  /// - Complexity: O(depth + number of children + changes of the child since the last layout).
  @discardableResult public func remove(at index: Int) -> LayoutNode {
    markDirty()
    let child = children.remove(at: index)
    link(index - 1)
    let inner = child.box
    inner.unlink()
    inner.becomeRoot(arena)
    removeConstraints(of: child)
    return child
  }

  /// Moves a child among its siblings.
  ///
  /// - Parameters:
  ///   - source: the current index.
  ///   - destination: the final index.
  /// - Complexity: O(depth + number of children).
  public func move(from source: Int, to destination: Int) {
    guard source != destination else { return }
    markDirty()
    let child = children.remove(at: source)
    link(source - 1)
    children.insert(child, at: destination)
    link(destination)
  }

  /// Links the child at an index with its neighbours. Index -1 links only the first child with this
  /// node.
  private func link(_ index: Int) {
    for previous in max(-1, index - 1)...index where previous < children.count {
      let next = previous + 1 < children.count ? children[previous + 1].box : nil
      if previous < 0 { box.first = next } else { children[previous].box.next = next }
    }
  }

  /// Removes the names of a child and its descendants from the constraints of all ancestors.
  ///
  /// A container can also name the children of a child with `display: contents`. The style of that
  /// child may have changed since, so the current styles do not show which ancestors have the
  /// names.
  private func removeConstraints(of child: LayoutNode) {
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
  /// Unlinks the node from its parent and siblings.
  func unlink() {
    parent = nil
    next = nil
  }

  /// Prepares the node for its own layouts as a root.
  func becomeRoot(_ arena: LayoutArena) {
    flags.insert(.isNew)
    dropChanges(arena)
    directionChanged(arena)
  }

  /// Drops the caches of this node and its descendants that have changes, because no layout of the
  /// old root will compare these caches with new results.
  fileprivate func dropChanges(_ arena: LayoutArena) {
    guard !flags.isDisjoint(with: [.contentChanged, .descendantContentChanged]) else { return }
    var waiting: ContiguousArray<NodePointer> = [self]
    while let node = waiting.popLast() {
      node.forEachChild { child in
        if !child.flags.isDisjoint(with: [.contentChanged, .descendantContentChanged]) {
          waiting.append(child)
        }
      }
      node.flags.remove([.contentChanged, .descendantContentChanged])
      node.dropCaches(arena)
    }
  }

  fileprivate func eraseFrames() {
    var waiting: ContiguousArray<NodePointer> = [self]
    while let node = waiting.popLast() {
      node.flags.insert(.hasEmptyFrame)
      node.pointee.frame = PackedRect()
      node.pointee.insets = SIMD4()
      node.forEachChild { waiting.append($0) }
    }
  }
}
