/// Size keywords for the content or the free space: CSS Sizing Level 3 §5 and Level 4 §6.
///
/// A width, a limit of the width, and a height can be any keyword. For a limit of the height, only
/// `stretch` has an effect.
extension LayoutPass {
  /// The border-box width of a keyword; NaN if the keyword has no value.
  ///
  /// - Parameters:
  ///   - sides: padding and border on this axis.
  ///   - room: the parent's width less the margins; NaN if unknown.
  ///   - height: the height, if known before the content is measured; else NaN.
  mutating func keywordWidth(
    _ length: Length, of node: NodePointer, sides: Double, room: Double, height: Double
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

  /// Replaces a style's keywords by numbers, except content keywords for the height, which depend
  /// on the final width.
  ///
  /// Content keywords for the height are like `auto`, except that the box does not stretch.
  ///
  /// - Parameters:
  ///   - room: the available space for the border box; NaN if unknown.
  ///   - sides: padding and border.
  ///   - height: the height, if it is known before the content is measured although the style gives
  ///     none; else NaN.
  mutating func resolveKeywords(
    _ limits: inout SizeLimits, of node: NodePointer, room: LayoutSize, sides: LayoutSize,
    height: Double = .nan
  ) {
    guard node.styleRecord.pointee.hasKeywords else { return }
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

  /// Resolves the keywords of an item.
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
  /// Whether the length is an intrinsic size of the content.
  var isIntrinsic: Bool { self == .minContent || self == .maxContent || self == .fitContent }
}
