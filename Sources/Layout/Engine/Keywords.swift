/// Sizes that ask the content or the free space: CSS Sizing Level 3 §5 and Level 4 §6.
///
/// They are for widths. Of heights, only a height itself may ask the content; as limits they say nothing.
extension LayoutPass {
  /// The border box's width that a keyword stands for; NaN if it stands for nothing.
  ///
  /// - Parameters:
  ///   - sides: padding and border on this axis.
  ///   - room: the parent's width less the margins, NaN if not known.
  mutating func keywordWidth(
    _ length: Length, of node: Box, sides: Double, room: Double
  ) -> Double {
    switch length {
    case .minContent: sides + contentWidth(of: node, .min)
    case .maxContent: sides + contentWidth(of: node, .max)
    case .fitContent:
      fitContentWidth(of: node, sides: sides, room: room.isNaN ? .infinity : room)
    case .stretch: room.isNaN ? .nan : max(sides, room)
    default: .nan
    }
  }

  /// Puts numbers in place of the keywords of a style's widths.
  ///
  /// A height that asks the content is what `auto` gives, but that it is not stretched.
  ///
  /// - Parameters:
  ///   - room: the width for the border box, NaN where it is not known.
  ///   - sides: padding and border on this axis.
  mutating func resolveKeywords(
    _ limits: inout SizeLimits, of node: Box, room: Double, sides: Double
  ) {
    guard node.rules.pointee.hasKeywords else { return }
    let style = node.style
    if style.width.isKeyword {
      limits.width = keywordWidth(style.width, of: node, sides: sides, room: room)
    }
    let least = keywordWidth(style.minWidth, of: node, sides: sides, room: room)
    if !least.isNaN { limits.minWidth = max(sides, least) }
    let most = keywordWidth(style.maxWidth, of: node, sides: sides, room: room)
    if !most.isNaN { limits.maxWidth = most }
  }

  /// As above, for an item.
  @inline(never)
  mutating func resolveKeywords(_ item: inout FlexItem, _ container: FlexContainer) {
    let margins = container.isRow ? item.mainMargins : item.crossMargins
    var limits = item.node.limits(
      width: container.innerWidth, height: container.percentHeight, sides: item.sides)
    resolveKeywords(
      &limits, of: item.node, room: container.innerWidth - margins, sides: item.sides.width)
    item.setLimits(limits)
  }
}

extension Length {
  /// Whether it is a size of the content.
  var asksContent: Bool { self == .minContent || self == .maxContent || self == .fitContent }
}
