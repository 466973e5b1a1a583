import MillraceRender
import MillraceTerminal

extension VirtualScreen {
  /// DEC's graphic characters for ``` ` ``` to `~`.
  private static let lineDrawing = Array("◆▒␉␌␍␊°±␤␋┘┐┌└┼⎺⎻─⎼⎽├┤┴┬│≤≥π≠£·".unicodeScalars)

  /// Writes a scalar at the cursor, or joins it to the last cluster.
  mutating func write(_ scalar: Unicode.Scalar) {
    if (0x80...0x9F).contains(scalar.value) {
      unknownSequences.append("U+\(String(scalar.value, radix: 16, uppercase: true))")
      return
    }
    var scalar = scalar
    if charsets.drawsLines, (0x60...0x7E).contains(scalar.value) {
      scalar = Self.lineDrawing[Int(scalar.value) - 0x60]
    }
    if join(scalar) { return }
    let columns = width(of: scalar)
    guard columns > 0, columns <= width else { return }
    if isWrapPending || cursorX + columns > width {
      if modes.contains(7) {
        cursorX = 0
        lineFeed()
      } else {
        // Overwrites the last columns, like kitty and VTE; tmux omits a wide glyph.
        cursorX = width - columns
      }
      isWrapPending = false
    }
    if ansiModes.contains(4) { insertBlanks(columns) }
    put(String(Character(scalar)), columns: columns, x: cursorX, y: cursorY)
    lastCluster = (cursorX, cursorY)
    advance(by: columns)
  }

  private func width(of scalar: Unicode.Scalar) -> Int {
    widths == .clusters ? Character(scalar).columns : GraphemeWidth.columns(of: scalar)
  }

  /// Adds a scalar to the last cluster, if both form one cluster.
  private mutating func join(_ scalar: Unicode.Scalar) -> Bool {
    guard let (x, y) = lastCluster else { return false }
    let old = cells[y][x].text
    // After ASCII, a scalar below U+0300 always begins a new cluster.
    if scalar.value < 0x300, old.utf8.count == 1 { return false }
    var text = old
    text.unicodeScalars.append(scalar)
    switch widths {
    case .scalars:
      guard GraphemeWidth.columns(of: scalar) == 0 else { return false }
      cells[y][x].text = text
    case .clusters:
      guard text.count == 1, let cluster = text.first else { return false }
      cells[y][x].text = text
      // A variation selector, or the second half of a flag, made the cluster wide.
      if cluster.columns == 2, old.first?.columns == 1, x + 1 < width {
        put(text, columns: 2, x: x, y: y)
        if !isWrapPending { advance(by: 1) }
      }
    }
    return true
  }

  /// After a character in the last column, the cursor stays there and a wrap is pending, whether or
  /// not autowrap is on. As in xterm, autowrap matters only when the next character is written.
  private mutating func advance(by columns: Int) {
    isWrapPending = cursorX + columns >= width
    cursorX = min(cursorX + columns, width - 1)
  }

  /// Puts a cluster on the screen. Blanks a wide cluster of which only one half is overwritten.
  private mutating func put(_ text: String, columns: Int, x: Int, y: Int) {
    for column in x..<x + columns { blankWideCluster(x: column, y: y) }
    cells[y][x] = Cell(text: text, style: pen, link: link)
    if columns == 2 { cells[y][x + 1] = Cell(text: "", style: pen, link: link) }
  }

  /// Blanks both halves of a wide cluster that covers a cell.
  mutating func blankWideCluster(x: Int, y: Int) {
    let left = cells[y][x].text.isEmpty ? x - 1 : x
    guard left >= 0, left + 1 < width, cells[y][left + 1].text.isEmpty else { return }
    for x in left...left + 1 { (cells[y][x].text, cells[y][x].link) = (" ", nil) }
  }
}
