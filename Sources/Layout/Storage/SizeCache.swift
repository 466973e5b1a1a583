/// The cached sizes of a node's content: its min-content and max-content widths, and its height at
/// a few widths. They depend only on the subtree.
///
/// Sizes are stored as Floats, rounded up, so that content fits a box of its own size. The caller
/// for whom a size is computed gets the rounded size too, like all later callers.
struct SizeCache {
  /// The widths at which `heights` are cached, the latest first; NaN if unused.
  private(set) var widths = (Double.nan, Double.nan)
  private(set) var heights = (Float.nan, Float.nan)
  /// The min-content and max-content widths; NaN if unknown.
  var minWidth = Float.nan
  var maxWidth = Float.nan

  var isEmpty: Bool { minWidth.isNaN && maxWidth.isNaN && widths.0.isNaN }

  /// The cached height; NaN if unknown.
  @inline(__always) func height(at width: Double) -> Float {
    widths.0 == width ? heights.0 : widths.1 == width ? heights.1 : .nan
  }

  @inline(__always) mutating func setHeight(_ height: Float, at width: Double) {
    widths = (width, widths.0)
    heights = (height, heights.0)
  }
}

extension Float {
  /// The nearest Float that is not less than the value.
  init(roundedUp value: Double) {
    let nearest = Float(value)
    self = Double(nearest) < value ? nearest.nextUp : nearest
  }
}

/// Cached sizes that few nodes need.
struct ExtraSizes {
  enum Kind: Equatable { case width(ContentWidth), height, baseline }

  struct Entry {
    let kind: Kind
    /// The input: for a height, a width; for a width, the height known before the content is
    /// measured; for a baseline, the width, the height, the width that percentages of padding refer
    /// to, and `LayoutPass.number`, because a baseline is valid only during one layout. Never NaN.
    let input: SIMD4<Double>
    let result: Double
  }

  static let capacity = 128
  private(set) var entries = ContiguousArray<Entry>()

  func result(_ kind: Kind, _ input: SIMD4<Double>) -> Double? {
    for entry in entries where entry.kind == kind && entry.input == input {
      return entry.result
    }
    return nil
  }

  /// - Returns: false if the block was full, so that its earlier entries were dropped.
  mutating func add(_ entry: Entry) -> Bool {
    let isFull = entries.count == ExtraSizes.capacity
    if isFull { entries = [] }
    entries.append(entry)
    return !isFull
  }
}
