extension LayoutNode {
  /// Adds a child.
  ///
  /// - Parameters:
  ///   - child: a node without a parent, which is not this node nor above it.
  ///   - index: where it will be, 0 to `children.count`.
  /// - Complexity: O(depth + number of children).
  public func insert(_ child: LayoutNode, at index: Int) {
    precondition(
      child.parentReference == nil,
      "LayoutNode.insert: the child already has a parent; remove it there first.")
    precondition(
      !isWithin(child), "LayoutNode.insert: a node cannot be put inside itself.")
    // What waits to be compared waited for a layout of its own root, which it is no more.
    if child.rootState != nil {
      child.settleSuspects()
      child.rootState = nil
      // As a root it contained absolute boxes that it may not contain now.
      child.marks.insert(.dirty)
    }
    // What was a leaf's baseline would be read as the height of a box, and the other way round.
    if children.isEmpty { extra = .nan }
    children.insert(child, at: index)
    child.parentReference = self
    child.marks.insert(.fresh)
    child.noteIrregularity()
    child.directionChanged()
    // Nothing visits what is hidden already, so a box that comes into it loses its frames here.
    if marks.contains(.erased) { child.eraseFrames() }
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
    let child = children[index]
    markDirty()
    children.remove(at: index)
    if children.isEmpty { extra = .nan }
    child.parentReference = nil
    child.marks.insert(.fresh)
    child.settleSuspects()
    child.directionChanged()
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
    let child = children.remove(at: source)
    children.insert(child, at: destination)
    markDirty()
  }

  /// Forgets what depends on the changes below, now that no layout of the old root will compare.
  private func settleSuspects() {
    guard !marks.isDisjoint(with: [.suspect, .suspectBelow]) else { return }
    var waiting: ContiguousArray<LayoutNode> = [self]
    while let node = waiting.popLast() {
      for child in node.children
      where !child.marks.isDisjoint(with: [.suspect, .suspectBelow]) {
        waiting.append(child)
      }
      node.marks.remove([.suspect, .suspectBelow])
      node.forget()
    }
  }

  private func eraseFrames() {
    var waiting: ContiguousArray<LayoutNode> = [self]
    while let node = waiting.popLast() {
      node.marks.insert(.erased)
      node.frameStorage = PackedRect()
      node.contentStorage = PackedRect()
      waiting.append(contentsOf: node.children)
    }
  }

  /// Takes the names away that a child, and what is in it, has in constraints: in this container, and
  /// in those that see through this one.
  private func forgetConstraints(of child: LayoutNode) {
    var container: LayoutNode? = self
    while let current = container {
      current.constraintContainer?.remove(child)
      container = current.style.display == .contents ? current.parentReference : nil
    }
  }

  func isWithin(_ other: LayoutNode) -> Bool {
    guard !other.children.isEmpty || self === other else { return false }
    var node: LayoutNode? = self
    while let current = node {
      if current === other { return true }
      node = current.parentReference
    }
    return false
  }
}
