import MillraceRender
import MillraceTerminal

extension VirtualScreen {
  /// A cell after erasing.
  private var erased: Cell {
    Cell(text: " ", style: fillsWithBackground ? Style(background: pen.background) : Style())
  }

  mutating func moveTo(x: Int, y: Int) {
    cursorX = min(max(x, 0), width - 1)
    cursorY = min(max(y, 0), height - 1)
    isWrapPending = false
    lastCluster = nil
  }

  /// Moves the cursor to a row as CUP addresses it, but counted from 0. In origin mode, the row is
  /// relative to the top margin.
  mutating func moveTo(x: Int, addressedRow y: Int) {
    let isRelative = modes.contains(6)
    moveTo(x: x, y: isRelative ? min(margins.lowerBound + y, margins.upperBound - 1) : y)
  }

  /// Moves the cursor down by a number of rows, or up if negative. A cursor that is not above the
  /// top margin stops there when it moves up, and one that is not below the bottom margin stops
  /// there when it moves down.
  mutating func moveRows(_ count: Int) {
    let top = cursorY >= margins.lowerBound ? margins.lowerBound : 0
    let bottom = cursorY < margins.upperBound ? margins.upperBound - 1 : height - 1
    moveTo(x: cursorX, y: min(max(cursorY + count, top), bottom))
  }

  /// HT, CHT and CBT. A tab to the right keeps a pending wrap.
  mutating func tab(_ count: Int) {
    for _ in 0..<min(abs(count), width) {
      cursorX =
        count > 0
        ? (cursorX + 1..<max(width, cursorX + 1)).first(where: tabStops.contains) ?? width - 1
        : (0..<cursorX).last(where: tabStops.contains) ?? 0
    }
    isWrapPending = isWrapPending && count > 0
    lastCluster = nil
  }

  mutating func lineFeed() {
    if ansiModes.contains(20) { moveTo(x: 0, y: cursorY) }
    if cursorY == margins.upperBound - 1 {
      scroll(margins, by: 1)
    } else if cursorY < height - 1 {
      cursorY += 1
    }
    lastCluster = nil
  }

  mutating func reverseLineFeed() {
    if cursorY == margins.lowerBound {
      scroll(margins, by: -1)
    } else {
      moveTo(x: cursorX, y: cursorY - 1)
    }
  }

  /// Moves rows up by a number of lines, or down if negative.
  mutating func scroll(_ rows: Range<Int>, by lines: Int) {
    let count = min(abs(lines), rows.count)
    let blank = Array(repeating: Array(repeating: erased, count: width), count: count)
    if !isAlternate, lines > 0, rows.lowerBound == 0 { scrollback += (0..<count).map(rowText) }
    cells.removeSubrange(lines > 0 ? rows.prefix(count) : rows.suffix(count))
    cells.insert(contentsOf: blank, at: lines > 0 ? rows.upperBound - count : rows.lowerBound)
    lastCluster = nil
  }

  /// IL, or DL for a negative count: inserts or deletes lines at the cursor's row.
  mutating func insertLines(_ count: Int) {
    guard margins.contains(cursorY) else { return }
    scroll(cursorY..<margins.upperBound, by: -count)
    moveTo(x: 0, y: cursorY)
  }

  /// ICH; also used by insert mode.
  mutating func insertBlanks(_ count: Int) {
    let count = min(count, width - cursorX)
    split(at: cursorX)
    split(at: width - count)
    cells[cursorY].removeLast(count)
    cells[cursorY].insert(contentsOf: repeatElement(erased, count: count), at: cursorX)
    moveTo(x: cursorX, y: cursorY)
  }

  /// DCH: deletes characters at the cursor.
  mutating func deleteCharacters(_ count: Int) {
    let count = min(count, width - cursorX)
    split(at: cursorX)
    split(at: cursorX + count)
    cells[cursorY].removeSubrange(cursorX..<cursorX + count)
    cells[cursorY].append(contentsOf: repeatElement(erased, count: count))
    moveTo(x: cursorX, y: cursorY)
  }

  /// Blanks a wide cluster that crosses a column's left edge.
  private mutating func split(at x: Int) {
    if x < width, cells[cursorY][x].text.isEmpty { blankWideCluster(x: x, y: cursorY) }
  }

  mutating func erase(columns: Range<Int>, row: Int) {
    for x in columns.clamped(to: 0..<width) {
      blankWideCluster(x: x, y: row)
      cells[row][x] = erased
    }
    isWrapPending = false
    lastCluster = nil
  }

  /// ED: erases the screen from the cursor on (0), up to the cursor (1), or as a whole (2).
  mutating func eraseDisplay(_ what: Int) -> Bool {
    switch what {
    case 0:
      erase(columns: cursorX..<width, row: cursorY)
      for row in cursorY + 1..<max(height, cursorY + 1) { erase(columns: 0..<width, row: row) }
    case 1:
      erase(columns: 0..<cursorX + 1, row: cursorY)
      for row in 0..<cursorY { erase(columns: 0..<width, row: row) }
    case 2:
      for row in 0..<height { erase(columns: 0..<width, row: row) }
    // The scrollback is a record for tests, and stays.
    case 3: break
    default: return false
    }
    return true
  }

  /// EL: erases the row from the cursor on (0), up to the cursor (1), or as a whole (2).
  mutating func eraseLine(_ what: Int) -> Bool {
    guard (0...2).contains(what) else { return false }
    let columns = what == 0 ? cursorX..<width : what == 1 ? 0..<cursorX + 1 : 0..<width
    erase(columns: columns, row: cursorY)
    return true
  }

  /// DECALN: fills the screen with the letter E, to align a monitor.
  mutating func fillWithE() {
    margins = 0..<height
    let row = Array(repeating: Cell(text: "E"), count: width)
    cells = Array(repeating: row, count: height)
    moveTo(x: 0, y: 0)
  }
}
