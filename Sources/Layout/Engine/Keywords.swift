/// Sizes that ask the content or the free space: CSS Sizing Level 3 §5 and Level 4 §6.
///
/// They are for widths. Of heights, a height itself may ask the content or the free space, and a limit the
/// free space; a limit that asks the content says nothing.
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
    case .minContent: sides + contentWidth(of: node, .min, height: height)
    case .maxContent: sides + contentWidth(of: node, .max, height: height)
    case .fitContent:
      fitContentWidth(
        of: node, sides: sides, room: room.isNaN ? .infinity : room, height: height)
    case .stretch: room.isNaN ? .nan : max(sides, room)
    default: .nan
    }
  }

  /// Puts numbers in place of the keywords of a style, where they can be had before its width is known.
  ///
  /// A height that asks the content is what `auto` gives, but that it is not stretched.
  ///
  /// - Parameters:
  ///   - room: for the border box, NaN where it is not known.
  ///   - sides: padding and border.
  ///   - height: that the box has before its content, if its style gives it none; NaN if there is none.
  mutating func resolveKeywords(
    _ limits: inout SizeLimits, of node: Box, room: LayoutSize, sides: LayoutSize,
    height: Double = .nan
  ) {
    guard node.rules.pointee.hasKeywords else { return }
    let style = node.style
    if !room.height.isNaN {
      if style.height == .stretch { limits.height = max(sides.height, room.height) }
      if style.minHeight == .stretch { limits.minHeight = max(limits.minHeight, room.height) }
      if style.maxHeight == .stretch { limits.maxHeight = max(0, room.height) }
    }
    let known = limits.height.isNaN ? height : limits.height
    func width(_ length: Length, _ pass: inout LayoutPass) -> Double {
      pass.keywordWidth(length, of: node, sides: sides.width, room: room.width, height: known)
    }
    if style.width.isKeyword {
      limits.width = width(style.width, &self)
    }
    let least = width(style.minWidth, &self)
    if !least.isNaN { limits.minWidth = max(sides.width, least) }
    let most = width(style.maxWidth, &self)
    if !most.isNaN { limits.maxWidth = most }
  }

  /// As above, for an item.
  @inline(never)
  mutating func resolveKeywords(_ item: inout FlexItem, _ container: FlexContainer) {
    let (main, cross) = (item.mainMargins, item.crossMargins)
    let room = LayoutSize(
      width: container.innerWidth - (container.isRow ? main : cross),
      height: container.percentHeight - (container.isRow ? cross : main))
    var limits = item.node.limits(
      width: container.innerWidth, height: container.percentHeight, sides: item.sides)
    resolveKeywords(
      &limits, of: item.node, room: room, sides: item.sides, height: item.knownHeight(container))
    item.setLimits(limits)
  }
}

extension Length {
  /// Whether it is a size of the content.
  var asksContent: Bool { self == .minContent || self == .maxContent || self == .fitContent }
}
