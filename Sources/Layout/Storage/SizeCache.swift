/// The sizes of a node's content that it was asked for: how narrow and how wide it can be, and its
/// height at a few widths. All of it depends on the subtree alone.
///
/// Sizes are kept as Floats, rounded up, so that content has room in a box of its own size; who asks
/// first gets the same answer as who asks later.
struct SizeCache {
  /// The widths that the heights are for, the latest first; NaN where there is none.
  private(set) var widths = (Double.nan, Double.nan)
  private(set) var heights = (Float.nan, Float.nan)
  /// NaN if not known.
  var minWidth = Float.nan
  var maxWidth = Float.nan

  var isEmpty: Bool { minWidth.isNaN && maxWidth.isNaN && widths.0.isNaN }

  /// NaN if not known.
  @inline(__always) func height(at width: Double) -> Float {
    widths.0 == width ? heights.0 : widths.1 == width ? heights.1 : .nan
  }

  @inline(__always) mutating func setHeight(_ height: Float, at width: Double) {
    widths = (width, widths.0)
    heights = (height, heights.0)
  }
}

extension Float {
  /// The nearest one that is not less.
  init(roundedUp value: Double) {
    let nearest = Float(value)
    self = Double(nearest) < value ? nearest.nextUp : nearest
  }
}

/// Sizes that few nodes are asked for.
struct SizeBlock {
  enum Kind: Equatable { case width(ContentWidth), height, baseline }

  struct Entry {
    let kind: Kind
    /// What was asked about: a width, or the height before the content; of a baseline, both, what
    /// percentages of padding are of, and in which layout. No value is NaN.
    let question: SIMD4<Double>
    let answer: Double
  }

  static let capacity = 128
  private(set) var entries = ContiguousArray<Entry>()

  func answer(_ kind: Kind, _ question: SIMD4<Double>) -> Double? {
    for entry in entries where entry.kind == kind && entry.question == question {
      return entry.answer
    }
    return nil
  }

  /// - Returns: whether there was room.
  mutating func add(_ entry: Entry) -> Bool {
    let isFull = entries.count == SizeBlock.capacity
    if isFull { entries = [] }
    entries.append(entry)
    return !isFull
  }
}
