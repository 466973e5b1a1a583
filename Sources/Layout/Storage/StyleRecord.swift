/// A style, shared by all nodes of an arena that have it, with precomputed values.
struct StyleRecord {
  let style: LayoutStyle
  /// The number of nodes with this style.
  var users = 1

  /// The padding and border, the margins and the size limits; percentages count as unknown.
  let sides: ResolvedEdges
  let margins: ResolvedEdges
  let limits: SizeLimits
  /// Whether the values above are complete, because the style gives them no percentages.
  let hasFixedSides: Bool
  let hasFixedMargins: Bool
  let hasFixedLimits: Bool
  /// Whether a size is a keyword for the content or the free space.
  let hasKeywords: Bool
  /// Whether `inset` may shift the box.
  let isShifted: Bool

  init(_ style: LayoutStyle) {
    precondition(
      MemoryLayout<LayoutStyle>.size.isMultiple(of: StyleKey.wordSize),
      "StyleKey compares styles in whole words.")
    self.style = style
    sides = style.paddingAndBorder(parentWidth: .nan)
    margins = style.margin.resolvedMargins(.nan)
    limits = SizeLimits(
      style, width: .nan, height: .nan,
      sides: LayoutSize(width: sides.horizontal, height: sides.vertical))
    hasFixedSides = !style.padding.hasPercent
    hasFixedMargins = !style.margin.hasPercent
    let lengths = [
      style.width, style.height, style.minWidth, style.minHeight, style.maxWidth, style.maxHeight,
    ]
    hasFixedLimits = hasFixedSides && !lengths.contains(where: \.isPercent)
    hasKeywords = style.hasKeywords
    isShifted = style.position == .relative && style.inset != .auto
  }
}

/// A style, hashed and compared by its bytes. The memory of a style has no padding bytes, and equal
/// styles have equal bytes, because lengths, factors and ratios have one representation for each
/// value.
struct StyleKey: Hashable {
  let style: UnsafePointer<LayoutStyle>

  static let wordSize = MemoryLayout<UInt64>.size

  private static var size: Int { MemoryLayout<LayoutStyle>.size }

  /// Reads a word of eight bytes, which need not be aligned: a style is aligned only to four bytes,
  /// as its lengths are.
  private func word(at offset: Int) -> UInt64 {
    UnsafeRawPointer(style).loadUnaligned(fromByteOffset: offset, as: UInt64.self)
  }

  static func == (one: StyleKey, other: StyleKey) -> Bool {
    // A loop without an iterator, because an iterator would take half of the time in a debug build.
    var offset = 0
    while offset < size {
      if one.word(at: offset) != other.word(at: offset) { return false }
      offset += wordSize
    }
    return true
  }

  func hash(into hasher: inout Hasher) {
    var bits: UInt64 = 0
    var offset = 0
    while offset < StyleKey.size {
      let product = (bits ^ word(at: offset)).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
      bits = product.high ^ product.low &+ 0x2545_F491_4F6C_DD1D
      offset += StyleKey.wordSize
    }
    hasher.combine(bits)
  }
}

extension UnsafeMutablePointer where Pointee == StyleRecord {
  /// The key of the record, whose first property is the style.
  var key: StyleKey {
    StyleKey(style: UnsafeRawPointer(self).assumingMemoryBound(to: LayoutStyle.self))
  }
}

extension UnsafeMutablePointer where Pointee == NodeRecord {
  /// Padding and border.
  @inline(__always) func sides(parentWidth: Double) -> ResolvedEdges {
    if styleRecord.pointee.hasFixedSides { return styleRecord.pointee.sides }
    return style.paddingAndBorder(parentWidth: parentWidth)
  }

  @inline(__always) func sidesSize(parentWidth: Double) -> LayoutSize {
    let sides = sides(parentWidth: parentWidth)
    return LayoutSize(width: sides.horizontal, height: sides.vertical)
  }

  @inline(__always) func margins(_ width: Double) -> ResolvedEdges {
    if styleRecord.pointee.hasFixedMargins { return styleRecord.pointee.margins }
    return style.margin.resolvedMargins(width)
  }

  /// - Parameters:
  ///   - width: the width that percentages refer to; NaN if unknown.
  ///   - height: the height that percentages refer to; NaN if unknown.
  ///   - sides: padding and border, for the same width.
  @inline(__always) func limits(
    width: Double, height: Double, sides: LayoutSize
  ) -> SizeLimits {
    if styleRecord.pointee.hasFixedLimits { return styleRecord.pointee.limits }
    return SizeLimits(style, width: width, height: height, sides: sides)
  }
}
