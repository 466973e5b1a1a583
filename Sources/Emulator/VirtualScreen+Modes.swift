import MillraceRender

extension VirtualScreen {
  /// The state that the main screen and the alternate screen have separately.
  struct Buffer: Sendable {
    var cells: [[Cell]]
    var savedCursor = SavedCursor()
    /// The flags of kitty's keyboard protocol; the last element is in use.
    var keyboard = [0]
  }

  /// The state that DECSC saves.
  struct SavedCursor: Sendable {
    var x = 0
    var y = 0
    var pen = Style()
    var isWrapPending = false
    var isRelative = false
    var charsets = Charsets()
  }

  /// The character sets G0 and G1: whether each is DEC's graphics, and which one is in use.
  struct Charsets: Sendable {
    var isG0Graphic = false
    var isG1Graphic = false
    /// Whether SO came after the last SI.
    var isG1InUse = false

    var drawsLines: Bool { isG1InUse ? isG1Graphic : isG0Graphic }
  }

  mutating func saveCursor() {
    savedCursor = SavedCursor(
      x: cursorX, y: cursorY, pen: pen, isWrapPending: isWrapPending,
      isRelative: modes.contains(6), charsets: charsets)
  }

  mutating func restoreCursor() {
    moveTo(x: savedCursor.x, y: savedCursor.y)
    (pen, charsets) = (savedCursor.pen, savedCursor.charsets)
    isWrapPending = savedCursor.isWrapPending && cursorX == width - 1
    remember(mode: 6, savedCursor.isRelative)
  }

  private mutating func remember(mode: Int, _ isOn: Bool) {
    if isOn { modes.insert(mode) } else { modes.remove(mode) }
  }

  /// DECSET and DECRST: sets or resets a private mode.
  mutating func setMode(_ mode: Int, _ isOn: Bool) {
    remember(mode: mode, isOn)
    switch mode {
    case 6: moveTo(x: 0, addressedRow: 0)
    case 25: isCursorVisible = isOn
    case 47: show(alternate: isOn)
    case 1047:
      if !isOn, isAlternate { cells = Self.blank(width: width, height: height) }
      show(alternate: isOn)
    case 1048: if isOn { saveCursor() } else { restoreCursor() }
    case 1049 where isOn != isAlternate:
      if isOn { saveCursor() }
      show(alternate: isOn)
      if isOn { cells = Self.blank(width: width, height: height) } else { restoreCursor() }
    case 2048: if isOn { reportSize() }
    default: break
    }
  }

  private mutating func show(alternate: Bool) {
    guard alternate != isAlternate else { return }
    isAlternate = alternate
    let shown = Buffer(cells: cells, savedCursor: savedCursor, keyboard: keyboard)
    (cells, savedCursor, keyboard) = (hidden.cells, hidden.savedCursor, hidden.keyboard)
    hidden = shown
    lastCluster = nil
  }

  /// Kitty's keyboard protocol: `CSI > f u`, `CSI < n u` and `CSI = f ; how u`.
  mutating func changeKeyboard(_ how: Character, _ first: Int, _ second: Int) {
    let old = keyboardFlags
    switch how {
    // A full stack loses its oldest element.
    case ">": keyboard = (keyboard + [first]).suffix(16)
    case "<": keyboard = [0] + keyboard.dropFirst().dropLast(max(1, first))
    default:
      let new = second == 2 ? old | first : second == 3 ? old & ~first : first
      keyboard = keyboard.dropLast() + [new]
    }
  }

  /// DECSTBM: sets the scrolling region, with rows from 1.
  mutating func setMargins(top: Int, bottom: Int) -> Bool {
    let bottom = min(bottom, height)
    guard top < bottom || height == 1 else { return false }
    margins = height == 1 ? 0..<1 : top - 1..<bottom
    moveTo(x: 0, addressedRow: 0)
    return true
  }

  /// DECSTR: resets some modes, margins, pen and character sets, but not the content.
  mutating func softReset() {
    modes.formUnion([7, 25])
    modes.subtract([1, 6])
    isCursorVisible = true
    ansiModes = []
    margins = 0..<height
    pen = Style()
    charsets = Charsets()
    savedCursor = SavedCursor()
  }

  /// RIS: resets the terminal. Keeps its colours and its name, and the records for tests, such as
  /// unknown sequences, but erases the scrollback, as most terminals do.
  mutating func reset() {
    var fresh = VirtualScreen(
      width: width, height: height, widths: widths, fillsWithBackground: fillsWithBackground,
      answered: answered)
    (fresh.foreground, fresh.background, fresh.version) = (foreground, background, version)
    (fresh.queries, fresh.answers, fresh.notices) = (queries, answers, notices)
    (fresh.unknownSequences, fresh.clipboard, fresh.bells) = (unknownSequences, clipboard, bells)
    self = fresh
  }
}
