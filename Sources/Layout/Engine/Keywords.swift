/// Sizes that ask the content or the free space: CSS Sizing Level 3 §5 and Level 4 §6.
extension LayoutPass {
  /// The border box's width that a keyword stands for; NaN if it stands for nothing.
  ///
  /// - Parameters:
  ///   - sides: padding and border on this axis.
  ///   - room: the parent's width less the margins, NaN if not known.
  mutating func keywordWidth(
    _ length: Length, of node: LayoutNode, sides: Double, room: Double
  ) -> Double {
    switch length {
    case .minContent: return sides + contentWidth(of: node, .minContent)
    case .maxContent: return sides + contentWidth(of: node, .maxContent)
    case .fitContent:
      return room.isNaN
        ? sides + contentWidth(of: node, .maxContent)
        : fitContentWidth(of: node, sides: sides, room: room)
    case .stretch: return room.isNaN ? .nan : max(sides, room)
    default: return .nan
    }
  }

  /// Puts numbers in place of the keywords of a style, where they can be had before its width is
  /// known.
  ///
  /// A height's content is a question for later, and the answer to it is what `auto` gives, but that
  /// it is not stretched.
  mutating func resolveKeywords(_ limits: inout SizeLimits, of node: LayoutNode, room: Room) {
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
      limits.width = keywordWidth(style.width, of: node, sides: sides, room: room.width)
    }
    if style.minWidth.isKeyword, style.ratio == 0 || limits.height.isNaN {
      let width = keywordWidth(style.minWidth, of: node, sides: sides, room: room.width)
      if !width.isNaN { limits.minWidth = max(sides, width) }
    }
    if style.maxWidth.isKeyword, style.ratio == 0 || limits.height.isNaN {
      let width = keywordWidth(style.maxWidth, of: node, sides: sides, room: room.width)
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
  mutating func resolveKeywords(_ index: Int, _ container: FlexContainer) {
    let item = items[index]
    let style = item.node.style
    let (horizontal, vertical) =
      container.isRow
      ? (item.mainMargins, item.crossMargins) : (item.crossMargins, item.mainMargins)
    let room = Room(
      width: container.innerWidth - horizontal, height: container.percentHeight - vertical,
      sides: item.sides)
    var limits = SizeLimits(
      style, width: container.innerWidth, height: container.percentHeight, sides: item.sides)
    resolveKeywords(&limits, of: item.node, room: room)
    if container.isRow {
      items[index].styleMain = limits.width
      (items[index].minMain, items[index].maxMain) = (limits.minWidth, limits.maxWidth)
      items[index].styleCross = limits.height
      (items[index].minCross, items[index].maxCross) = (limits.minHeight, limits.maxHeight)
      items[index].keepsContentCross =
        !style.height.isAuto && style.height != .stretch && limits.height.isNaN
      if style.height == .stretch { items[index].align = .stretch }
    } else {
      items[index].styleMain = limits.height
      (items[index].minMain, items[index].maxMain) = (limits.minHeight, limits.maxHeight)
      items[index].styleCross = limits.width
      (items[index].minCross, items[index].maxCross) = (limits.minWidth, limits.maxWidth)
      items[index].keepsContentCross =
        style.width.isKeyword && style.width != .stretch && limits.width.isNaN
    }
  }
}

extension Length {
  /// Whether it is a size of the content.
  var asksContent: Bool { self == .minContent || self == .maxContent || self == .fitContent }
}
