/// One layout: the scratch space it works in, and what comes out.
///
/// Widths come first and heights follow from them, as in a browser's engine:
/// 1. `contentWidth`: how narrow and how wide a subtree's content can be. Depends on the subtree, and,
///   where columns wrap or a ratio is given, on the height that it has before its content.
/// 2. `contentHeight`: the height of a box's content at a width. Depends on the subtree and width.
/// 3. `place`: given a box's size, gives its children theirs, and a position, and places them.
///
/// The node's storage remembers several answers to 1 and 2; to 3, the present one.
struct LayoutPass {
  /// Not held, but by who called for the layout.
  unowned(unsafe) let arena: LayoutArena
  var items: ItemStack
  var counters: LayoutCounters
  var changes: [FrameChange] = []
  /// Absolute boxes that wait for the box that contains them, which is not their parent.
  var waiting: [WaitingBox] = []
  /// The number of this layout among those of its storage.
  let number: Int
  private var depth = 0

  init(_ root: Box, _ arena: LayoutArena, _ state: RootState) {
    self.arena = arena
    items = arena.items
    counters = state.counters
    arena.layouts += 1
    number = arena.layouts
    // A measure function may lay out another tree, whose nodes may be in the same storage.
    arena.items = ItemStack()
    arena.running += 1
    root.marks.insert(.inLayout)
  }

  mutating func finish(_ root: Box, _ state: RootState) {
    root.marks.remove(.inLayout)
    arena.running -= 1
    items.shrink()
    arena.items.shrink(to: 0)
    arena.items = items
    state.counters = counters
  }

  /// Does what goes one level down, on another stack when this one has carried enough levels.
  @inline(__always)
  mutating func deeper<Result>(_ body: (inout LayoutPass) -> Result) -> Result {
    depth += 1
    defer { depth -= 1 }
    guard depth % DeepStack.levels == 0 else { return body(&self) }
    return onFreshStack(body)
  }

  @inline(never)
  private mutating func onFreshStack<Result>(_ body: (inout LayoutPass) -> Result) -> Result {
    var result: Result?
    DeepStack.run { result = body(&self) }
    guard let result else { preconditionFailure("a body that was called has a result") }
    return result
  }

  // MARK: - The root

  mutating func layoutRoot(_ root: Box, width: AvailableSpace, height: AvailableSpace) {
    let isShown = root.style.display != .none
    setVisible(root, isShown)
    guard isShown else {
      // What is dirty below waits, unmeasured: showing the root marks it.
      root.marks.remove(.anyDirty)
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
