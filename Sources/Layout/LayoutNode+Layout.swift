extension LayoutNode {
  /// On a root: lays out what changed.
  ///
  /// Where the root's own style gives no size, `definite` space is filled (less its margins), and
  /// `minContent` and `maxContent` fit the root to its content; content has one height for its
  /// width, so they are the same for the height. Percentages are of definite space.
  ///
  /// Measure functions of very deep trees (some 160 levels and more) are called on another thread,
  /// while this one waits.
  ///
  /// - Returns: the nodes whose frame changed, each once, parents before what is in them: the frame
  ///   differs from the one before, or it is the first since the node came into the tree, or the
  ///   frame is the same but ``contentFrame`` differs. Both are relative: a box that moved by whole
  ///   cells is in it, what is in that is not. Nodes that left the tree are not in it.
  /// - Complexity: O(1) when nothing changed and the space is as before. Otherwise O(children of
  ///   the changed nodes and of their ancestors up to the first whose size and content come out as
  ///   they were, boxes that moved, and what is in those that moved by parts of cells).
  @discardableResult public func layout(
    width: AvailableSpace, height: AvailableSpace
  ) -> [FrameChange] {
    precondition(
      box.parent == nil, "LayoutNode.layout: this node has a parent; lay out the root.")
    precondition(
      !box.marks.contains(.inLayout),
      "LayoutNode.layout: this tree is being laid out; a measure function must not lay it out.")
    let state = madeRootState()
    let isSameSpace = state.availableWidth == width && state.availableHeight == height
    if !isDirty, isSameSpace { return [] }
    state.availableWidth = width
    state.availableHeight = height

    let isFirst = box.marks.contains(.fresh)
    if isFirst { arena.trim() }
    let box = box
    var pass = LayoutPass(box, arena, state)
    if isFirst { pass.changes.reserveCapacity(arena.count) }
    var places = pass.settle(box, state)
    if !isSameSpace || box.marks.contains(.dirty) {
      pass.layoutRoot(box, width: width, height: height)
      box.marks.insert(.resized)
      places.insert(box, at: 0)
    }
    for place in places { pass.placeAgain(place) }
    if pass.placeWaiting() {
      for place in places { place.leadRounding() }
      places = [box]
    }
    box.marks.remove(.suspectBelow)
    for place in places { pass.round(place) }
    pass.finish(box, state)
    return pass.changes
  }

  /// The border box in whole cells, from the top left corner of the parent's frame; a root's is from
  /// the origin of the space. Each edge is rounded from its absolute position, so boxes that touch
  /// still do. Empty before the first layout, and where the node has no box.
  public var frame: CellRect { box.pointee.frame.rect }

  /// The frame without border and padding, from its top left corner; edges are rounded likewise. These
  /// are cut off at 32,767 cells.
  public var contentFrame: CellRect {
    let (frame, insets) = (box.pointee.frame, box.pointee.insets)
    return CellRect(
      x: Int(insets[0]), y: Int(insets[1]),
      width: Int(frame.right) - Int(frame.left) - Int(insets[0]) - Int(insets[2]),
      height: Int(frame.bottom) - Int(frame.top) - Int(insets[1]) - Int(insets[3]))
  }

  /// The border box from the parent's border box, in cells that need not be whole.
  public var unroundedFrame: (x: Double, y: Double, width: Double, height: Double) {
    guard !width.isNaN, !marks.contains(.erased) else { return (0, 0, 0, 0) }
    return (x, y, width, height)
  }

  /// On a root: the work done by all layouts so far.
  package var counters: LayoutCounters {
    get { box.marks.contains(.hasRoot) ? madeRootState().counters : LayoutCounters() }
    set { if box.marks.contains(.hasRoot) { madeRootState().counters = newValue } }
  }

  private func madeRootState() -> RootState {
    if box.marks.contains(.hasRoot), let state = arena.roots[index] { return state }
    let state = RootState()
    arena.roots[index] = state
    box.marks.insert(.hasRoot)
    return state
  }
}
