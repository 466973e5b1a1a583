/// Counters of painting, for tests and measurements.
package struct PaintCounters: Equatable, Sendable {
  package var frames = 0
  /// The number of cells of the wanted screen that were compared with the shown screen.
  package var cellsCompared = 0
  /// The number of cells from the first to the last changed one of a row, summed over the rows.
  package var cellsChanged = 0
  /// The number of written bytes.
  package var bytes = 0
  /// The number of times that the terminal moved rows, instead of rewriting them. A frame can move
  /// several regions.
  package var scrolls = 0

  package init() {}
}
