extension LayoutNode {
  /// On a root: lays out what is dirty.
  ///
  /// Where the root's own style gives no size, `definite` space is filled (less its margins), and
  /// `minContent` and `maxContent` fit the root to its content; content has one height for its
  /// width, so they are the same for the height. Percentages are of definite space.
  ///
  /// Works by recursion: 8 MB of stack are enough for some 10,000 levels of boxes in a release
  /// build, 3,000 in a debug build.
  ///
  /// - Returns: the nodes whose frame changed, in tree order: the frame differs from the one
  ///   before, or it is the first since the node came into the tree, or the frame is the same but
  ///   ``contentFrame`` differs. Nodes that left the tree are not in it.
  /// - Complexity: O(1) when nothing is dirty and the space is as before. Otherwise O(children of
  ///   the dirty nodes and of their ancestors whose size may change, and all boxes that moved).
  @discardableResult public func layout(
    width: AvailableSpace, height: AvailableSpace
  ) -> [FrameChange] {
    precondition(
      parentReference == nil, "LayoutNode.layout: this node has a parent; lay out the root.")
    let state = rootState ?? RootState()
    rootState = state
    if !isDirty, state.availableWidth == width, state.availableHeight == height { return [] }
    state.availableWidth = width
    state.availableHeight = height

    var pass = LayoutPass(state)
    pass.layoutRoot(self, width: width, height: height)
    pass.round(self, originX: 0, originY: 0, isShifted: false, isFresh: false)
    pass.finish(state)
    return pass.changes
  }

  /// The border box in whole cells, from the root's origin. Empty before the first layout, and
  /// under `display: none`.
  public var frame: CellRect { frameStorage.rect }

  /// The frame without border and padding, each edge rounded from its own absolute position.
  public var contentFrame: CellRect { contentStorage.rect }

  /// The border box from the parent's border box, in cells that need not be whole.
  public var unroundedFrame: (x: Double, y: Double, width: Double, height: Double) {
    guard !width.isNaN, !marks.contains(.erased) else { return (0, 0, 0, 0) }
    return (x, y, width, height)
  }

  /// On a root: the work done by all layouts so far.
  package var counters: LayoutCounters {
    get { rootState?.counters ?? LayoutCounters() }
    set { rootState?.counters = newValue }
  }
}
