import MillraceLayout

/// The parts of the screen that have to be drawn again: few rectangles that cover every change.
struct Damage {
  private(set) var rects: [CellRect] = []

  /// With more rectangles than this, looking at each costs more than drawing what lies between.
  private static let limit = 24

  var isEmpty: Bool { rects.isEmpty }

  mutating func add(_ rect: CellRect) {
    guard !rect.isEmpty, !rects.contains(where: { $0.intersection(rect) == rect }) else { return }
    rects.removeAll { $0.intersection(rect) == $0 }
    rects.append(rect)
    if rects.count > Self.limit { rects = [rects.dropFirst().reduce(rects[0]) { $0.union($1) }] }
  }

  mutating func removeAll() { rects = [] }
}
