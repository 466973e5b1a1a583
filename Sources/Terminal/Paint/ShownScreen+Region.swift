extension ShownScreen {
  /// The number of terminal rows from the first row of this region to the cursor, after a change of
  /// the terminal's width.
  func rowsAboveCursor(width new: Int) -> Int {
    guard let y = cursor.row, new > 0 else { return 0 }
    guard new < width, traits.features.contains(.reflow) else { return y }
    let above = (0..<y).reduce(0) { sum, row in
      let line = cells[row * width..<(row + 1) * width]
      return sum + 1
        + wraps(line[..<((line.lastIndex { $0 != .empty } ?? line.startIndex) + 1)], new)
    }
    // A terminal that rewraps lines keeps the cursor on its character.
    let rest = cells[(y * width)..<min((y + 1) * width, y * width + (cursor.column ?? 0) + 1)]
    return above + wraps(rest, new)
  }

  /// The number of times that a narrower terminal wraps a line.
  private func wraps(_ line: ArraySlice<Cell>, _ new: Int) -> Int {
    var (wraps, x, index) = (0, 0, line.startIndex)
    while index < line.endIndex {
      let next = cells[(index + 1)...].firstIndex { $0.glyph != .wideTail } ?? cells.endIndex
      // A wide glyph is never split between rows.
      if x + next - index > new { (wraps, x) = (wraps + 1, 0) }
      x += next - index
      index = next
    }
    return wraps
  }

  /// Erases from the start of a row to the end of the screen, and returns the cursor to the start
  /// (DECSC and DECRC). Does not use ED in the first row, because tmux would then save the screen
  /// to its history.
  static let eraseRegion = "\u{1B}7\u{1B}[K\u{1B}[B\u{1B}[J\u{1B}8"

  /// Prints `text`, and then creates an empty region that starts at the cursor's row. If too few
  /// rows are below, the terminal scrolls. Afterwards the cursor is in the region's first cell.
  mutating func startRegion(printing text: [UInt8], into out: inout [UInt8]) {
    prepare(for: .empty, into: &out)
    out += Array(Self.eraseRegion.utf8)
    if !text.isEmpty {
      // Switches autowrap on for the printed text, which stays above the region.
      out.appendControl("?7h")
      out += text
      out.appendControl("?7l")
    }
    for _ in 1..<height { out.append(0x0A) }
    if height > 1 { out.appendControl(height - 1, omitting: 1, "A") }
    // Asks for the cursor position, because mouse positions are relative to the terminal.
    if traits.features.contains(.mouse) { out.appendControl("6n") }
    cursor = .at(x: 0, y: 0)
  }
}
