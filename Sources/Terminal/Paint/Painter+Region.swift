/// Painting of a region below the prompt.
extension Painter {
  /// Restarts with an empty region and the cursor in its corner.
  package mutating func restart() {
    let (counters, printed) = (counters, printed)
    self = Painter(traits: traits)
    (self.counters, self.printed) = (counters, printed)
  }

  /// Prints lines above the region, with the next frame.
  /// - Parameter text: Without control characters except line breaks.
  package mutating func print(_ text: String) {
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      printed +=
        traits.isUTF8 ? Array(line.utf8) : line.unicodeScalars.map { $0.similarASCII ?? 0x3F }
      printed += [0x0D, 0x0A]
    }
    invalidate()
  }

  /// Appends bytes that write a line over the last shown row. The next frame paints everything.
  package mutating func notice(_ text: some StringProtocol, row: Int, into out: inout [UInt8]) {
    invalidate()
    out.appendControl("?25l")
    if traits.isInline {
      screen.move(toX: 0, y: max(0, screen.height - 1), into: &out)
    } else {
      CursorMotion.cheapest(from: .unknown, toX: 0, y: row, hasColumns: false)
        .append(toX: 0, y: row, into: &out)
    }
    out += Array("\u{1B}[0;7m\(text)\u{1B}[0m".utf8)
    screen.cursor = .row(max(0, screen.height - 1))
  }

  /// Makes the terminal save the position of the last row that is not empty, or of the first row if
  /// the region is cleared when the program ends.
  mutating func saveEnd(_ wanted: CellGrid, into out: inout [UInt8]) {
    let last = (0..<wanted.height).last { !wanted.isEmpty(row: $0) } ?? 0
    let row = traits.screen.clearsAtEnd ? 0 : last
    if row == endRow { return }
    endRow = row
    screen.move(toX: 0, y: row, into: &out)
    out += [0x1B, UInt8(ascii: "7")]
  }
}
