import MillraceLayout

/// The columns of each row of the screen that must be drawn again.
struct Damage {
  private var rows: [Range<Int>]
  private let width: Int
  /// A range that contains all rows with damage.
  private var touched = 0..<0

  init(width: Int, height: Int) {
    self.width = max(0, width)
    rows = Array(repeating: 0..<0, count: max(0, height))
  }

  var isEmpty: Bool { touched.isEmpty }

  mutating func add(_ rect: CellRect) {
    let columns = (rect.x..<max(rect.x, rect.maxX)).clamped(to: 0..<width)
    let part = (rect.y..<max(rect.y, rect.maxY)).clamped(to: 0..<rows.count)
    if columns.isEmpty || part.isEmpty { return }
    for row in part { rows[row] = rows[row].union(columns) }
    touched = touched.union(part)
  }

  mutating func add(row: Int, of other: Damage) {
    let columns = other.rows[row]
    add(CellRect(x: columns.lowerBound, y: row, width: columns.count, height: 1))
  }

  /// Whether all given columns of a row are damaged. Cells outside of the screen count as damaged.
  func covers(_ columns: Range<Int>, row: Int) -> Bool {
    let columns = columns.clamped(to: 0..<width)
    return columns.isEmpty || !rows.indices.contains(row)
      || rows[row].lowerBound <= columns.lowerBound && columns.upperBound <= rows[row].upperBound
  }

  /// Moves the damage in a region up by a number of rows, or down if the number is negative.
  mutating func scroll(_ region: CellRect, by lines: Int) {
    let old = self
    let columns = region.x..<region.maxX
    for row in region.y..<region.maxY {
      let source = row + lines
      let moved =
        region.y <= source && source < region.maxY
        ? old.rows[source].clamped(to: columns) : 0..<0
      // Damage that exceeds the columns of the region stays in its row as well.
      let stays = old.rows[row].clamped(to: columns) == old.rows[row] ? 0..<0 : old.rows[row]
      rows[row] = moved.union(stays)
    }
    touched = touched.union(region.y..<region.maxY)
  }

  mutating func removeAll() {
    for row in touched { rows[row] = 0..<0 }
    touched = 0..<0
  }

  /// The ranges of rows with damage.
  var damagedRows: [Range<Int>] {
    touched.reduce(into: []) { ranges, row in
      if rows[row].isEmpty { return }
      if let last = ranges.last, last.upperBound == row {
        ranges[ranges.count - 1] = last.lowerBound..<row + 1
      } else {
        ranges.append(row..<row + 1)
      }
    }
  }

  /// Rectangles that cover the damage. Adjacent rows with the same columns form one rectangle.
  var rects: [CellRect] {
    var rects: [CellRect] = []
    var y = touched.lowerBound
    while y < touched.upperBound {
      let columns = rows[y]
      let start = y
      repeat { y += 1 } while y < touched.upperBound && rows[y] == columns
      if columns.isEmpty { continue }
      rects.append(
        CellRect(x: columns.lowerBound, y: start, width: columns.count, height: y - start))
    }
    return rects
  }
}

extension Range<Int> {
  fileprivate func union(_ other: Range) -> Range {
    if isEmpty { return other }
    if other.isEmpty { return self }
    return Swift.min(lowerBound, other.lowerBound)..<Swift.max(upperBound, other.upperBound)
  }
}
