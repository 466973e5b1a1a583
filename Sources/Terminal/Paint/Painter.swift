/// Writes what changed from one screen to the next, in the fewest bytes that it can prove right.
///
/// It keeps a copy of what the terminal shows. Only damaged parts of rows are compared with it; a
/// frame in which nothing changed appends nothing. What terminals disagree about is never relied
/// upon: wrapping at the last column, the width of newer clusters, erasing with a background
/// colour.
///
/// The pen and the cursor stay as the last frame left them. Whoever else writes to the terminal
/// calls `invalidate()`. Marks of synchronized output are the caller's.
package struct Painter {
  /// The colours that the terminal has. Changing it makes the next frame a full one.
  package var colorDepth: ColorDepth {
    didSet { if colorDepth != oldValue { invalidate() } }
  }
  package private(set) var counters = PaintCounters()

  /// Nil when what the terminal shows is not known.
  private var shown: ShownScreen?
  private var isCursorShown: Bool?

  package init(colorDepth: ColorDepth) { self.colorDepth = colorDepth }

  /// Forgets what the terminal shows: the next frame clears it and paints everything.
  package mutating func invalidate() {
    shown = nil
    isCursorShown = nil
  }

  /// Appends what makes the terminal show the wanted screen, and marks that one clean.
  ///
  /// - Parameters:
  ///   - wanted: The screen. Another size than before makes this a full frame; another grid of the
  ///     same size must be damaged in full.
  ///   - cursor: Where the cursor is to be seen, nil to hide it. Outside the screen: at its edge.
  ///   - out: Where the bytes go; none when nothing changed.
  /// - Complexity: O(damaged cells).
  package mutating func paint(
    _ wanted: inout CellGrid, cursor: (x: Int, y: Int)?, into out: inout [UInt8]
  ) {
    let start = out.count
    counters.frames += 1
    if wanted.width > 0, wanted.height > 0 {
      if cursor == nil, isCursorShown != false {
        out.appendControl("?25l")
        isCursorShown = false
      }
      var (screen, isFull) = startFrame(wanted, into: &out)
      // The copy must be the only one, or the first change to it copies all cells.
      shown = nil
      let rows = changedRows(wanted, screen, isFull: isFull)
      if !rows.isEmpty { paint(rows, wanted, &screen, into: &out) }
      if let cursor {
        screen.move(
          toX: min(max(cursor.x, 0), wanted.width - 1),
          y: min(max(cursor.y, 0), wanted.height - 1), into: &out)
        if isCursorShown != true { out.appendControl("?25h") }
        isCursorShown = true
      }
      shown = screen
    }
    wanted.markClean()
    counters.bytes += out.count - start
  }

  /// What the terminal shows: cleared first, where that is not known.
  private mutating func startFrame(
    _ wanted: CellGrid, into out: inout [UInt8]
  ) -> (screen: ShownScreen, isFull: Bool) {
    if var shown, shown.width == wanted.width, shown.height == wanted.height {
      shown.adopt(wanted.clusters)
      for scroll in wanted.scrolls {
        shown.scroll(ScrollPlan(region: scroll.rows, shift: scroll.lines), into: &out)
        counters.scrolls += 1
      }
      return (shown, false)
    }
    var screen = ShownScreen(
      width: wanted.width, height: wanted.height, depth: colorDepth, clusters: wanted.clusters)
    // Another program may have left margins.
    out.appendControl("r")
    screen.eraseAll(into: &out)
    return (screen, true)
  }

  private mutating func changedRows(
    _ wanted: CellGrid, _ screen: ShownScreen, isFull: Bool
  ) -> [ChangedRow] {
    var rows: [ChangedRow] = []
    for y in 0..<wanted.height {
      let columns = isFull ? 0..<wanted.width : wanted.damage[y]
      if columns.isEmpty { continue }
      counters.cellsCompared += columns.count
      let changed = screen.difference(wanted, row: y, in: columns)
      if !changed.isEmpty { rows.append(ChangedRow(y: y, columns: changed)) }
    }
    return rows
  }

  /// Paints the rows the shortest of three ways: as they are, after moving rows, or from an erased
  /// screen.
  private mutating func paint(
    _ rows: [ChangedRow], _ wanted: CellGrid, _ screen: inout ShownScreen,
    into out: inout [UInt8]
  ) {
    let start = out.count
    let (pen, cursor) = (screen.pen, screen.cursor)
    var moved: (screen: ShownScreen, bytes: [UInt8])?
    if rows.count >= ScrollPlan.fewestRows,
      let plan = ScrollPlan.find(rows, shown: screen, wanted: wanted)
    {
      moved = Self.move(plan, rows, wanted, screen)
    }
    screen.paint(rows, wanted: wanted, into: &out)
    if let moved, moved.bytes.count < out.count - start {
      counters.scrolls += 1
      out.replaceSubrange(start..., with: moved.bytes)
      screen = moved.screen
    }
    guard isLongerThanInk(out.count - start, wanted) else { return }
    var erased = screen
    (erased.pen, erased.cursor) = (pen, cursor)
    var bytes: [UInt8] = []
    erased.eraseAll(into: &bytes)
    erased.paint(
      Self.rows(Array(0..<wanted.height), wanted, erased), wanted: wanted, into: &bytes)
    if bytes.count < out.count - start {
      out.replaceSubrange(start..., with: bytes)
      screen = erased
    }
  }

  private static func move(
    _ plan: ScrollPlan, _ changed: [ChangedRow], _ wanted: CellGrid, _ screen: ShownScreen
  ) -> (screen: ShownScreen, bytes: [UInt8]) {
    var moved = screen
    var bytes: [UInt8] = []
    moved.scroll(plan, into: &bytes)
    let touched = Set(changed.map(\.y)).union(plan.region).sorted()
    moved.paint(rows(touched, wanted, moved), wanted: wanted, into: &bytes)
    return (moved, bytes)
  }

  /// `ESC [H ESC [2J`.
  private static let eraseCost = 7

  /// Whether painting from an erased screen could be shorter: it takes a byte at least for each
  /// cell with ink.
  private func isLongerThanInk(_ bytes: Int, _ wanted: CellGrid) -> Bool {
    var rest = bytes - Self.eraseCost
    for cell in wanted.cells where cell != .empty && cell.glyph != .wideTail {
      rest -= 1
      if rest <= 0 { return false }
    }
    return rest > 0
  }

  private static func rows(
    _ numbers: [Int], _ wanted: CellGrid, _ screen: ShownScreen
  ) -> [ChangedRow] {
    numbers.compactMap { y in
      let columns = screen.difference(wanted, row: y, in: 0..<wanted.width)
      return columns.isEmpty ? nil : ChangedRow(y: y, columns: columns)
    }
  }
}
