/// One layout: the scratch space it works in, and what comes out.
///
/// Widths come first and heights follow from them, as in a browser's engine:
/// 1. `contentWidth`: how narrow and how wide a subtree's content can be. Depends on the subtree
///   only.
/// 2. `contentHeight`: the height of a box's content at a width. Depends on the subtree and width.
/// 3. `place`: given a box's size, gives its children theirs, and a position, and places them.
///
/// Each is cached in the node (one entry each; 3 is the node's present size), and in ``memory`` where a
/// node is asked about more than one size, so a layout does each at most a few times a node.
struct LayoutPass {
  /// A stack: a container pushes an item for each child in the flow, and pops them when it is done.
  /// One array for the whole tree spares an allocation a container.
  var items: [FlexItem]
  var counters: LayoutCounters
  var changes: [FrameChange] = []
  /// Absolute boxes that wait for the box that contains them, which is not their parent.
  var waiting: [WaitingBox] = []
  var memory = PassMemory()
  private var depth = 0

  init(_ state: RootState) {
    items = state.items
    counters = state.counters
    state.items = []
  }

  func finish(_ state: RootState) {
    state.items = items
    state.counters = counters
  }

  /// Does what goes one level down, on another stack when this one has carried enough levels.
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

  mutating func layoutRoot(_ root: LayoutNode, width: AvailableSpace, height: AvailableSpace) {
    let isShown = root.style.display != .none
    setVisible(root, isShown)
    guard isShown else {
      // What is dirty below waits, unmeasured: showing the root marks it.
      root.marks.remove(.anyDirty)
      return
    }
    let wholeWidth = width.cells ?? .nan
    let wholeHeight = height.cells ?? .nan
    let style = root.style
    let margin = style.margin.resolvedMargins(wholeWidth, rtl: root.isRightToLeft)
    let sides = root.sidesSize(parentWidth: wholeWidth)
    var limits = SizeLimits(style, width: wholeWidth, height: wholeHeight, sides: sides)
    noteHeight(limits.height.isNaN ? wholeHeight - margin.vertical : limits.height, of: root)
    if style.hasKeywords {
      let room = Room(
        width: wholeWidth - margin.horizontal, height: wholeHeight - margin.vertical, sides: sides)
      resolveKeywords(&limits, of: root, room: room)
    }

    var boxHeight = limits.height
    if boxHeight.isNaN, !wholeHeight.isNaN, !style.height.asksContent, style.ratio == 0 {
      boxHeight = wholeHeight - margin.vertical
    }
    var boxWidth = limits.width
    if boxWidth.isNaN, style.ratio > 0, !boxHeight.isNaN {
      let height = boxHeight.clamped(min: limits.minHeight, max: limits.maxHeight)
      boxWidth = ratioWidth(of: root, height: height, sides: sides)
    }
    if boxWidth.isNaN {
      noteHeight(boxHeight, of: root)
      switch width {
      case _ where !wholeWidth.isNaN: boxWidth = wholeWidth - margin.horizontal
      case .minContent: boxWidth = sides.width + contentWidth(of: root, .minContent)
      default: boxWidth = sides.width + contentWidth(of: root, .maxContent)
      }
    }
    boxWidth = boxWidth.clamped(min: limits.minWidth, max: limits.maxWidth).asSize

    if boxHeight.isNaN, style.ratio > 0 {
      boxHeight = ratioHeight(
        of: root, width: boxWidth, &limits, sides: sides, parentWidth: wholeWidth)
    }
    let heightIsDefinite = !boxHeight.isNaN
    if !heightIsDefinite {
      boxHeight = measuredHeight(of: root, width: boxWidth, parentWidth: wholeWidth)
    }
    limitHeightByContent(
      of: root, width: boxWidth, height: heightIsDefinite ? boxHeight : .nan, &limits,
      parentWidth: wholeWidth)
    boxHeight = boxHeight.clamped(min: limits.minHeight, max: limits.maxHeight).asSize

    let shift = style.insetShift(
      width: wholeWidth, height: wholeHeight, rtl: root.isRightToLeft,
      containerRTL: root.isRightToLeft)
    setPosition(root, x: margin.left + shift.x, y: margin.top + shift.y)
    place(
      root, width: boxWidth, height: boxHeight, heightIsDefinite: heightIsDefinite,
      parentWidth: wholeWidth)
  }
}
