/// Where a box without insets goes on one axis, by the sides of the screen.
enum StaticAlign {
  case before, center, after

  init(_ justify: JustifyContent, isReversed: Bool) {
    switch justify {
    case .flexEnd, .end, .right: self = isReversed ? .before : .after
    case .center, .spaceAround, .spaceEvenly: self = .center
    case .flexStart, .start, .left, .spaceBetween: self = isReversed ? .after : .before
    }
  }

  init(_ align: AlignItems, isReversed: Bool) {
    switch align {
    case .flexEnd, .end: self = isReversed ? .before : .after
    case .center: self = .center
    case .flexStart, .start, .stretch, .baseline: self = isReversed ? .after : .before
    }
  }
}

/// One axis of an absolute box, from the block's padding edge.
struct AbsoluteAxis {
  /// From top to bottom: what is too large may stand out at the start.
  let isDown: Bool
  let room: Double
  /// The insets, NaN if automatic.
  let before: Double
  let after: Double
  let marginBefore: Double
  let marginAfter: Double
  let isAutoBefore: Bool
  let isAutoAfter: Bool
  /// Lines begin at the far side: it wins where both insets and the size are given.
  let startsAfter: Bool
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

  /// The size between two insets; NaN unless both are given.
  var stretchedSize: Double {
    before.isNaN || after.isNaN ? .nan : max(0, between - margins)
  }

  func offset(size: Double) -> Double {
    switch (before.isNaN, after.isNaN) {
    case (false, false): return offsetBetween(size: size)
    case (false, true): return before + marginBefore
    case (true, false): return room - after - marginAfter - size
    case (true, true): break
    }
    let free = content - size - margins
    switch align {
    case .before: return contentStart + marginBefore
    case .center: return contentStart + marginBefore + free / 2
    case .after: return contentStart + marginBefore + free
    }
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
    return start + (startsAfter && !isAutoAfter ? free : 0)
  }
}
