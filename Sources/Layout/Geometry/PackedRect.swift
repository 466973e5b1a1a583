/// A ``CellRect`` in 16 bytes: a node keeps two.
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

  /// No rectangle: it ends before it begins.
  static let none: PackedRect = {
    var rect = PackedRect()
    rect.left = 1
    return rect
  }()

  /// The same rectangle from another point, which is within the limits of edges, too.
  func from(x: Int32, y: Int32) -> PackedRect {
    var rect = self
    rect.left -= x
    rect.right -= x
    rect.top -= y
    rect.bottom -= y
    return rect
  }

  /// Rounds each edge by itself, so that boxes that touch still touch.
  init(left: Double, top: Double, right: Double, bottom: Double) {
    self.left = PackedRect.cell(left)
    self.top = PackedRect.cell(top)
    // The noise of sums must not make a box of no width one of less than none.
    self.right = max(self.left, PackedRect.cell(right))
    self.bottom = max(self.top, PackedRect.cell(bottom))
  }

  /// The cell edge nearest to a distance from a cell edge, halves upwards.
  ///
  /// Snapping to 1/64 first removes the noise of sums: 2.4999999999 is meant as 2.5.
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
