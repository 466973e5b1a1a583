/// One layout: the scratch space it works in, and what comes out.
///
/// Widths come first and heights follow from them, as in a browser's engine:
/// 1. `contentWidth`: how narrow and how wide a subtree's content can be. Depends on the subtree
///   only.
/// 2. `measuredHeight`: the height of a box's content at a width. Depends on the subtree and width.
/// 3. `place`: given a box's size, gives its children theirs, and a position, and places them.
///
/// Each is cached in the node (one entry each; 3 is the node's present size), so a layout does each
/// at most a few times a node, at any depth.
struct LayoutPass {
  /// A stack: a container pushes an item for each child in the flow, and pops them when it is done.
  /// One array for the whole tree spares an allocation a container.
  var items: [FlexItem]
  var counters: LayoutCounters
  var changes: [FrameChange] = []

  init(_ state: RootState) {
    items = state.items
    counters = state.counters
    state.items = []
  }

  func finish(_ state: RootState) {
    state.items = items
    state.counters = counters
  }

  mutating func layoutRoot(_ root: LayoutNode, width: AvailableSpace, height: AvailableSpace) {
    let style = root.style
    setVisible(root, style.display != .none)
    guard style.display != .none else {
      // What is dirty below waits, unmeasured: showing the root marks it.
      root.marks.remove(.anyDirty)
      return
    }
    let wholeWidth = width.cells ?? .nan
    let wholeHeight = height.cells ?? .nan
    let margin = style.margin.resolvedMargins(wholeWidth)
    let sides = style.paddingAndBorder(parentWidth: wholeWidth)

    var boxWidth = style.width.resolvedSize(wholeWidth, or: .nan)
    if boxWidth.isNaN {
      switch width {
      case _ where !wholeWidth.isNaN: boxWidth = wholeWidth - margin.horizontal
      case .minContent: boxWidth = sides.horizontal + contentWidth(of: root, .minContent)
      default: boxWidth = sides.horizontal + contentWidth(of: root, .maxContent)
      }
    }
    boxWidth =
      boxWidth.clamped(
        min: max(sides.horizontal, style.minWidth.resolvedSize(wholeWidth, or: 0)),
        max: style.maxWidth.resolvedSize(wholeWidth, or: .infinity)
      ).asSize

    var boxHeight = style.height.resolvedSize(wholeHeight, or: .nan)
    if boxHeight.isNaN, !wholeHeight.isNaN { boxHeight = wholeHeight - margin.vertical }
    let heightIsDefinite = !boxHeight.isNaN
    if !heightIsDefinite {
      boxHeight = measuredHeight(of: root, width: boxWidth, parentWidth: wholeWidth)
    }
    boxHeight =
      boxHeight.clamped(
        min: max(sides.vertical, style.minHeight.resolvedSize(wholeHeight, or: 0)),
        max: style.maxHeight.resolvedSize(wholeHeight, or: .infinity)
      ).asSize

    let shift = style.insetShift(width: wholeWidth, height: wholeHeight)
    setPosition(root, x: margin.left + shift.x, y: margin.top + shift.y)
    place(
      root, width: boxWidth, height: boxHeight, heightIsDefinite: heightIsDefinite,
      parentWidth: wholeWidth)
  }
}
