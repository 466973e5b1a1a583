/// One layout: its working memory and its results.
///
/// Widths come first and heights follow from them, as in browser engines:
/// 1. `contentWidth`: the min-content and max-content widths of a subtree. They depend on the
///   subtree and, with wrapping columns or aspect ratios, on a height that is known before the
///   content is measured.
/// 2. `contentHeight`: the height of a box's content at a width. Depends on the subtree and width.
/// 3. `place`: for a box of given size, sets the sizes and positions of its children, recursively.
///
/// The node records cache several results of 1 and 2, and the current result of 3.
struct LayoutPass {
  /// Not retained; the caller of the layout retains it.
  unowned(unsafe) let arena: LayoutArena
  var items: ItemStack
  var counters: LayoutCounters
  var changes: [FrameChange] = []
  /// Absolute boxes whose containing block is not their parent, and is not placed yet.
  var deferred: [DeferredBox] = []
  /// The sequence number of this layout in its arena.
  let number: Int
  private var depth = 0

  init(_ root: NodePointer, _ arena: LayoutArena, _ state: RootState) {
    self.arena = arena
    items = arena.items
    counters = state.counters
    arena.layouts += 1
    number = arena.layouts
    // A measure function may lay out another tree, whose nodes may be in the same arena.
    arena.items = ItemStack()
    arena.running += 1
    root.flags.insert(.inLayout)
  }

  mutating func end(_ root: NodePointer, _ state: RootState) {
    root.flags.remove(.inLayout)
    arena.running -= 1
    items.shrink()
    arena.items.shrink(to: 0)
    arena.items = items
    state.counters = counters
  }

  /// Runs one level of recursion, on another stack if the current one is used up.
  @inline(__always)
  mutating func recursing<Result>(_ body: (inout LayoutPass) -> Result) -> Result {
    depth += 1
    defer { depth -= 1 }
    guard depth % DeepStack.levels == 0 else { return body(&self) }
    return onNewStack(body)
  }

  @inline(never)
  private mutating func onNewStack<Result>(_ body: (inout LayoutPass) -> Result) -> Result {
    var result: Result?
    DeepStack.run { result = body(&self) }
    guard let result else { preconditionFailure("DeepStack.run did not call the closure") }
    return result
  }

  // MARK: - The root

  mutating func layoutRoot(_ root: NodePointer, width: AvailableSpace, height: AvailableSpace) {
    let isShown = root.style.display != .none
    setVisible(root, isShown)
    guard isShown else {
      // Dirty descendants need no layout now: a style that shows the root marks the root dirty, and
      // the next layout then places them.
      root.flags.remove(.anyDirty)
      return
    }
    let whole = LayoutSize(width: width.cells ?? .nan, height: height.cells ?? .nan)
    let margin = root.margins(whole.width)
    let room = (whole.width - margin.horizontal, whole.height - margin.vertical)
    let isNarrow = width == .minContent
    let size = freeSize(
      of: root, in: whole,
      FreeSpace(
        stretched: LayoutSize(width: room.0, height: root.style.ratio > 0 ? .nan : room.1),
        available: LayoutSize(
          width: room.0.isNaN ? (isNarrow ? 0 : .infinity) : room.0, height: room.1)))
    let shift = root.insetShift(
      width: whole.width, height: whole.height, containerRTL: root.isRightToLeft)
    setPosition(root, x: margin.left + shift.x, y: margin.top + shift.y)
    place(
      root, width: size.width, height: size.height, heightIsDefinite: size.heightIsDefinite,
      parentWidth: whole.width)
  }
}
