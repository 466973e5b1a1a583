/// The screen that the terminal shows, as far as the sent bytes determine it, and the bytes that
/// change it.
///
/// A value, so that alternatives can be tried on a copy and the shortest one kept.
struct ShownScreen {
  private(set) var width: Int
  private(set) var height: Int
  var traits: TerminalTraits
  /// The shown cells. Their glyphs refer to `clusters`.
  var cells: [Cell]
  /// Memory for a row while two ways to paint it are compared.
  var spareRow: [Cell] = []
  private(set) var clusters: ClusterPool
  var pen: Pen
  var cursor = CursorPosition.unknown

  /// A screen of empty cells with an unknown cursor and pen.
  init(width: Int, height: Int, traits: TerminalTraits, clusters: ClusterPool) {
    self.width = width
    self.height = height
    self.traits = traits
    self.clusters = clusters
    pen = Pen(traits)
    cells = Array(repeating: .empty, count: width * height)
  }

  /// Becomes a copy of another screen. Reuses the memory of this screen's cells.
  mutating func copy(_ other: ShownScreen) {
    guard cells.count == other.cells.count, traits == other.traits else {
      self = other
      return
    }
    (width, height, clusters) = (other.width, other.height, other.clusters)
    (pen, cursor) = (other.pen, other.cursor)
    cells.withUnsafeMutableBufferPointer { target in
      other.cells.withUnsafeBufferPointer { _ = target.update(fromContentsOf: $0) }
    }
  }

  /// Marks clusters of several scalars as unknown, after the terminal's width rules changed.
  mutating func invalidateClusters() {
    var isInvalid = false
    for index in cells.indices {
      let glyph = cells[index].glyph
      if glyph != .wideTail { isInvalid = glyph.clusterIndex != nil }
      if isInvalid { cells[index].glyph = .unknown }
    }
  }

  /// Renumbers the clusters by another pool. A cluster that the pool lacks becomes unknown.
  mutating func adopt(_ pool: ClusterPool) {
    if pool === clusters { return }
    for index in cells.indices {
      guard let old = cells[index].glyph.clusterIndex else { continue }
      let number = pool.existingNumber(of: clusters[old])
      cells[index].glyph = number.map { Glyph(cluster: $0) } ?? .unknown
    }
    clusters = pool
  }

  /// The columns of a row, within `columns`, that differ from the wanted row; empty if none do.
  func difference(_ wanted: CellGrid, row: Int, in columns: Range<Int>) -> Range<Int> {
    let start = row * width
    return cells.withUnsafeBufferPointer { shown in
      wanted.cells.withUnsafeBufferPointer { wanted in
        var low = columns.lowerBound
        var high = columns.upperBound
        while low < high, shown[start + low] == wanted[start + low] { low += 1 }
        while low < high, shown[start + high - 1] == wanted[start + high - 1] { high -= 1 }
        return low < high ? low..<high : 0..<0
      }
    }
  }

  /// Changes the pen and the link to suit a cell, with the fewest bytes for this cell.
  mutating func prepare(for cell: Cell, into out: inout [UInt8]) {
    pen.change(for: cell, into: &out)
    if let index = cell.glyph.clusterIndex {
      pen.change(link: clusters[index].link, into: &out)
    } else if pen.link != nil {
      pen.change(link: nil, into: &out)
    }
  }

  /// The cheapest cursor motion that writes no cells.
  func motion(toX x: Int, y: Int) -> CursorMotion {
    .cheapest(
      from: cursor, toX: x, y: y, hasColumns: traits.features.contains(.columnAddressing),
      isRelative: traits.isInline)
  }

  /// Moves the cursor in the cheapest way; rewrites the cells on the way if that is shorter.
  mutating func move(toX x: Int, y: Int, into out: inout [UInt8]) {
    if cursor == .at(x: x, y: y) { return }
    let motion = motion(toX: x, y: y)
    if !rewrite(toX: x, y: y, cheaperThan: motion.cost, into: &out) {
      motion.append(toX: x, y: y, into: &out)
    }
    cursor = .at(x: x, y: y)
  }

  /// Rewrites the cells before `x`, from the cursor or from the start of the row.
  ///
  /// - Returns: False, with nothing written, if that is not cheaper or a cell cannot be rewritten
  ///   without a change.
  private mutating func rewrite(
    toX x: Int, y: Int, cheaperThan limit: Int, into out: inout [UInt8]
  ) -> Bool {
    guard pen.link == nil, let row = cursor.row, row <= y else { return false }
    if row == y, let column = cursor.column, column < x, x - column < limit {
      return rewrite(column..<x, row: y, into: &out)
    }
    guard 1 + y - row + x < limit else { return false }
    let start = out.count
    out.append(0x0D)
    for _ in row..<y { out.append(0x0A) }
    if rewrite(0..<x, row: y, into: &out) { return true }
    out.removeSubrange(start...)
    return false
  }

  /// Rewrites cells if all of them are ASCII and suit the pen; otherwise writes nothing.
  private mutating func rewrite(
    _ columns: Range<Int>, row: Int, into out: inout [UInt8]
  ) -> Bool {
    let start = out.count
    for index in row * width + columns.lowerBound..<row * width + columns.upperBound {
      let cell = cells[index]
      guard cell.glyph.rawValue < 0x7F, pen.matches(cell) else {
        out.removeSubrange(start...)
        return false
      }
      out.append(UInt8(truncatingIfNeeded: cell.glyph.rawValue))
    }
    return true
  }

  /// Erases the whole screen and moves the cursor to the corner.
  mutating func eraseAll(into out: inout [UInt8]) {
    prepare(for: .empty, into: &out)
    out.appendControl("H")
    out.appendControl("2J")
    cursor = .at(x: 0, y: 0)
    fill(cells.indices)
  }

  /// Records that cells were erased.
  mutating func fill(_ indices: Range<Int>) {
    cells.withUnsafeMutableBufferPointer { cells in
      for index in indices { cells[index] = .empty }
    }
  }
}
