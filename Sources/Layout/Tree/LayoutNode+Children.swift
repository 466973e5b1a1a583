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
    children.insert(child, at: index)
    child.parentReference = self
    child.rootState = nil
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
  /// - Complexity: O(depth + number of children).
  @discardableResult public func remove(at index: Int) -> LayoutNode {
    let child = children.remove(at: index)
    child.parentReference = nil
    child.marks.insert(.fresh)
    markDirty()
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

  private func eraseFrames() {
    marks.insert(.erased)
    frameStorage = PackedRect()
    contentStorage = PackedRect()
    for child in children { child.eraseFrames() }
  }

  private func isWithin(_ other: LayoutNode) -> Bool {
    guard !other.children.isEmpty || self === other else { return false }
    var node: LayoutNode? = self
    while let current = node {
      if current === other { return true }
      node = current.parentReference
    }
    return false
  }
}
