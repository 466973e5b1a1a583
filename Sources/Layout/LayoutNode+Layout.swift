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
  ///   frame is the same but ``contentFrame`` differs. Nodes that left the tree are not in it.
  /// - Complexity: O(1) when nothing changed and the space is as before. Otherwise O(children of
  ///   the changed nodes and of their ancestors up to the first whose size and content come out as
  ///   they were, and all boxes that moved).
  @discardableResult public func layout(
    width: AvailableSpace, height: AvailableSpace
  ) -> [FrameChange] {
    precondition(
      parentReference == nil, "LayoutNode.layout: this node has a parent; lay out the root.")
    let state = rootState ?? RootState()
    rootState = state
    let isSameSpace = state.availableWidth == width && state.availableHeight == height
    if !isDirty, isSameSpace { return [] }
    state.availableWidth = width
    state.availableHeight = height

    var pass = LayoutPass(state)
    var places = pass.settle(self, state)
    if !isSameSpace || marks.contains(.dirty) {
      pass.layoutRoot(self, width: width, height: height)
      marks.insert(.resized)
      places.insert(self, at: 0)
    }
    for place in places { pass.placeAgain(place) }
    if pass.placeWaiting() {
      for place in places { place.leadRounding() }
      places = [self]
    }
    marks.remove(.suspectBelow)
    for place in places { pass.round(place) }
    pass.finish(state)
    return pass.changes
  }

  /// The border box in whole cells, from the root's origin. Empty before the first layout, and
  /// where the node has no box.
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
