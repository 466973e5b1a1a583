/// Widths that follow from heights: those of columns that wrap, of boxes with a ratio, and of what these
/// stretch. Where a height is definite before the content, it is noted from above before the width is
/// asked for.
extension LayoutPass {
  /// Notes the height that a box has before its content, NaN if it has none. What was found for
  /// another height is put aside.
  ///
  /// - Parameter height: Of the border box.
  mutating func noteHeight(_ height: Double, of node: LayoutNode) {
    guard !node.children.isEmpty else { return }
    let height = Float(height.snapped)
    guard !node.extra.isSame(as: height) else { return }
    defer { node.extra = height }
    guard node.marks.contains(.widthFollowsHeight) else { return }
    exchangeWidths(of: node, for: height)
    // Who asked before may remember the other answer.
    node.marks.insert(.hasManyHeights)
  }

  /// The height that a child has by its style, or in a container whose own is known: a share of it, or
  /// all of it by stretching. NaN if none.
  func knownHeight(of child: LayoutNode, in node: LayoutNode) -> Double {
    let style = child.style
    if style.height.isCells {
      let sides = child.sidesSize(parentWidth: .nan)
      return SizeLimits(style, width: .nan, height: .nan, sides: sides).height
    }
    let isKnown = node.style.height.isCells || !node.extra.isNaN
    guard isKnown, child.takesHeight(of: node), node.style.display != .constraints else {
      return .nan
    }
    let sides = node.sidesSize(parentWidth: .nan)
    let limits = SizeLimits(node.style, width: .nan, height: .nan, sides: sides)
    let known = node.extra.isNaN ? limits.height : Double(node.extra)
    let height = (known.clamped(min: limits.minHeight, max: limits.maxHeight) - sides.height).asSize
    if style.height.isPercent {
      let childSides = child.sidesSize(parentWidth: .nan)
      let own = SizeLimits(style, width: .nan, height: height, sides: childSides)
      return own.height.clamped(min: own.minHeight, max: own.maxHeight)
    }
    let margins = style.margin.resolvedMargins(.nan, rtl: child.isRightToLeft)
    return (height - margins.vertical).asSize
  }
}

extension LayoutNode {
  /// Whether its content's widths may have to be computed for another height.
  var asksForHeight: Bool {
    !children.isEmpty
      && (marks.contains(.widthFollowsHeight) || minContentWidth.isNaN || maxContentWidth.isNaN)
  }

  /// Whether a container's height, if that is known, gives this child one.
  fileprivate func takesHeight(of node: LayoutNode) -> Bool {
    if style.height.isPercent { return true }
    return node.style.direction.isRow && node.style.wrap == .noWrap && style.height.isAuto
      && (style.alignSelf ?? node.style.alignItems) == .stretch && !style.margin.top.isAuto
      && !style.margin.bottom.isAuto
  }

  /// Notes in a container that its widths follow from its height, if those of a child do.
  func passOnHeight(to node: LayoutNode) {
    guard !node.marks.contains(.widthFollowsHeight) else { return }
    let follows =
      marks.contains(.widthFollowsHeight)
      || style.ratio > 0 && !style.width.isCells && !style.height.isCells
    if follows, takesHeight(of: node) { node.marks.insert(.widthFollowsHeight) }
  }
}

extension Float {
  fileprivate func isSame(as other: Float) -> Bool { self == other || (isNaN && other.isNaN) }
}
