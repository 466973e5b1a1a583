import MillraceRender

extension CellGrid {
  /// Empties a rectangle.
  ///
  /// - Parameters:
  ///   - x: The first column; may be negative, as all parts may lie outside.
  ///   - y: The first row.
  ///   - width: Columns.
  ///   - height: Rows.
  ///   - style: What the blanks look like.
  package mutating func clear(
    x: Int, y: Int, width: Int, height: Int, style: Style = Style()
  ) {
    let columns = overlap(from: x, count: width, limit: self.width)
    let blank = Cell(.blank, style)
    for row in overlap(from: y, count: height, limit: self.height) where !columns.isEmpty {
      open(columns, row: row)
      for index in row * self.width + columns.lowerBound..<row * self.width + columns.upperBound {
        cells[index] = blank
      }
    }
  }

  /// Writes text from a column on, in one row.
  ///
  /// - Parameters:
  ///   - text: Anything: what a terminal would act upon is made visible (`SafeText.visible(_:)` of
  ///     a cluster).
  ///   - x: The column of the first cluster; may lie left of the clip.
  ///   - y: The row.
  ///   - style: Its colours and attributes.
  ///   - clip: The columns that may be drawn on; all, when nil. A wide glyph with one half outside
  ///     shows as a blank.
  /// - Returns: The columns that the text takes, drawn or not.
  /// - Complexity: O(length of `text`).
  @discardableResult
  package mutating func write(
    _ text: some StringProtocol, x: Int, y: Int, style: Style = Style(), clip: Range<Int>? = nil
  ) -> Int {
    let clip = columns(in: clip, row: y)
    let ascii = text.utf8.withContiguousStorageIfAvailable { bytes -> Int? in
      guard bytes.allSatisfy({ $0 &- 0x20 < 0x5F }) else { return nil }
      writeASCII(bytes, x: x, y: y, style: style, clip: clip)
      return bytes.count
    }
    if let ascii, let ascii { return ascii }
    var column = x
    for cluster in text { column += place(cluster, x: column, y: y, style: style, clip: clip) }
    return column - x
  }

  /// Writes one cluster.
  ///
  /// - Returns: The columns that it takes, drawn or not: 1 or 2.
  @discardableResult
  package mutating func put(
    _ cluster: Character, x: Int, y: Int, style: Style = Style(), clip: Range<Int>? = nil
  ) -> Int {
    place(cluster, x: x, y: y, style: style, clip: columns(in: clip, row: y))
  }

  /// The columns of a row that may be drawn on.
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
    open(span, row: y)
    let row = y * width
    for column in span {
      cells[row + column] = Cell(Glyph(ascii: bytes[column - x]), style)
    }
  }

  private mutating func place(
    _ cluster: Character, x: Int, y: Int, style: Style, clip: Range<Int>
  ) -> Int {
    let cluster = SafeText.visible(cluster)
    let columns = cluster.columns
    let shown = (x..<x + columns).clamped(to: clip)
    if shown.isEmpty { return columns }
    open(shown, row: y)
    let first = y * width + shown.lowerBound
    if shown.count < columns {
      cells[first] = Cell(.blank, style)
      cuts.append((y, x..<x + columns))
    } else {
      cells[first] = Cell(glyph(for: cluster), style)
      if columns == 2 { cells[first + 1] = Cell(.wideTail, style) }
    }
    return columns
  }

  /// The wide glyphs that were cut since the last call.
  mutating func takeCuts() -> [(row: Int, columns: Range<Int>)] {
    if cuts.isEmpty { return [] }
    defer { cuts = [] }
    return cuts
  }

  /// Moves whole rows up by some lines, or down where they are negative; the painter has the terminal do
  /// the same. The rows that come in are empty, and must be drawn.
  /// - Returns: false, and nothing is done, where something has been drawn since the last frame.
  mutating func scroll(_ rows: Range<Int>, by lines: Int) -> Bool {
    guard rows.allSatisfy({ damage[$0].isEmpty }) else { return false }
    scrolls.append((rows, lines))
    for row in lines > 0 ? Array(rows) : rows.reversed() where rows.contains(row + lines) {
      let (target, source) = (row * width, (row + lines) * width)
      for column in 0..<width { cells[target + column] = cells[source + column] }
    }
    let count = min(abs(lines), rows.count)
    for row in lines > 0 ? rows.suffix(count) : rows.prefix(count) {
      for column in 0..<width { cells[row * width + column] = .empty }
    }
    return true
  }

  /// Makes columns of a row free to be overwritten: a wide glyph that would lose one half becomes
  /// blank in the other.
  private mutating func open(_ span: Range<Int>, row: Int) {
    touchedCells += span.count
    let start = row * width
    var (low, high) = (span.lowerBound, span.upperBound)
    if cells[start + low].glyph == .wideTail {
      low -= 1
      cells[start + low] = Cell(.blank, cells[start + low].style)
    }
    if high < width, cells[start + high].glyph == .wideTail {
      cells[start + high] = Cell(.blank, cells[start + high].style)
      high += 1
    }
    let old = damage[row]
    damage[row] = old.isEmpty ? low..<high : min(old.lowerBound, low)..<max(old.upperBound, high)
  }
}
