/// A ``CellRect`` in 16 bytes, as stored in nodes.
struct PackedRect: Equatable {
  var left: Int32 = 0
  var top: Int32 = 0
  var right: Int32 = 0
  var bottom: Int32 = 0

  var rect: CellRect {
    CellRect(
      x: Int(left), y: Int(top), width: Int(right) - Int(left), height: Int(bottom) - Int(top))
  }

  init() {}

  /// No rectangle: its right edge is before its left edge.
  static let none: PackedRect = {
    var rect = PackedRect()
    rect.left = 1
    return rect
  }()

  /// The rectangle relative to a point, whose coordinates must be results of `cell(_:)`.
  func from(x: Int32, y: Int32) -> PackedRect {
    var rect = self
    rect.left -= x
    rect.right -= x
    rect.top -= y
    rect.bottom -= y
    return rect
  }

  /// Rounds each edge separately, so that adjacent boxes stay adjacent.
  init(left: Double, top: Double, right: Double, bottom: Double) {
    self.left = PackedRect.cell(left)
    self.top = PackedRect.cell(top)
    // Rounding errors of sums must not produce a negative size.
    self.right = max(self.left, PackedRect.cell(right))
    self.bottom = max(self.top, PackedRect.cell(bottom))
  }

  /// Rounds the position of an edge to whole cells, halves up.
  ///
  /// Snapping to 1/64 first removes rounding errors of sums: 2.4999999999 counts as 2.5.
  static func cell(_ edge: Double) -> Int32 {
    guard !edge.isNaN else { return 0 }
    let rounded = (edge.snapped + 0.5).rounded(.down)
    return Int32(Swift.min(Swift.max(rounded, -1_000_000_000), 1_000_000_000))
  }
}

extension Double {
  /// The nearest multiple of 1/64.
  var snapped: Double { (self * 64 + 0.5).rounded(.down) / 64 }
}
