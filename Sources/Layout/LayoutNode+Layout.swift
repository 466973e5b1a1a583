extension LayoutNode {
  /// Lays out the changes since the last layout. The node must be a root.
  ///
  /// If the root's style gives no size, the root fills `definite` space (less its margins), and
  /// fits its content for `minContent` and `maxContent`. As a height, `minContent` and `maxContent`
  /// give the same result, because content has one height at a given width. Percentages refer to
  /// definite space.
  ///
  /// In very deep trees (from about 160 levels), measure functions run on another thread, while the
  /// calling thread waits.
  ///
  /// - Parameters:
  ///   - width: the space for the root, in cells.
  ///   - height: the space for the root, in cells.
  /// - Returns: the nodes with a changed frame, each once, parents before their descendants: the
  ///   frame differs from the previous one or is the node's first in this tree, or only
  ///   ``contentFrame`` differs. Frames are relative to the parent: if a box moves by whole cells,
  ///   its descendants are not included. Nodes that left the tree are not included.
  /// - Complexity: O(1) if neither the tree nor the space changed. Otherwise O(children of the
  ///   changed nodes and of their ancestors, up to the first whose size and content are unchanged,
  ///   plus the moved boxes, plus the descendants of boxes that moved by fractions of cells).
  @discardableResult public func layout(
    width: AvailableSpace, height: AvailableSpace
  ) -> [FrameChange] {
    precondition(
      box.parent == nil, "LayoutNode.layout: this node has a parent; lay out the root.")
    precondition(
      !box.flags.contains(.inLayout),
      "LayoutNode.layout: this tree is being laid out; a measure function must not lay it out.")
    let state = ensureRootState()
    let (width, height) = (width.withoutNaN, height.withoutNaN)
    let isSameSpace = state.availableWidth == width && state.availableHeight == height
    if !isDirty, isSameSpace { return [] }
    state.availableWidth = width
    state.availableHeight = height

    let isFirst = box.flags.contains(.isNew)
    if isFirst { arena.trim() }
    let box = box
    var pass = LayoutPass(box, arena, state)
    if isFirst { pass.changes.reserveCapacity(arena.count) }
    var boundaries = pass.propagateChanges(box, state)
    if !isSameSpace || box.flags.contains(.dirty) {
      pass.layoutRoot(box, width: width, height: height)
      box.flags.insert(.resized)
      boundaries.insert(box, at: 0)
    }
    for boundary in boundaries { pass.placeAgain(boundary) }
    if pass.placeDeferred() {
      for boundary in boundaries { boundary.markPathForRounding() }
      boundaries = [box]
    }
    box.flags.remove(.descendantContentChanged)
    for boundary in boundaries { pass.round(boundary) }
    pass.end(box, state)
    return pass.changes
  }

  /// The border box in whole cells, from the top left corner of the parent's frame; a root's frame
  /// is from the origin of the space. Each edge is rounded from its absolute position, so adjacent
  /// boxes stay adjacent. The frame is empty before the first layout, and for a node without a box.
  public var frame: CellRect { box.pointee.frame.rect }

  /// The content box in whole cells, from the top left corner of the frame. Edges are rounded as
  /// those of ``frame``. Border and padding together are at most 32,767 cells on each side.
  public var contentFrame: CellRect {
    let (frame, insets) = (box.pointee.frame, box.pointee.insets)
    return CellRect(
      x: Int(insets[0]), y: Int(insets[1]),
      width: Int(frame.right) - Int(frame.left) - Int(insets[0]) - Int(insets[2]),
      height: Int(frame.bottom) - Int(frame.top) - Int(insets[1]) - Int(insets[3]))
  }

  /// The border box before rounding, in cells, relative to the parent's border box.
  public var unroundedFrame: (x: Double, y: Double, width: Double, height: Double) {
    guard !width.isNaN, !flags.contains(.hasEmptyFrame) else { return (0, 0, 0, 0) }
    return (x, y, width, height)
  }

  /// The total work of all layouts of a root; zeros for any other node.
  package var counters: LayoutCounters {
    get { box.flags.contains(.hasRoot) ? ensureRootState().counters : LayoutCounters() }
    set { if box.flags.contains(.hasRoot) { ensureRootState().counters = newValue } }
  }

  private func ensureRootState() -> RootState {
    if box.flags.contains(.hasRoot), let state = arena.roots[index] { return state }
    let state = RootState()
    arena.roots[index] = state
    box.flags.insert(.hasRoot)
    return state
  }
}
