extension ShownScreen {
  /// How many rows the terminal has above the cursor and below the first row of this screen, if it has another
  /// width by now.
  func rowsAboveCursor(width new: Int) -> Int {
    guard let y = cursor.row, new > 0 else { return 0 }
    guard new < width, traits.features.contains(.reflow) else { return y }
    let above = (0..<y).reduce(0) { sum, row in
      let line = cells[row * width..<(row + 1) * width]
      return sum + 1
        + wraps(line[..<((line.lastIndex { $0 != .empty } ?? line.startIndex) + 1)], new)
    }
    // The cursor stays on its character.
    let rest = cells[(y * width)..<min((y + 1) * width, y * width + (cursor.column ?? 0) + 1)]
    return above + wraps(rest, new)
  }

  /// How often a narrower terminal wraps what was written.
  private func wraps(_ line: ArraySlice<Cell>, _ new: Int) -> Int {
    var (wraps, x, index) = (0, 0, line.startIndex)
    while index < line.endIndex {
      let next = cells[(index + 1)...].firstIndex { $0.glyph != .wideTail } ?? cells.endIndex
      // No half of a wide glyph stays behind.
      if x + next - index > new { (wraps, x) = (wraps + 1, 0) }
      x += next - index
      index = next
    }
    return wraps
  }

  /// Erases from the start of a row to the end of the screen, and leaves the cursor there (DECSC and DECRC). Not by
  /// ED alone: from the first row on, tmux takes that for a screen that is to be kept, and has it in its history.
  static let eraseRegion = "\u{1B}7\u{1B}[K\u{1B}[B\u{1B}[J\u{1B}8"

  /// Makes an empty region where the cursor is, in the first column, with as many rows below as it takes.
  mutating func startRegion(printing text: [UInt8], into out: inout [UInt8]) {
    prepare(for: .empty, into: &out)
    out += Array(Self.eraseRegion.utf8)
    if !text.isEmpty {
      // The terminal wraps what it is to keep.
      out.appendControl("?7h")
      out += text
      out.appendControl("?7l")
    }
    for _ in 1..<height { out.append(0x0A) }
    if height > 1 { out.appendControl(height - 1, omitting: 1, "A") }
    // For the mouse, which is told by places on the terminal.
    if traits.features.contains(.mouse) { out.appendControl("6n") }
    cursor = .at(x: 0, y: 0)
  }
}
