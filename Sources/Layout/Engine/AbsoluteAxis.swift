/// The alignment of a box on one axis in screen direction. The raw value is the share of free
/// space before the box.
enum StaticAlign: Double {
  case before = 0
  case center = 0.5
  case after = 1

  init(_ justify: JustifyContent, isReversed: Bool) {
    switch justify {
    case .flexEnd, .end, .right: self = isReversed ? .before : .after
    case .center, .spaceAround, .spaceEvenly: self = .center
    case .flexStart, .start, .left, .spaceBetween: self = isReversed ? .after : .before
    }
  }

  init(_ align: AlignItems, isReversed: Bool) {
    switch align {
    case .flexEnd, .end, .selfEnd: self = isReversed ? .before : .after
    case .center: self = .center
    case .flexStart, .start, .selfStart, .stretch, .baseline: self = isReversed ? .after : .before
    }
  }
}

/// One axis of an absolute box. Positions are distances from the start of the containing block's
/// padding box, and `room` is the size of that padding box.
struct AbsoluteAxis {
  /// Whether the axis is vertical. Only on a vertical axis, two automatic margins may move an
  /// overflowing box past the start.
  let isVertical: Bool
  let room: Double
  /// Whether the containing block scrolls. Boxes may then extend beyond its far side, where the
  /// user can scroll to them.
  let isScrolled: Bool
  /// The insets; NaN if automatic.
  let before: Double
  let after: Double
  let marginBefore: Double
  let marginAfter: Double
  let isAutoBefore: Bool
  let isAutoAfter: Bool
  /// Whether lines begin at the far side. The far inset then wins if both insets and the size are
  /// given.
  let startsAtFarSide: Bool
  /// `align-self`, which applies between two insets; nil: not set.
  let alignment: AlignItems?
  /// The parent's content box on this axis, and the box's alignment there as the only child.
  let contentStart: Double
  let content: Double
  let align: StaticAlign

  private var margins: Double { marginBefore + marginAfter }

  /// The space between the two insets.
  private var between: Double { max(0, room - before - after) }

  /// The available space for the border box.
  var availableSize: Double {
    switch (before.isNaN, after.isNaN) {
    case (false, false): return between - margins
    case (false, true): return room - before - margins
    case (true, false): return room - after - margins
    case (true, true): break
    }
    // The space from the static position to the side towards which the box extends. A centered box
    // extends towards both sides, so its space is twice that to the nearer side.
    switch align {
    case .before: return room - contentStart - margins
    case .after: return contentStart + content - margins
    case .center:
      let center = contentStart + content / 2
      return 2 * min(center, room - center) - margins
    }
  }

  /// The size between two insets; NaN unless both are given and the box stretches.
  var stretchedSize: Double {
    guard !before.isNaN, !after.isNaN, (alignment ?? .stretch) == .stretch else { return .nan }
    return max(0, between - margins)
  }

  func offset(size: Double) -> Double {
    switch (before.isNaN, after.isNaN) {
    case (false, false): return offsetBetween(size: size)
    case (false, true): return before + marginBefore
    case (true, false): return room - after - marginAfter - size
    case (true, true): break
    }
    return contentStart + marginBefore + (content - size - margins) * align.rawValue
  }

  private func offsetBetween(size: Double) -> Double {
    let start = (startsAtFarSide ? room - after - between : before) + marginBefore
    let free = between - size - margins
    // Two automatic margins share the free space; a single automatic margin also takes negative
    // space.
    if isAutoBefore, isAutoAfter {
      if isVertical || free > 0 { return start + free / 2 }
      return start + (startsAtFarSide ? free : 0)
    }
    if isAutoBefore { return start + free }
    guard !isAutoAfter, let alignment else {
      return start + (startsAtFarSide && !isAutoAfter ? free : 0)
    }
    let aligned = start + free * StaticAlign(alignment, isReversed: false).rawValue
    if free >= 0 { return aligned }
    // A box that does not fit between the insets stays in the containing block, which negative
    // insets extend.
    let first = min(0, before) + marginBefore
    let last = max(room, room - after, before) - marginAfter - size
    return max(first, isScrolled ? aligned : min(aligned, last))
  }
}
