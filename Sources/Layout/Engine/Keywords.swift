/// Sizes that ask the content or the free space: CSS Sizing Level 3 §5 and Level 4 §6.
extension LayoutPass {
  /// The border box's width that a keyword stands for; NaN if it stands for nothing.
  ///
  /// - Parameters:
  ///   - sides: padding and border on this axis.
  ///   - room: the parent's width less the margins, NaN if not known.
  ///   - height: that is known before the content, NaN if none is.
  mutating func keywordWidth(
    _ length: Length, of node: Box, sides: Double, room: Double, height: Double
  ) -> Double {
    switch length {
    case .minContent: return sides + contentWidth(of: node, .min, height: height)
    case .maxContent: return sides + contentWidth(of: node, .max, height: height)
    case .fitContent:
      return room.isNaN
        ? sides + contentWidth(of: node, .max, height: height)
        : fitContentWidth(of: node, sides: sides, room: room, height: height)
    case .stretch: return room.isNaN ? .nan : max(sides, room)
    default: return .nan
    }
  }

  /// Puts numbers in place of the keywords of a style, where they can be had before its width is
  /// known.
  ///
  /// A height's content is a question for later, and the answer to it is what `auto` gives, but that
  /// it is not stretched.
  mutating func resolveKeywords(
    _ limits: inout SizeLimits, of node: Box, room: Room, height: Double
  ) {
    guard node.rules.pointee.hasKeywords else { return }
    let style = node.style
    let sides = room.sides.width
    // By the ratio, the content is as wide as the height makes it.
    if style.ratio > 0, !limits.height.isNaN {
      let width = style.ratioWidth(height: limits.height, sides: room.sides)
      if style.minWidth.asksContent { limits.minWidth = max(sides, width) }
      if style.maxWidth.asksContent { limits.maxWidth = width }
      guard !style.width.asksContent else { return }
    }
    if style.width.isKeyword {
      limits.width = keywordWidth(
        style.width, of: node, sides: sides, room: room.width, height: height)
    }
    if style.minWidth.isKeyword, style.ratio == 0 || limits.height.isNaN {
      let width = keywordWidth(
        style.minWidth, of: node, sides: sides, room: room.width, height: height)
      if !width.isNaN { limits.minWidth = max(sides, width) }
    }
    if style.maxWidth.isKeyword, style.ratio == 0 || limits.height.isNaN {
      let width = keywordWidth(
        style.maxWidth, of: node, sides: sides, room: room.width, height: height)
      if !width.isNaN { limits.maxWidth = width }
    }
    guard !room.height.isNaN else { return }
    if style.height == .stretch { limits.height = max(room.sides.height, room.height) }
    if style.minHeight == .stretch { limits.minHeight = max(limits.minHeight, room.height) }
    if style.maxHeight == .stretch { limits.maxHeight = max(0, room.height) }
  }

  /// The space for a border box, and what its padding and border take of it.
  struct Room {
    /// NaN if not known.
    let width: Double
    let height: Double
    let sides: LayoutSize
  }

  /// As above, for an item.
  @inline(never)
  mutating func resolveKeywords(_ item: inout FlexItem, _ container: FlexContainer) {
    let (main, cross) = (item.mainMargins, item.crossMargins)
    let room = Room(
      width: container.innerWidth - (container.isRow ? main : cross),
      height: container.percentHeight - (container.isRow ? cross : main),
      sides: item.sides)
    var limits = item.node.limits(
      width: container.innerWidth, height: container.percentHeight, sides: item.sides)
    resolveKeywords(
      &limits, of: item.node, room: room, height: item.knownHeight(container))
    item.setLimits(limits)
  }
}

extension Length {
  /// Whether it is a size of the content.
  var asksContent: Bool { self == .minContent || self == .maxContent || self == .fitContent }
}
