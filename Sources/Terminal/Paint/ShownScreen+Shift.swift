extension ShownScreen {
  /// The minimum number of changed columns for which inserting or deleting characters is tried.
  /// Writing fewer columns takes about as few bytes.
  private static let fewestShifted = 8
  /// The largest distance, in columns, at which moved cells are searched for.
  private static let longestShift = 16
  /// The number of consecutive cells that must have moved before inserting or deleting is tried.
  private static let minimumMatch = 4

  /// The number of columns by which the rest of a row has probably moved to the right; negative is
  /// to the left. Nil if it has probably not moved.
  func shift(of row: ChangedRow, wanted: CellGrid) -> Int? {
    let x = row.columns.lowerBound
    let (first, end) = (row.y * width + x, (row.y + 1) * width)
    // If the rest of a row moved, most of its cells changed.
    guard row.columns.count >= Self.fewestShifted, traits.features.contains(.insertCharacters),
      changes(first..<first + Self.fewestShifted, wanted) >= Self.minimumMatch
    else { return nil }
    func isSame(_ shown: Int, _ target: Int) -> Bool {
      cells[shown] != .empty
        && (0..<Self.minimumMatch).allSatisfy { cells[shown + $0] == wanted.cells[target + $0] }
    }
    for count in 1...min(Self.longestShift, width) where first + count + Self.minimumMatch <= end {
      if isSame(first, first + count) { return count }
      if isSame(first + count, first) { return -count }
    }
    return nil
  }

  /// Paints a row directly, or after inserting or deleting characters (ICH, DCH), whichever is
  /// shorter.
  mutating func paint(
    _ row: ChangedRow, shiftedBy shift: Int, wanted: CellGrid, into out: inout [UInt8]
  ) {
    let x = row.columns.lowerBound
    let line = row.y * width..<(row.y + 1) * width
    let start = out.count
    let (oldPen, oldCursor) = (pen, cursor)
    spareRow.removeAll(keepingCapacity: true)
    spareRow.append(contentsOf: cells[line])
    paint(row, wanted: wanted, into: &out)
    let middle = out.count
    let (newPen, newCursor) = (pen, cursor)

    for column in 0..<width { cells[line.lowerBound + column] = spareRow[column] }
    (pen, cursor) = (oldPen, oldCursor)
    move(toX: x, y: row.y, into: &out)
    prepare(for: .empty, into: &out)
    out.appendControl(abs(shift), omitting: 1, shift > 0 ? "@" : "P")
    // If half of a wide glyph leaves the row, the other half differs from the wanted cell, and is
    // repainted.
    for column in x..<width {
      let source = column - shift
      cells[line.lowerBound + column] =
        source >= x && source < width ? spareRow[source] : .empty
    }
    let changed = difference(wanted, row: row.y, in: x..<width)
    if !changed.isEmpty {
      paint(ChangedRow(y: row.y, columns: changed), wanted: wanted, into: &out)
    }
    if out.count - middle < middle - start {
      out.removeSubrange(start..<middle)
    } else {
      // Keeps the direct way, which is not longer. Both ways leave the row as wanted.
      out.removeSubrange(middle...)
      (pen, cursor) = (newPen, newCursor)
    }
  }
}
