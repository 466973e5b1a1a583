import MillraceRender

/// The wanted screen, which the terminal should show: rows of cells, and the part of each row that
/// was drawn since the last frame.
///
/// The painter relies on these invariants:
/// - `wideTail`s follow a glyph of several columns, one for each column but the first, in the
///   glyph's style, and occur nowhere else;
/// - no glyph is a control or format character, whatever text was written (`SafeText`);
/// - blanks have the canonical style of `Style.onBlank`;
/// - cells that changed since `markClean()`, except by ``scroll(_:by:)``, are in `damage` (which
///   may contain others too).
///
/// Drawing outside the grid is allowed and has no effect.
package struct CellGrid {
  package private(set) var width: Int
  package private(set) var height: Int
  /// The `width * height` cells, row by row.
  package internal(set) var cells: [Cell]
  /// For each row, the columns that were drawn since the last frame; empty if none.
  package internal(set) var damage: [Range<Int>]
  package private(set) var clusters = ClusterPool()
  /// The rules by which the terminal determines the columns of a cluster.
  package var widths: WidthRules
  /// The number of cells cleared or written so far.
  package internal(set) var touchedCells = 0
  /// Wide glyphs that a clip cut; their visible part is blank.
  var cuts: [(row: Int, columns: Range<Int>)] = []
  /// For each row, the lines of text that wrapping continues in the row below. `end` is the column
  /// after the line; `gap` is the text that wrapping removed, such as a space, or is empty.
  var wraps: [[(end: Int, gap: String)]]
  /// The moves of whole rows (``scroll(_:by:)``) that the painter must repeat on the terminal.
  package internal(set) var scrolls: [(rows: Range<Int>, lines: Int)] = []

  /// Makes a grid of empty, damaged cells. Negative sizes count as zero.
  package init(width: Int, height: Int, widths: WidthRules = .standard) {
    self.widths = widths
    self.width = max(0, width)
    self.height = max(0, height)
    cells = Array(repeating: .empty, count: self.width * self.height)
    damage = Array(repeating: 0..<self.width, count: self.height)
    wraps = Array(repeating: [], count: self.height)
  }

  /// Changes the size: all cells become empty and damaged, and must be drawn again.
  package mutating func resize(width: Int, height: Int) {
    self = CellGrid(width: width, height: height, widths: widths)
  }

  /// Clears `damage` and `scrolls`, after a frame was painted.
  package mutating func markClean() {
    for row in 0..<height where !damage[row].isEmpty { damage[row] = 0..<0 }
    scrolls.removeAll(keepingCapacity: true)
  }

  /// Marks everything as damaged.
  package mutating func markDamaged() {
    damage = Array(repeating: 0..<width, count: height)
  }

  package var isDamaged: Bool { damage.contains { !$0.isEmpty } }

  /// The cell at a position inside the grid.
  package subscript(x x: Int, y y: Int) -> Cell { cells[y * width + x] }

  /// The text of a cell; empty for all columns of a wide glyph but the first.
  package func text(x: Int, y: Int) -> String { text(of: self[x: x, y: y].glyph) }

  /// The link target of a cell.
  package func link(x: Int, y: Int) -> String? {
    self[x: x, y: y].glyph.clusterIndex.flatMap { clusters[$0].link }
  }

  /// The text of a glyph of this grid.
  package func text(of glyph: Glyph) -> String {
    if let index = glyph.clusterIndex { return clusters[index].text }
    return glyph == .wideTail ? "" : glyph.scalar.map { String($0) } ?? ""
  }

  /// The text of a row, without trailing blanks.
  package func rowText(_ y: Int) -> String {
    var text = ""
    for x in 0..<width { text += self.text(x: x, y: y) }
    while text.last == " " { text.removeLast() }
    return text
  }

  /// The glyph for a cluster from `SafeText` and a link from `safeLink`.
  mutating func glyph(for cluster: Character, link: String?) -> Glyph {
    let scalars = cluster.unicodeScalars
    if link == nil, let only = scalars.first,
      scalars.index(after: scalars.startIndex) == scalars.endIndex
    {
      return Glyph(only)
    }
    let entry = ClusterPool.Entry(text: String(cluster), link: link)
    if let known = clusters.existingNumber(of: entry) { return Glyph(cluster: known) }
    // A rebuild at this size at least halves the pool, so its cost is amortized over the clusters
    // that were added since the last rebuild.
    if clusters.count >= max(1024, 2 * cells.count) { rebuildClusters() }
    return Glyph(cluster: clusters.number(of: entry))
  }

  /// Replaces the pool by one with only the clusters on the screen.
  private mutating func rebuildClusters() {
    let fresh = ClusterPool()
    for index in cells.indices {
      guard let old = cells[index].glyph.clusterIndex else { continue }
      cells[index].glyph = Glyph(cluster: fresh.number(of: clusters[old]))
    }
    clusters = fresh
  }
}
