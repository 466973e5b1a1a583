import MillraceRender

/// Writes the changes from one screen to the next, in as few bytes as are certain to be correct.
///
/// The painter keeps a copy of what the terminal shows. Only damaged parts of rows are compared
/// with it; a frame without changes appends nothing. The painter never relies on behaviour that
/// differs between terminals: wrapping at the last column, the width of newer clusters, erasing
/// with a background colour.
///
/// The pen and the cursor keep their state between frames. Call `invalidate()` after writing
/// anything else to the terminal. The caller adds the sequences of synchronized output, and
/// switches autowrap off.
package struct Painter {
  /// The traits of the terminal. The next frame is a full one if the change invalidates what is on
  /// the screen.
  package var traits: TerminalTraits {
    didSet {
      if !traits.looksLike(oldValue) { invalidate() }
      screen.traits = traits
      if traits.widths.split != oldValue.widths.split { screen.invalidateClusters() }
    }
  }
  package internal(set) var counters = PaintCounters()

  /// The screen that the terminal shows, if `isKnown`.
  var screen: ShownScreen
  private var isKnown = false
  private var isCursorShown: Bool?
  /// The bytes to print above the region with the next frame.
  var printed: [UInt8] = []
  /// The row of the region that DECSC has saved. When the program ends, the shell continues below
  /// it.
  var endRow: Int?
  private var rows: [ChangedRow] = []

  // An alternative way to paint a frame, kept between frames to avoid allocations.
  private var trial: ShownScreen
  private var trialRows: [ChangedRow] = []
  private var trialBytes: [UInt8] = []

  package init(traits: TerminalTraits) {
    self.traits = traits
    screen = ShownScreen(width: 0, height: 0, traits: traits, clusters: ClusterPool())
    trial = screen
    screen.cursor = .at(x: 0, y: 0)
  }

  /// Drops the knowledge of what the terminal shows: the next frame clears it and paints
  /// everything.
  package mutating func invalidate() {
    isKnown = false
    isCursorShown = nil
  }

  /// Appends bytes that make the terminal show the wanted screen, and marks the screen clean.
  ///
  /// - Parameters:
  ///   - wanted: The screen. A change of its size makes this a full frame; a different grid of the
  ///     same size must be damaged in full.
  ///   - cursor: The position of the visible cursor, moved into the screen if outside; nil to hide
  ///     it.
  ///   - out: Receives the bytes; none if nothing changed.
  /// - Complexity: O(cells of the screen); often O(damaged cells).
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
      findChanges(wanted, isFull: startFrame(wanted, into: &out))
      if !rows.isEmpty { paintRows(wanted, into: &out) }
      screen.pen.change(link: nil, into: &out)
      if traits.isInline { saveEnd(wanted, into: &out) }
      if let cursor {
        screen.move(
          toX: min(max(cursor.x, 0), wanted.width - 1),
          y: min(max(cursor.y, 0), wanted.height - 1), into: &out)
        if isCursorShown != true { out.appendControl("?25h") }
        isCursorShown = true
      } else if traits.isInline {
        // Moves the hidden cursor to the first row: if the terminal becomes narrower and wraps the
        // region, no part of the region is above the cursor.
        screen.move(toX: 0, y: 0, into: &out)
      }
    }
    wanted.markClean()
    counters.bytes += out.count - start
  }

  /// Returns bytes that draw a whole screen on a terminal with any contents. The bytes of later
  /// frames can follow, because pen and cursor end where the last frame left them.
  /// - Parameters:
  ///   - shown: The screen that the last frame painted.
  ///   - cursor: As for ``paint(_:cursor:into:)``.
  package func repaint(_ shown: CellGrid, cursor: (x: Int, y: Int)?) -> [UInt8] {
    var (whole, shown, bytes) = (self, shown, [UInt8]())
    whole.invalidate()
    whole.paint(&shown, cursor: cursor, into: &bytes)
    if let row = screen.cursor.row {
      whole.screen.move(toX: screen.cursor.column ?? 0, y: row, into: &bytes)
    }
    // Prepares the pen for a letter, because a blank does not determine the text colour.
    if let style = screen.pen.style {
      whole.screen.prepare(for: Cell(Glyph(ascii: 0x41), style), into: &bytes)
    }
    return bytes
  }

  /// Clears the terminal if its content is unknown or the size has changed; otherwise makes it move
  /// scrolled rows.
  /// - Returns: Whether all rows must be compared.
  private mutating func startFrame(_ wanted: CellGrid, into out: inout [UInt8]) -> Bool {
    if isKnown, screen.width == wanted.width, screen.height == wanted.height {
      screen.adopt(wanted.clusters)
      // Without margins, the terminal cannot move rows, so they are painted.
      guard traits.features.contains(.margins) else { return !wanted.scrolls.isEmpty }
      for scroll in wanted.scrolls {
        screen.scroll(ScrollPlan(region: scroll.rows, shift: scroll.lines), into: &out)
        counters.scrolls += 1
      }
      return false
    }
    let isInline = traits.isInline
    let above = isInline ? screen.rowsAboveCursor(width: wanted.width) : 0
    screen = ShownScreen(
      width: wanted.width, height: wanted.height, traits: traits, clusters: wanted.clusters)
    isKnown = true
    // Another program may have left margins, insert or origin mode, a character set or an open
    // link.
    out.append(contentsOf: "\u{1B}(B\u{F}\u{1B}[4l".utf8)
    if !isInline { out.append(contentsOf: "\u{1B}[?6l\u{1B}[r".utf8) }
    screen.pen.closeLink(into: &out)
    if isInline {
      out.append(0x0D)
      if above > 0 { out.appendControl(above, omitting: 1, "A") }
      screen.startRegion(printing: printed, into: &out)
      (printed, endRow) = ([], nil)
    } else {
      screen.eraseAll(into: &out)
    }
    return true
  }

  private mutating func findChanges(_ wanted: CellGrid, isFull: Bool) {
    rows.removeAll(keepingCapacity: true)
    for y in 0..<wanted.height {
      let columns = isFull ? 0..<wanted.width : wanted.damage[y]
      if columns.isEmpty { continue }
      counters.cellsCompared += columns.count
      let changed = screen.difference(wanted, row: y, in: columns)
      counters.cellsChanged += changed.count
      if !changed.isEmpty { rows.append(ChangedRow(y: y, columns: changed)) }
    }
  }

  /// Paints the rows in the shortest of three ways: directly, after moving rows, or from an erased
  /// screen.
  private mutating func paintRows(_ wanted: CellGrid, into out: inout [UInt8]) {
    let start = out.count
    let (pen, cursor) = (screen.pen, screen.cursor)
    var hasMoved = false
    // Rows that the host scrolled have already moved.
    if rows.count >= ScrollPlan.fewestRows, wanted.scrolls.isEmpty,
      traits.features.contains(.margins),
      let plan = ScrollPlan.find(rows, shown: screen, wanted: wanted)
    {
      hasMoved = true
      trial.copy(screen)
      trialBytes.removeAll(keepingCapacity: true)
      trial.scroll(plan, into: &trialBytes)
      paintAlternative(wanted)
    }
    screen.paint(rows, wanted: wanted, into: &out)
    if hasMoved, adoptAlternative(insteadOf: start..., of: &out) { counters.scrolls += 1 }

    guard !traits.isInline, isLongerThanInk(out.count - start, wanted) else { return }
    trial.copy(screen)
    (trial.pen, trial.cursor) = (pen, cursor)
    trialBytes.removeAll(keepingCapacity: true)
    trial.eraseAll(into: &trialBytes)
    paintAlternative(wanted)
    _ = adoptAlternative(insteadOf: start..., of: &out)
  }

  /// Paints all differences between the alternative screen and the wanted one.
  private mutating func paintAlternative(_ wanted: CellGrid) {
    trialRows.removeAll(keepingCapacity: true)
    for y in 0..<wanted.height {
      let columns = trial.difference(wanted, row: y, in: 0..<wanted.width)
      if !columns.isEmpty { trialRows.append(ChangedRow(y: y, columns: columns)) }
    }
    trial.paint(trialRows, wanted: wanted, into: &trialBytes)
  }

  /// Replaces bytes by those of the alternative screen, if these are fewer.
  private mutating func adoptAlternative(
    insteadOf range: PartialRangeFrom<Int>, of out: inout [UInt8]
  ) -> Bool {
    guard trialBytes.count < out.count - range.lowerBound else { return false }
    out.replaceSubrange(range, with: trialBytes)
    swap(&screen, &trial)
    return true
  }

  /// The cost of `ESC [H ESC [2J`.
  private static let eraseCost = 7

  /// Whether painting from an erased screen could take fewer than `bytes` bytes. Painting takes at
  /// least one byte for each run of equal cells that are not empty, one more to reach another row
  /// or to skip empty cells, and three for another style.
  private func isLongerThanInk(_ bytes: Int, _ wanted: CellGrid) -> Bool {
    var rest = bytes - Self.eraseCost
    var last = Cell.empty
    var style: Style?
    // Whether empty cells come before the next cell that is not empty.
    var isApart = false
    return wanted.cells.withUnsafeBufferPointer { cells in
      for cell in cells where cell != last {
        last = cell
        if cell == .empty {
          isApart = true
          continue
        }
        if cell.glyph == .wideTail { continue }
        rest -= isApart ? 2 : 1
        isApart = false
        if cell.glyph != .blank {
          if let style, style != cell.style, !isShownAlike(style, cell.style) { rest -= 3 }
          style = cell.style
        }
        if rest <= 0 { return false }
      }
      return rest > 0
    }
  }

  /// Whether the terminal shows two styles with the same colours and attributes.
  private func isShownAlike(_ first: Style, _ second: Style) -> Bool {
    let hasKinds = traits.features.contains(.styledUnderlines)
    return first.reduced(to: traits.colorDepth, styledUnderlines: hasKinds)
      == second.reduced(to: traits.colorDepth, styledUnderlines: hasKinds)
  }
}
