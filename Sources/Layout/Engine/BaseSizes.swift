typealias Item = UnsafeMutablePointer<FlexItem>

/// CSS Flexbox §9.2, "Line length determination", and §9.3, lines.
extension LayoutPass {
  /// Creates an item with its base size for each child in flow.
  mutating func collectItems(_ container: FlexContainer) -> Line {
    var count = 0
    container.node.forEachBox { if $0.isInFlow { count += 1 } }
    var line = items.take(count)
    container.node.forEachBox { child in
      guard child.isInFlow else { return }
      let item = line.end
      item.initialize(to: FlexItem(child, in: container))
      line.end += 1
      if child.styleRecord.pointee.hasKeywords { resolveKeywords(&item.pointee, container) }
      // The height of a column's item depends on its width, so the width is set first.
      if !container.isRow { setColumnItemWidth(&item.pointee, container) }
      if !setGivenBase(&item.pointee, container) { setContentBase(&item.pointee, container) }
      if needsMinimumNow(&item.pointee, container) { raiseMinimum(&item.pointee, container) }
    }
    return line
  }

  private mutating func setColumnItemWidth(_ item: inout FlexItem, _ container: FlexContainer) {
    var width = item.knownCross(container)
    if width.isNaN { width = ratioWidth(item, container) }
    if width.isNaN {
      width = fittedWidth(item, room: container.innerWidth, height: item.styleMain)
      width = widthWithinRatio(item, width)
    }
    item.cross = item.clampedCross(width)
  }

  /// The width of a column's item that is sized by its content.
  mutating func fittedWidth(_ item: FlexItem, room: Double, height: Double) -> Double {
    fitContentWidth(
      of: item.node, sides: item.sides.width, room: room - item.crossMargins, height: height)
  }

  /// The content's size on the main axis, with padding and border. In a column, `kind` has no
  /// effect, because a height depends only on the width.
  private mutating func contentLength(
    _ item: FlexItem, _ kind: ContentWidth, _ container: FlexContainer
  ) -> Double {
    container.isRow
      ? item.sides.width + contentWidth(of: item.node, kind, height: item.knownHeight(container))
      : measuredHeight(of: item.node, width: item.cross, parentWidth: container.innerWidth)
  }

  private mutating func setContentBase(_ item: inout FlexItem, _ container: FlexContainer) {
    let basis = item.node.style.basis
    if container.isRow, basis.isIntrinsic {
      item.base = keywordWidth(
        basis, of: item.node, sides: item.sides.width,
        room: container.innerWidth - item.mainMargins, height: item.knownHeight(container))
    } else {
      let content = contentLength(item, .max, container)
      item.base = contentWithinRatio(item, content, container)
    }
  }

  /// Applies CSS Flexbox §4.5: the minimum is the smallest size of the content, or the style's size
  /// if that is smaller.
  mutating func raiseMinimum(_ item: inout FlexItem, _ container: FlexContainer) {
    let content = contentLength(item, .min, container)
    item.raiseMinimum(content: contentWithinRatio(item, content, container))
  }

  /// - Returns: whether the style or the aspect ratio gives a base size.
  private func setGivenBase(_ item: inout FlexItem, _ container: FlexContainer) -> Bool {
    var base = givenBase(item, container)
    item.hasGivenBase = !base.isNaN
    if base.isNaN { base = ratioBase(item, container) }
    if base.isNaN { return false }
    item.base = max(base, item.mainSides)
    return true
  }

  /// The base size that the style gives; NaN if it gives none.
  private func givenBase(_ item: FlexItem, _ container: FlexContainer) -> Double {
    let basis = item.node.style.basis
    if basis.isAuto { return item.styleMain }
    if basis == .stretch, container.isRow, !container.innerWidth.isNaN {
      return max(0, container.innerWidth - item.mainMargins)
    }
    let base = basis.resolvedSize(
      container.isRow ? container.innerWidth : container.percentHeight, or: .nan)
    let isOfContent = item.node.style.boxSizing == .contentBox
    return isOfContent ? base + item.mainSides : base
  }

  /// Whether the automatic minimum can exceed the base size.
  ///
  /// The automatic minimum is at most the style's size, so it cannot exceed a base size that is the
  /// style's size. In a row, the min-content width is at most the max-content width. In these cases
  /// the minimum is computed later, only if the item has to shrink.
  private func needsMinimumNow(_ item: inout FlexItem, _ container: FlexContainer) -> Bool {
    guard item.hasAutomaticMinimum else { return false }
    let basis = item.node.style.basis
    let isBelowBase =
      item.ratio == 0
      && (basis.isAuto
        || (container.isRow && !item.hasGivenBase
          && (basis.isPercent || basis == .content || basis == .maxContent)))
    item.hasDeferredMinimum = isBelowBase
    return !isBelowBase
  }

  /// Differences up to this are rounding errors of floating-point sums.
  static var epsilon: Double { 1e-7 }
}

/// CSS Flexbox §9.3, "Main size determination".
extension Line {
  /// The length of a line before growing and shrinking, with margins and gaps.
  func hypotheticalLength(_ container: FlexContainer) -> Double {
    var length = container.mainGap * Double(Swift.max(0, count - 1))
    for item in self { length += item.pointee.hypothetical + item.pointee.mainMargins }
    return length
  }

  /// Calls a closure for each line of a container's items.
  @inline(__always)
  func forEachLine(_ container: FlexContainer, _ body: (Line, _ isFirst: Bool) -> Void) {
    let isOne = !container.wraps || container.innerMain.isNaN
    forEachLine(container, room: isOne ? .infinity : container.innerMain, body)
  }

  @inline(__always)
  func forEachLine(
    _ container: FlexContainer, room: Double, _ body: (Line, _ isFirst: Bool) -> Void
  ) {
    var rest = self
    while rest.count > 0 {
      let line = rest.firstLine(container, room: room)
      body(line, rest.start == start)
      rest.start = line.end
    }
  }

  /// The longest prefix of items that fits; at least one item.
  private func firstLine(_ container: FlexContainer, room: Double) -> Line {
    if room == .infinity { return self }
    var length = -container.mainGap
    var line = Line(start: start, end: start)
    for item in self {
      length += container.mainGap + item.pointee.hypothetical + item.pointee.mainMargins
      if length > room + LayoutPass.epsilon, line.count > 0 { break }
      line.end += 1
    }
    return line
  }

  /// The length of the longest line.
  func longestLine(_ container: FlexContainer, room: Double) -> Double {
    var length = 0.0
    forEachLine(container, room: room) { line, _ in
      length = Swift.max(length, line.hypotheticalLength(container))
    }
    return length
  }

  /// The height of a row's line, or the width of a column's line.
  var crossSize: Double {
    var largest = 0.0
    var before = -Double.infinity
    var after = -Double.infinity
    for item in self {
      let size = item.pointee.cross + item.pointee.crossMargins
      guard item.pointee.hasSharedBaseline else {
        largest = Swift.max(largest, size)
        continue
      }
      before = Swift.max(before, item.pointee.baseline)
      after = Swift.max(after, size - item.pointee.baseline)
    }
    return before.isFinite ? Swift.max(largest, before + after) : largest
  }
}
