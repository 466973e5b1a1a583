/// How much work painting was, for tests and measurements.
package struct PaintCounters: Equatable, Sendable {
  package var frames = 0
  /// Cells of the wanted screen that were compared with what the terminal shows.
  package var cellsCompared = 0
  /// Cells from the first to the last that differed, in each row.
  package var cellsChanged = 0
  /// Bytes appended.
  package var bytes = 0
  /// Frames that moved rows instead of writing them.
  package var scrolls = 0

  package init() {}
}
