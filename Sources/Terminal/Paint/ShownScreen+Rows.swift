import MillraceRender

/// A row that differs from the wanted one, and where.
struct ChangedRow {
  var y: Int
  var columns: Range<Int>
}

extension ShownScreen {
  /// Makes rows as wanted. Rows that are not listed must be as wanted already.
  mutating func paint(_ rows: [ChangedRow], wanted: CellGrid, into out: inout [UInt8]) {
    let firstEmpty = firstOfEmptyRows(rows, wanted: wanted)
    for (place, row) in rows.enumerated() {
      let mayEraseBelow = row.y + 1 >= firstEmpty && place + 1 < rows.count
      if paint(row, wanted: wanted, mayEraseBelow: mayEraseBelow, into: &out) { return }
    }
  }

  /// The first of the rows at the bottom of the wanted screen that have nothing in them, if the
  /// last change is there.
  private func firstOfEmptyRows(_ rows: [ChangedRow], wanted: CellGrid) -> Int {
    guard rows.count > 1, let last = rows.last else { return height }
    func isEmpty(_ y: Int) -> Bool {
      wanted.cells[y * width..<(y + 1) * width].allSatisfy { $0 == .empty }
    }
    for y in last.y..<height where !isEmpty(y) { return height }
    var first = last.y
    while first > 0, isEmpty(first - 1) { first -= 1 }
    return first
  }

  /// - Returns: Whether everything below was erased too.
  private mutating func paint(
    _ row: ChangedRow, wanted: CellGrid, mayEraseBelow: Bool, into out: inout [UInt8]
  ) -> Bool {
    let start = row.y * width
    var end = row.columns.upperBound
    var x = row.columns.lowerBound
    let emptyFrom = firstOfEmptyColumns(row, wanted: wanted)
    while x < end {
      let cell = wanted.cells[start + x]
      if cell == cells[start + x] || cell.glyph == .wideTail {
        x += 1
      } else if x >= emptyFrom, mayEraseBelow || changes(start + x..<start + end, wanted) >= 3 {
        eraseToEnd(x: x, row: row.y, below: mayEraseBelow, into: &out)
        return mayEraseBelow
      } else if cell == .empty, let count = worthErasing(x..<end, row: row.y, wanted: wanted) {
        move(toX: x, y: row.y, into: &out)
        pen.change(for: .empty, into: &out)
        out.appendControl(count, omitting: 1, "X")
        for index in start + x..<start + x + count { cells[index] = .empty }
        x += count
      } else {
        x += write(x: x, row: row.y, wanted: wanted, end: &end, into: &out)
      }
    }
    return false
  }

  /// The first of the columns at the end of a row that are wanted empty, if the last change is
  /// there.
  private func firstOfEmptyColumns(_ row: ChangedRow, wanted: CellGrid) -> Int {
    let start = row.y * width
    for x in row.columns.upperBound - 1..<width where wanted.cells[start + x] != .empty {
      return width
    }
    var first = row.columns.upperBound - 1
    while first > row.columns.lowerBound, wanted.cells[start + first - 1] == .empty { first -= 1 }
    return first
  }

  private func changes(_ range: Range<Int>, _ wanted: CellGrid) -> Int {
    range.reduce(0) { $0 + (cells[$1] == wanted.cells[$1] ? 0 : 1) }
  }

  /// Erases from a column to the end of the row, or of the screen.
  ///
  /// Only ever with the default background, for not every terminal fills with another one.
  private mutating func eraseToEnd(
    x: Int, row: Int, below: Bool, into out: inout [UInt8]
  ) {
    move(toX: x, y: row, into: &out)
    pen.change(for: .empty, into: &out)
    if below { out.appendControl("J") } else { out.appendControl("K") }
    let end = (below ? height : row + 1) * width
    for index in row * width + x..<end { cells[index] = .empty }
  }

  /// How many cells ECH should erase from the first column on; nil where writing blanks is shorter.
  private func worthErasing(_ columns: Range<Int>, row: Int, wanted: CellGrid) -> Int? {
    let start = row * width
    var count = 0
    var changed = 0
    for x in columns {
      if wanted.cells[start + x] != .empty { break }
      if cells[start + x] != .empty {
        changed += 1
        count = x - columns.lowerBound + 1
      }
    }
    // The cursor stays: getting past the run costs as much again, where something follows.
    let cost = 3 + decimalDigits(count)
    let isLast = columns.lowerBound + count == columns.upperBound
    return changed > (isLast ? cost : 2 * cost) ? count : nil
  }

  /// Writes one glyph.
  ///
  /// - Parameter end: The end of what must be compared in this row: grows where a terminal may have
  ///   spoilt more.
  /// - Returns: Its columns.
  private mutating func write(
    x: Int, row: Int, wanted: CellGrid, end: inout Int, into out: inout [UInt8]
  ) -> Int {
    let index = row * width + x
    let cell = wanted.cells[index]
    let columns = x + 1 < width && wanted.cells[index + 1].glyph == .wideTail ? 2 : 1
    move(toX: x, y: row, into: &out)
    pen.change(for: cell, into: &out)
    let value = cell.glyph.rawValue
    if value < 0x300 {
      append(cell.glyph, into: &out)
      cells[index] = cell
      cursor = x + 1 < width ? .at(x: x + 1, y: row) : .unknown
      return 1
    }
    let doubt = doubtfulColumns(cell.glyph)
    if let doubt, doubt < columns, !isBlankBelow(index + 1, cell.style) {
      // A terminal that draws it in one column would leave what stands in the second.
      out.append(contentsOf: [0x20, 0x20])
      cursor = x + 2 < width ? .at(x: x + 2, y: row) : .unknown
      cells[index] = .empty
      cells[index + 1] = .empty
      move(toX: x, y: row, into: &out)
    }
    append(cell.glyph, into: &out)
    for place in index..<index + columns { cells[place] = wanted.cells[place] }
    let next = x + columns
    if let doubt {
      cursor = x + max(doubt, columns) < width ? .row(row) : .unknown
      spoil(next..<max(next, min(width, x + doubt)), row: row, wanted: wanted, end: &end)
    } else {
      cursor = next < width ? .at(x: next, y: row) : .unknown
    }
    return columns
  }

  /// Whether a cell looks blank in a style, if the glyph that covers it is replaced by a narrow
  /// one.
  private func isBlankBelow(_ index: Int, _ style: Style) -> Bool {
    let cell = cells[index]
    return (cell.glyph == .blank || cell.glyph == .wideTail) && cell.style.onBlank == style.onBlank
  }

  /// Columns that a terminal takes for a glyph if it does not know its cluster; nil where all
  /// terminals agree.
  private func doubtfulColumns(_ glyph: Glyph) -> Int? {
    if let cluster = glyph.clusterIndex {
      return GraphemeWidth.summedColumns(of: clusters[cluster].unicodeScalars)
    }
    guard let scalar = glyph.scalar, GraphemeWidth.isContested(scalar) else { return nil }
    // Some draw one more column than the table says: make no assumption about the next cell.
    return GraphemeWidth.columns(of: scalar) == 1 ? 2 : 1
  }

  /// Forgets what cells show that a wider glyph than ours may have covered.
  private mutating func spoil(
    _ columns: Range<Int>, row: Int, wanted: CellGrid, end: inout Int
  ) {
    if columns.isEmpty { return }
    var high = columns.upperBound
    // Both halves of a wide glyph, or none.
    if high < width, wanted.cells[row * width + high].glyph == .wideTail { high += 1 }
    for x in columns.lowerBound..<high { cells[row * width + x].glyph = .unknown }
    end = max(end, high)
  }

  private func append(_ glyph: Glyph, into out: inout [UInt8]) {
    if let index = glyph.clusterIndex {
      out.append(contentsOf: clusters[index].utf8)
    } else if glyph.rawValue < 0x80 {
      out.append(UInt8(truncatingIfNeeded: glyph.rawValue))
    } else if let scalar = glyph.scalar {
      out.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }
  }
}
