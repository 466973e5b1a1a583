import MillraceRender

extension CellGrid {
  /// Clears a rectangle, any part of which may be outside the grid.
  ///
  /// - Parameters:
  ///   - x: The first column; may be negative.
  ///   - y: The first row; may be negative.
  ///   - width: The number of columns.
  ///   - height: The number of rows.
  ///   - style: The style of the blanks.
  package mutating func clear(
    x: Int, y: Int, width: Int, height: Int, style: Style = Style()
  ) {
    let columns = overlap(from: x, count: width, limit: self.width)
    let blank = Cell(.blank, style)
    for row in overlap(from: y, count: height, limit: self.height) where !columns.isEmpty {
      prepareForOverwriting(columns, row: row)
      for index in row * self.width + columns.lowerBound..<row * self.width + columns.upperBound {
        cells[index] = blank
      }
    }
  }

  /// Writes text into one row, starting at a column.
  ///
  /// - Parameters:
  ///   - text: Any text: each cluster is made visible (`SafeText.visible(_:)`), so that the
  ///     terminal interprets none of it.
  ///   - x: The column of the first cluster; may be left of the clip.
  ///   - y: The row.
  ///   - style: The colours and attributes.
  ///   - link: The link target, made safe by percent-encoding.
  ///   - clip: The columns that may be drawn; nil permits all. A wide glyph that is partly outside
  ///     is drawn as blanks.
  /// - Returns: The number of columns that the text takes, whether drawn or not.
  /// - Complexity: O(length of `text`).
  @discardableResult
  package mutating func write(
    _ text: some StringProtocol, x: Int, y: Int, style: Style = Style(), link: String? = nil,
    clip: Range<Int>? = nil
  ) -> Int {
    let clip = columns(in: clip, row: y)
    let link = link.flatMap(safeLink)
    let ascii = text.utf8.withContiguousStorageIfAvailable { bytes -> Int? in
      guard link == nil, bytes.allSatisfy({ $0 &- 0x20 < 0x5F }) else { return nil }
      writeASCII(bytes, x: x, y: y, style: style, clip: clip)
      return bytes.count
    }
    if let ascii, let ascii { return ascii }
    var column = x
    if link == nil,
      let end = SingleScalarClusters.of(text, { write($0, x: x, y: y, style: style, clip: clip) })
    {
      return end - x
    }
    for cluster in text {
      column += write(cluster, x: column, y: y, style: style, link: link, clip: clip)
    }
    return column - x
  }

  /// Writes one cluster.
  ///
  /// - Returns: The number of columns that it takes, whether drawn or not.
  @discardableResult
  package mutating func put(
    _ cluster: Character, x: Int, y: Int, style: Style = Style(), clip: Range<Int>? = nil
  ) -> Int {
    write(cluster, x: x, y: y, style: style, link: nil, clip: columns(in: clip, row: y))
  }

  /// The columns of a row that may be drawn.
  private func columns(in clip: Range<Int>?, row: Int) -> Range<Int> {
    guard row >= 0, row < height else { return 0..<0 }
    return clip.map { $0.clamped(to: 0..<width) } ?? 0..<width
  }

  private func overlap(from start: Int, count: Int, limit: Int) -> Range<Int> {
    let (sum, overflow) = start.addingReportingOverflow(max(0, count))
    let end = min(overflow ? limit : sum, limit)
    let first = max(0, start)
    return first < end ? first..<end : 0..<0
  }

  private mutating func writeASCII(
    _ bytes: UnsafeBufferPointer<UInt8>, x: Int, y: Int, style: Style, clip: Range<Int>
  ) {
    let span = (x..<x + bytes.count).clamped(to: clip)
    if span.isEmpty { return }
    prepareForOverwriting(span, row: y)
    let row = y * width
    for column in span {
      cells[row + column] = Cell(Glyph(ascii: bytes[column - x]), style)
    }
  }

  /// Writes clusters of one scalar each.
  /// - Returns: The column after the last cluster.
  private mutating func write(
    _ scalars: SingleScalarClusters, x: Int, y: Int, style: Style, clip: Range<Int>
  ) -> Int {
    let hasStandIns = widths.split.contains(.ambiguous)
    var column = x
    for scalar in scalars {
      let scalar = hasStandIns ? scalar.narrowReplacement ?? scalar : scalar
      let columns = GraphemeWidth.columns(ofCluster: scalar, widths)
      if let first = clearCells(columns, x: column, y: y, style: style, clip: clip) {
        cells[first] = Cell(Glyph(scalar), style)
      }
      column += columns
    }
    return column
  }

  private mutating func write(
    _ cluster: Character, x: Int, y: Int, style: Style, link: String?, clip: Range<Int>
  ) -> Int {
    var cluster = SafeText.visible(cluster)
    if widths.split.contains(.ambiguous),
      let standIn = cluster.unicodeScalars.first?.narrowReplacement
    {
      cluster = Character(standIn)
    }
    let columns = GraphemeWidth.columns(of: cluster, widths)
    if let first = clearCells(columns, x: x, y: y, style: style, clip: clip) {
      cells[first] = Cell(glyph(for: cluster, link: link), style)
    }
    return columns
  }

  /// Clears cells for a glyph that has `columns` columns.
  /// - Returns: The index of the cell to write; nil if the glyph is clipped in whole or in part. A
  ///   visible part becomes blank.
  private mutating func clearCells(
    _ columns: Int, x: Int, y: Int, style: Style, clip: Range<Int>
  ) -> Int? {
    let shown = (x..<x + columns).clamped(to: clip)
    if shown.isEmpty { return nil }
    prepareForOverwriting(shown, row: y)
    let first = y * width + shown.lowerBound
    if shown.count < columns {
      for index in first..<first + shown.count { cells[index] = Cell(.blank, style) }
      cuts.append((y, x..<x + columns))
      return nil
    }
    for index in first + 1..<first + columns { cells[index] = Cell(.wideTail, style) }
    return first
  }

  /// Returns the wide glyphs that were cut since the last call.
  mutating func removeCuts() -> [(row: Int, columns: Range<Int>)] {
    if cuts.isEmpty { return [] }
    defer { cuts = [] }
    return cuts
  }

  /// Moves whole rows up by `lines`, or down if negative. The painter makes the terminal move them
  /// too. The caller must draw the vacated rows, which are empty.
  /// - Returns: false, without a change, if one of the rows was drawn since the last frame, if this
  ///   frame would move the rows by more than half of their number, or if it already moves four
  ///   ranges of rows. The caller must then draw all rows.
  package mutating func scroll(_ rows: Range<Int>, by lines: Int) -> Bool {
    if lines == 0 { return true }
    let continuesLast = scrolls.last?.rows == rows
    let all = lines + (continuesLast ? scrolls.last?.lines ?? 0 : 0)
    guard 2 * abs(lines) <= rows.count, 2 * abs(all) <= rows.count,
      continuesLast || scrolls.count < 4,
      rows.allSatisfy({ damage[$0].isEmpty })
    else { return false }
    if continuesLast { scrolls.removeLast() }
    if all != 0 { scrolls.append((rows, all)) }
    cells.moveRows(rows, by: lines, width: width)
    let old = wraps
    for row in rows { wraps[row] = rows.contains(row + lines) ? old[row + lines] : [] }
    return true
  }

  /// Prepares columns of a row for overwriting: a wide glyph that loses a part becomes blank in its
  /// other columns.
  private mutating func prepareForOverwriting(_ span: Range<Int>, row: Int) {
    touchedCells += span.count
    if !wraps[row].isEmpty { wraps[row].removeAll { span.contains($0.end - 1) } }
    let start = row * width
    var (low, high) = (span.lowerBound, span.upperBound)
    func blank(_ x: Int) { cells[start + x] = Cell(.blank, cells[start + x].style) }
    var isTail = cells[start + low].glyph == .wideTail
    while isTail {
      low -= 1
      isTail = cells[start + low].glyph == .wideTail
      blank(low)
    }
    while high < width, cells[start + high].glyph == .wideTail {
      blank(high)
      high += 1
    }
    let old = damage[row]
    damage[row] = old.isEmpty ? low..<high : min(old.lowerBound, low)..<max(old.upperBound, high)
  }
}
