/// Where a box goes on one axis, by the sides of the screen: the part of the free space before it.
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

/// One axis of an absolute box, from the block's padding edge.
struct AbsoluteAxis {
  /// From top to bottom: what is too large may stand out at the start.
  let isDown: Bool
  let room: Double
  /// What is beyond the far side of the block can be scrolled to: nothing need stay inside.
  let isScrolled: Bool
  /// The insets, NaN if automatic.
  let before: Double
  let after: Double
  let marginBefore: Double
  let marginAfter: Double
  let isAutoBefore: Bool
  let isAutoAfter: Bool
  /// Lines begin at the far side: it wins where both insets and the size are given.
  let startsAfter: Bool
  /// `align-self`, which counts between two insets; nil: it says nothing.
  let alignment: AlignItems?
  /// Where it would stand as the parent's only child: the parent's content, and the place in it.
  let contentStart: Double
  let content: Double
  let align: StaticAlign

  private var margins: Double { marginBefore + marginAfter }

  /// What two insets leave of the block.
  private var between: Double { max(0, room - before - after) }

  /// The space for the border box.
  var availableSize: Double {
    switch (before.isNaN, after.isNaN) {
    case (false, false): return between - margins
    case (false, true): return room - before - margins
    case (true, false): return room - after - margins
    case (true, true): break
    }
    // From where it would stand to the end of the block.
    switch align {
    case .before: return room - contentStart - margins
    case .after: return contentStart + content - margins
    case .center:
      let center = contentStart + content / 2
      return 2 * min(center, room - center) - margins
    }
  }

  /// The size between two insets; NaN unless both are given, and nothing else is said.
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
    let start = (startsAfter ? room - after - between : before) + marginBefore
    let free = between - size - margins
    // Automatic margins share what two insets and a size leave; a single one takes also what lacks.
    if isAutoBefore, isAutoAfter {
      if isDown || free > 0 { return start + free / 2 }
      return start + (startsAfter ? free : 0)
    }
    if isAutoBefore { return start + free }
    guard !isAutoAfter, let alignment else {
      return start + (startsAfter && !isAutoAfter ? free : 0)
    }
    let aligned = start + free * StaticAlign(alignment, isReversed: false).rawValue
    if free >= 0 { return aligned }
    // Where it does not fit between the insets, it stays in the block as far as the insets do.
    let first = min(0, before) + marginBefore
    let last = max(room, room - after, before) - marginAfter - size
    return max(first, isScrolled ? aligned : min(aligned, last))
  }
}
