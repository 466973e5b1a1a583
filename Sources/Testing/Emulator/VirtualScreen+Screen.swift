import MillraceRender
import MillraceTerminal

extension VirtualScreen {
  /// What erasing leaves.
  private var erased: Place {
    Place(text: " ", style: fillsWithBackground ? Style(background: pen.background) : Style())
  }

  mutating func moveTo(x: Int, y: Int) {
    cursorX = min(max(x, 0), width - 1)
    cursorY = min(max(y, 0), height - 1)
    isWrapPending = false
    lastCluster = nil
  }

  mutating func lineFeed() {
    let wasPending = isWrapPending
    if cursorY == margins.upperBound - 1 {
      scrollUp(1)
    } else if cursorY < height - 1 {
      cursorY += 1
    }
    isWrapPending = wasPending
    lastCluster = nil
  }

  mutating func reverseLineFeed() {
    if cursorY == margins.lowerBound { scrollDown(1) } else { moveTo(x: cursorX, y: cursorY - 1) }
  }

  mutating func scrollUp(_ count: Int) {
    for _ in 0..<min(count, margins.count) {
      places.remove(at: margins.lowerBound)
      places.insert(Array(repeating: erased, count: width), at: margins.upperBound - 1)
    }
    lastCluster = nil
  }

  mutating func scrollDown(_ count: Int) {
    for _ in 0..<min(count, margins.count) {
      places.remove(at: margins.upperBound - 1)
      places.insert(Array(repeating: erased, count: width), at: margins.lowerBound)
    }
    lastCluster = nil
  }

  mutating func erase(columns: Range<Int>, row: Int) {
    for x in columns.clamped(to: 0..<width) {
      cutWide(x: x, y: row)
      places[row][x] = erased
    }
    lastCluster = nil
  }

  /// ED.
  mutating func eraseDisplay(_ what: Int) {
    switch what {
    case 0:
      erase(columns: cursorX..<width, row: cursorY)
      for row in cursorY + 1..<max(height, cursorY + 1) { erase(columns: 0..<width, row: row) }
    case 1:
      erase(columns: 0..<cursorX + 1, row: cursorY)
      for row in 0..<cursorY { erase(columns: 0..<width, row: row) }
    default:
      for row in 0..<height { erase(columns: 0..<width, row: row) }
    }
  }

  /// EL.
  mutating func eraseLine(_ what: Int) {
    let columns = what == 0 ? cursorX..<width : what == 1 ? 0..<cursorX + 1 : 0..<width
    erase(columns: columns, row: cursorY)
  }

  mutating func saveCursor() {
    savedCursor = SavedCursor(x: cursorX, y: cursorY, pen: pen)
  }

  mutating func restoreCursor() {
    moveTo(x: savedCursor.x, y: savedCursor.y)
    pen = savedCursor.pen
  }

  /// DECSET and DECRST.
  mutating func setMode(_ mode: Int, _ isOn: Bool) {
    if isOn { modes.insert(mode) } else { modes.remove(mode) }
    switch mode {
    case 25: isCursorVisible = isOn
    case 1049, 1047, 47:
      if isOn, mainScreen == nil {
        if mode == 1049 { saveCursor() }
        mainScreen = places
        places = Self.blank(width: width, height: height)
      } else if !isOn, let main = mainScreen {
        places = main
        mainScreen = nil
        if mode == 1049 { restoreCursor() }
      }
    case 6: moveTo(x: 0, y: 0)
    default: break
    }
  }

  /// RIS.
  mutating func reset() {
    self = VirtualScreen(
      width: width, height: height, widths: widths, fillsWithBackground: fillsWithBackground)
  }
}
