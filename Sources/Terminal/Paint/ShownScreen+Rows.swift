import MillraceRender

/// A row of the shown screen, with the columns that differ from the wanted row.
struct ChangedRow {
  var y: Int
  var columns: Range<Int>
}

extension ShownScreen {
  /// Paints the wanted rows. The terminal must already show all rows that are not in `rows`.
  mutating func paint(_ rows: [ChangedRow], wanted: CellGrid, into out: inout [UInt8]) {
    let firstEmpty = firstOfEmptyRows(rows, wanted: wanted)
    for (index, row) in rows.enumerated() {
      if row.y + 1 >= firstEmpty, index + 1 < rows.count {
        if paint(row, wanted: wanted, mayEraseBelow: true, into: &out) { return }
      } else if let shift = shift(of: row, wanted: wanted) {
        paint(row, shiftedBy: shift, wanted: wanted, into: &out)
      } else {
        paint(row, wanted: wanted, into: &out)
      }
    }
  }

  /// The first of the empty rows at the bottom of the wanted screen, if the last of several changed
  /// rows is one of them; otherwise, and for a region below the prompt, the height.
  private func firstOfEmptyRows(_ rows: [ChangedRow], wanted: CellGrid) -> Int {
    guard rows.count > 1, !traits.isInline, let last = rows.last else { return height }
    for y in last.y..<height where !wanted.isEmpty(row: y) { return height }
    var first = last.y
    while first > 0, wanted.isEmpty(row: first - 1) { first -= 1 }
    return first
  }

  /// Paints the changed columns of a row.
  /// - Returns: Whether everything below was erased too.
  @discardableResult
  mutating func paint(
    _ row: ChangedRow, wanted: CellGrid, mayEraseBelow: Bool = false, into out: inout [UInt8]
  ) -> Bool {
    let start = row.y * width
    var end = row.columns.upperBound
    var x = row.columns.lowerBound
    let emptyFrom = firstOfEmptyColumns(row, wanted: wanted)
    while true {
      x = nextChange(from: x, to: end, row: row.y, wanted: wanted)
      if x >= end { return false }
      let cell = wanted.cells[start + x]
      if x >= emptyFrom, mayEraseBelow || changes(start + x..<start + end, wanted) >= 3 {
        eraseToEnd(x: x, row: row.y, below: mayEraseBelow, into: &out)
        return mayEraseBelow
      } else if x + 1 < end, wanted.cells[start + x + 1] == cell,
        let count = paintRun(x: x, row: row.y, end: end, wanted: wanted, into: &out)
      {
        x += count
      } else {
        x += write(x: x, row: row.y, wanted: wanted, end: &end, into: &out)
      }
    }
  }

  /// The first column where a glyph must be written; `end` if there is none.
  private func nextChange(from x: Int, to end: Int, row: Int, wanted: CellGrid) -> Int {
    let start = row * width
    return cells.withUnsafeBufferPointer { shown in
      wanted.cells.withUnsafeBufferPointer { wanted in
        var x = x
        while x < end,
          shown[start + x] == wanted[start + x] || wanted[start + x].glyph == .wideTail
        { x += 1 }
        return x
      }
    }
  }

  /// The first of the empty columns at the end of a wanted row, if the last changed column is one
  /// of them; otherwise the width.
  private func firstOfEmptyColumns(_ row: ChangedRow, wanted: CellGrid) -> Int {
    let start = row.y * width
    for x in row.columns.upperBound - 1..<width where wanted.cells[start + x] != .empty {
      return width
    }
    var first = row.columns.upperBound - 1
    while first > row.columns.lowerBound, wanted.cells[start + first - 1] == .empty { first -= 1 }
    return first
  }

  func changes(_ range: Range<Int>, _ wanted: CellGrid) -> Int {
    range.reduce(0) { $0 + (cells[$1] == wanted.cells[$1] ? 0 : 1) }
  }

  /// Erases from a column to the end of the row or of the screen.
  ///
  /// Uses only the default background, because not every terminal fills with another one.
  private mutating func eraseToEnd(
    x: Int, row: Int, below: Bool, into out: inout [UInt8]
  ) {
    move(toX: x, y: row, into: &out)
    prepare(for: .empty, into: &out)
    if below { out.appendControl("J") } else { out.appendControl("K") }
    fill(row * width + x..<(below ? height : row + 1) * width)
  }

  /// Paints a run of identical cells: erases them (ECH), or writes one and makes the terminal
  /// repeat it (REP). Only ASCII is repeated: tmux 3.3, for example, does not repeat other
  /// characters.
  ///
  /// - Returns: The number of columns; nil, with nothing written, if writing the changes is as
  ///   short.
  private mutating func paintRun(
    x: Int, row: Int, end: Int, wanted: CellGrid, into out: inout [UInt8]
  ) -> Int? {
    let first = row * width + x
    let cell = wanted.cells[first]
    guard cell.glyph.rawValue < 0x7F else { return nil }
    var (count, changed) = (1, 1)
    for offset in 1..<end - x {
      if wanted.cells[first + offset] != cell { break }
      if cells[first + offset] == cell { continue }
      changed += 1
      count = offset + 1
    }
    // Erasing does not move the cursor: if cells follow, moving past the erased ones costs as much
    // again.
    let sequence = 3 + decimalDigits(count)
    let erasing =
      cell == .empty && traits.features.contains(.eraseCharacters)
      ? sequence * (x + count == end ? 1 : 2) : .max
    let repeating =
      count > 1 && traits.features.contains(.repeatCharacter)
      ? 4 + (count == 2 ? 0 : decimalDigits(count - 1)) : .max
    guard min(erasing, repeating) < changed else { return nil }
    move(toX: x, y: row, into: &out)
    prepare(for: cell, into: &out)
    if erasing <= repeating {
      out.appendControl(count, omitting: 1, "X")
    } else {
      append(cell.glyph, columns: 1, into: &out)
      out.appendControl(count - 1, omitting: 1, "b")
      cursor = x + count < width ? .at(x: x + count, y: row) : .row(row)
    }
    for index in first..<first + count { cells[index] = cell }
    return count
  }

  /// Writes one glyph, or several ASCII glyphs of one style.
  ///
  /// - Parameter end: The end of the columns to compare in this row; grows if a terminal may have
  ///   overwritten more.
  /// - Returns: The number of columns.
  private mutating func write(
    x: Int, row: Int, wanted: CellGrid, end: inout Int, into out: inout [UInt8]
  ) -> Int {
    let index = row * width + x
    let cell = wanted.cells[index]
    if x > 0, joinsPrevious(index, cell.glyph) {
      if cursor == .at(x: x, y: row) { cursor = .row(row) }
      motion(toX: x, y: row).append(toX: x, y: row, into: &out)
    } else {
      move(toX: x, y: row, into: &out)
    }
    prepare(for: cell, into: &out)
    if cell.glyph.rawValue < 0x7F {
      let count = writeASCII(cell, index..<row * width + end, wanted: wanted, into: &out)
      cursor = x + count < width ? .at(x: x + count, y: row) : .row(row)
      return count
    }
    var next = x + 1
    while next < width, wanted.cells[index + next - x].glyph == .wideTail { next += 1 }
    let columns = next - x
    let maximum = maximumColumns(cell.glyph)
    if maximum != nil, !isBlank(index..<index + columns, cell.style) {
      // Blanks the columns first: a terminal that draws the glyph in fewer columns, or not at all,
      // would leave the old content.
      for _ in 0..<columns { out.append(0x20) }
      cursor = next < width ? .at(x: next, y: row) : .row(row)
      fill(index..<index + columns)
      move(toX: x, y: row, into: &out)
    }
    append(cell.glyph, columns: columns, into: &out)
    for cellIndex in index..<index + columns { cells[cellIndex] = wanted.cells[cellIndex] }
    cursor = next < width && maximum == nil ? .at(x: next, y: row) : .row(row)
    if let maximum {
      markUnknown(next..<max(next, min(width, x + maximum)), row: row, wanted: wanted, end: &end)
    }
    return columns
  }

  /// Writes a cell that the pen suits, and the following cells while they are changed, ASCII, of
  /// the same style, and not the start of a run.
  /// - Returns: The number of cells.
  @inline(__always)
  private mutating func writeASCII(
    _ first: Cell, _ range: Range<Int>, wanted: CellGrid, into out: inout [UInt8]
  ) -> Int {
    var index = range.lowerBound
    var cell = first
    repeat {
      out.append(UInt8(truncatingIfNeeded: cell.glyph.rawValue))
      cells[index] = cell
      index += 1
      if index == range.upperBound { break }
      cell = wanted.cells[index]
      // A pen that suits a blank may not suit letters.
    } while cell.glyph.rawValue < 0x7F && cell.style == first.style && cell != cells[index]
      && (first.glyph != .blank || cell.glyph == .blank)
      && (index + 1 == range.upperBound || wanted.cells[index + 1] != cell)
    return index - range.lowerBound
  }

  /// Whether cells look like blanks of a style.
  private func isBlank(_ indices: Range<Int>, _ style: Style) -> Bool {
    cells[indices].allSatisfy { $0.glyph == .blank && $0.style.onBlank == style.onBlank }
  }

  /// Marks cells as unknown, because a wider glyph than expected may have covered them.
  private mutating func markUnknown(
    _ columns: Range<Int>, row: Int, wanted: CellGrid, end: inout Int
  ) {
    if columns.isEmpty { return }
    var high = columns.upperBound
    // A wide glyph becomes unknown as a whole.
    while high < width, wanted.cells[row * width + high].glyph == .wideTail { high += 1 }
    for x in columns.lowerBound..<high { cells[row * width + x].glyph = .unknown }
    end = max(end, high)
  }
}
