/// What children contribute to the width of their container's content: CSS Flexbox §9.9.3.
extension LayoutPass {
  /// A child's share of its parent's content width: its margin box.
  ///
  /// - Parameter height: that the parent has before its content; NaN if none.
  mutating func contribution(
    of child: Box, in node: Box, _ kind: ContentWidth, height: Double
  ) -> Double {
    let isInRow = node.style.direction.isRow
    // As in browsers, a line of its own is as wide as the content, whatever that flexes to.
    let isInLine = isInRow && (node.style.wrap == .noWrap || kind == .max)
    let sides = child.sidesSize(parentWidth: .nan)
    let ratio = child.style.ratio
    let known =
      child.isLeaf && ratio == 0 ? .nan : knownHeight(of: child, in: node, height: height)
    var limits = child.limits(width: .nan, height: .nan, sides: sides)
    var width = limits.width
    var content = 0.0
    if width.isNaN {
      content = contentWidth(of: child, asked(child, kind), height: known)
      width = sides.width + content
    }
    if child.rules.pointee.hasKeywords {
      limitByContent(&limits, child, sides, kind, height: known)
    }
    // Asked for only where a ratio or a flex basis comes between the content and the width.
    var narrowest = 0.0
    if isInLine && child.style.basis.isCells || ratio > 0 {
      narrowest = contentWidth(of: child, .min, height: known)
    }
    passOnHeight(of: child, to: node)
    if ratio > 0, limits.width.isNaN, child.style.width.isAuto || child.style.width.isPercent {
      let given = limits.height.isNaN ? known : limits.height
      if given.isNaN {
        width = child.style.widthWithinRatio(width, limits, sides: sides)
      } else {
        let height = given.clamped(min: limits.minHeight, max: limits.maxHeight)
        width = child.style.ratioWidth(height: height, sides: sides)
        if child.style.hasAutomaticMinimum(child.style.minWidth) {
          width = max(width, sides.width + narrowest)
        }
      }
    }
    if isInLine, child.style.basis.isCells {
      limitByBasis(&width, of: child, limits: limits, narrowest: narrowest, sides: sides)
    }
    return width.clamped(min: limits.minWidth, max: limits.maxWidth)
      + child.margins(.nan).horizontal
  }

  /// Which of its content's widths a child shows to a parent that asks for one.
  private func asked(_ child: Box, _ kind: ContentWidth) -> ContentWidth {
    switch child.style.width {
    case .minContent: .min
    case .maxContent: .max
    default: kind
    }
  }

  /// Puts numbers in place of limits of the width that ask the content.
  private mutating func limitByContent(
    _ limits: inout SizeLimits, _ child: Box, _ sides: LayoutSize, _ kind: ContentWidth,
    height: Double
  ) {
    if let least = limit(child.style.minWidth, child, sides, kind, height: height) {
      limits.minWidth = max(limits.minWidth, least)
    }
    if let most = limit(child.style.maxWidth, child, sides, kind, height: height) {
      limits.maxWidth = most
    }
  }

  private mutating func limit(
    _ length: Length, _ child: Box, _ sides: LayoutSize, _ kind: ContentWidth, height: Double
  ) -> Double? {
    switch length {
    case .minContent: sides.width + contentWidth(of: child, .min, height: height)
    case .maxContent: sides.width + contentWidth(of: child, .max, height: height)
    case .fitContent: sides.width + contentWidth(of: child, kind, height: height)
    default: nil
    }
  }

  /// CSS Flexbox §9.9.3: what does not grow is not wider than its flex base size, what does not
  /// shrink not narrower.
  private func limitByBasis(
    _ width: inout Double, of child: Box, limits: SizeLimits, narrowest: Double, sides: LayoutSize
  ) {
    let style = child.style
    let extra = style.boxSizing == .contentBox ? sides.width : 0
    let base = max(sides.width, style.basis.resolvedSize(.nan, or: 0) + extra)
    if style.grow == 0 { width = min(width, base) }
    if style.shrink == 0 { width = max(width, base) }
    guard style.hasAutomaticMinimum(style.minWidth) else { return }
    var content = sides.width + narrowest
    if style.ratio > 0, !limits.height.isNaN {
      content = max(content, style.ratioWidth(height: limits.height, sides: sides))
    }
    width = max(
      width, min(limits.width.isNaN ? content : min(content, limits.width), limits.maxWidth))
  }

  // MARK: Heights that are known before the content

  /// The height that a child has by its style, or in a container whose own is known: a share of it, or
  /// all of it by stretching. NaN if none.
  private func knownHeight(of child: Box, in node: Box, height: Double) -> Double {
    let childSides = child.sidesSize(parentWidth: .nan)
    if child.style.height.isCells {
      return child.limits(width: .nan, height: .nan, sides: childSides).height
    }
    let isKnown = node.style.height.isCells || !height.isNaN
    guard isKnown, takesHeight(child, of: node), node.style.display != .constraints else {
      return .nan
    }
    let sides = node.sidesSize(parentWidth: .nan)
    let limits = node.limits(width: .nan, height: .nan, sides: sides)
    let known = height.isNaN ? limits.height : height
    let room = (known.clamped(min: limits.minHeight, max: limits.maxHeight) - sides.height).asSize
    if child.style.height.isPercent {
      let own = child.limits(width: .nan, height: room, sides: childSides)
      return own.height.clamped(min: own.minHeight, max: own.maxHeight)
    }
    return (room - child.margins(.nan).vertical).asSize
  }

  /// Whether a container's height, if that is known, gives this child one.
  private func takesHeight(_ child: Box, of node: Box) -> Bool {
    let style = child.style
    if style.height.isPercent { return true }
    return node.style.direction.isRow && node.style.wrap == .noWrap
      && style.height.isAuto
      && (style.alignSelf ?? node.style.alignItems) == .stretch
      && !style.margin.top.isAuto && !style.margin.bottom.isAuto
  }

  /// Notes in a container that its widths follow from its height, if those of a child do.
  private func passOnHeight(of child: Box, to node: Box) {
    guard !node.marks.contains(.widthFollowsHeight) else { return }
    let follows =
      child.marks.contains(.widthFollowsHeight)
      || child.style.ratio > 0 && !child.style.width.isCells && !child.style.height.isCells
    if follows, takesHeight(child, of: node) { node.marks.insert(.widthFollowsHeight) }
  }
}
