import MillraceRender
import MillraceTerminal

extension VirtualScreen {
  /// Writes a scalar at the cursor, or joins it to the cluster that was written last.
  mutating func write(_ scalar: Unicode.Scalar) {
    if (0x80...0x9F).contains(scalar.value) {
      unknownSequences.append("U+\(String(scalar.value, radix: 16, uppercase: true))")
      return
    }
    if join(scalar) { return }
    let columns = width(of: scalar)
    if columns == 0 { return }
    if isWrapPending || cursorX + columns > width { wrap() }
    guard columns <= width else { return }
    place(String(Character(scalar)), columns: columns, x: cursorX, y: cursorY)
    lastCluster = (cursorX, cursorY)
    advance(by: columns)
  }

  private func width(of scalar: Unicode.Scalar) -> Int {
    widths == .clusters ? Character(scalar).columns : GraphemeWidth.columns(of: scalar)
  }

  /// Adds a scalar to the last cluster, if the two make one.
  private mutating func join(_ scalar: Unicode.Scalar) -> Bool {
    guard let (x, y) = lastCluster else { return false }
    let old = places[y][x].text
    var text = old
    text.unicodeScalars.append(scalar)
    switch widths {
    case .scalars:
      guard GraphemeWidth.columns(of: scalar) == 0 else { return false }
      places[y][x].text = text
    case .clusters:
      guard text.count == 1, let cluster = text.first else { return false }
      places[y][x].text = text
      // A variation selector, or the second half of a flag, made it wide.
      if cluster.columns == 2, old.first?.columns == 1, x + 1 < width {
        place(text, columns: 2, x: x, y: y)
        if !isWrapPending { advance(by: 1) }
      }
    }
    return true
  }

  private mutating func advance(by columns: Int) {
    if cursorX + columns >= width {
      cursorX = width - 1
      isWrapPending = modes.contains(7)
    } else {
      cursorX += columns
    }
  }

  private mutating func wrap() {
    guard modes.contains(7) else {
      cursorX = max(0, width - 2)
      return
    }
    isWrapPending = false
    cursorX = 0
    lineFeed()
  }

  /// Puts a cluster on the screen. A wide one that loses a half is gone.
  private mutating func place(_ text: String, columns: Int, x: Int, y: Int) {
    for column in x..<x + columns { cutWide(x: column, y: y) }
    places[y][x] = Place(text: text, style: pen)
    if columns == 2 { places[y][x + 1] = Place(text: "", style: pen) }
  }

  /// Blanks both halves of the wide cluster that covers a place, if one does.
  mutating func cutWide(x: Int, y: Int) {
    let left = places[y][x].text.isEmpty ? x - 1 : x
    guard left >= 0, left + 1 < width, places[y][left + 1].text.isEmpty else { return }
    places[y][left].text = " "
    places[y][left + 1].text = " "
  }
}
