extension VirtualScreen {
  /// Whether a narrower terminal wraps rows of the main screen that are too long. Most terminals
  /// do; of the terminals that report their name, only xterm does not.
  var reflows: Bool { !isAlternate && !version.hasPrefix("XTerm") }

  /// Wraps the rows at another width. The cursor stays on its character; surplus rows at the top
  /// move to the scrollback.
  mutating func reflow(width new: Int) {
    var rows: [[Cell]] = []
    var (line, cursor): ([Cell], (x: Int, y: Int)) = ([], (0, 0))
    func isFull(_ more: Int) -> Bool { line.count + more > new }
    func endLine() {
      rows.append(line + Array(repeating: Cell(), count: max(0, new - line.count)))
      line = []
    }
    for (y, row) in cells.enumerated() {
      let written = (row.lastIndex { $0 != Cell() } ?? -1) + 1
      for x in 0..<max(written, y == cursorY ? cursorX + 1 : 0) where !row[x].text.isEmpty {
        let columns = x + 1 < row.count && row[x + 1].text.isEmpty ? 2 : 1
        if isFull(columns) { endLine() }
        if y == cursorY, x <= cursorX { cursor = (line.count, rows.count) }
        line += row[x..<x + columns]
      }
      endLine()
    }
    while let last = rows.last, rows.count > cursor.y + 1, last.allSatisfy({ $0 == Cell() }) {
      rows.removeLast()
    }
    (cells, width, cursorX, cursorY) = (rows, new, cursor.x, cursor.y)
    scrollOff(max(0, rows.count - height))
    while cells.count < height { cells.append(Array(repeating: Cell(), count: new)) }
  }

  /// Moves rows at the top to the scrollback.
  mutating func scrollOff(_ count: Int) {
    scrollback += (0..<count).map(rowText)
    cells.removeFirst(count)
    cursorY = max(0, cursorY - count)
  }
}
