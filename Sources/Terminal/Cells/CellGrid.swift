import MillraceRender

/// The wanted screen: rows of cells, and which part of each row was drawn on since the last frame.
///
/// The grid keeps these promises, on which the painter builds:
/// - `wideTail`s stand right of a glyph of several columns, one for each but the first, and nowhere else, in
///   the glyph's own style;
/// - no glyph is a control or format character, whatever text was written (`SafeText`);
/// - blanks have the one style of `Style.onBlank`;
/// - cells that changed since `markClean()` are in `damage` (which may hold others too).
///
/// Drawing outside the grid is allowed and does nothing.
package struct CellGrid {
  package private(set) var width: Int
  package private(set) var height: Int
  /// Row by row, `width * height` cells.
  package internal(set) var cells: [Cell]
  /// The columns of each row that were drawn on; empty where none were.
  package internal(set) var damage: [Range<Int>]
  package private(set) var clusters = ClusterPool()
  /// How many columns the terminal takes for a cluster.
  package var widths: WidthRules
  /// Cells cleared or written so far: the work counter of drawing.
  package internal(set) var touchedCells = 0
  /// Wide glyphs of which a clip left a part, which is blank.
  var cuts: [(row: Int, columns: Range<Int>)] = []
  /// The lines of each row, by the columns that they end before, that go on in the row below because their text is
  /// wrapped, and what of the text stands between: a space, or nothing.
  var wraps: [[(end: Int, gap: String)]]
  /// Rows of the whole width that moved before anything was drawn, for the painter to follow.
  package internal(set) var scrolls: [(rows: Range<Int>, lines: Int)] = []

  /// A grid of empty cells, all damaged. Negative sizes count as zero.
  package init(width: Int, height: Int, widths: WidthRules = .standard) {
    self.widths = widths
    self.width = max(0, width)
    self.height = max(0, height)
    cells = Array(repeating: .empty, count: self.width * self.height)
    damage = Array(repeating: 0..<self.width, count: self.height)
    wraps = Array(repeating: [], count: self.height)
  }

  /// Another size: everything is empty and damaged, and must be drawn again.
  package mutating func resize(width: Int, height: Int) {
    self = CellGrid(width: width, height: height, widths: widths)
  }

  /// Says that the damage was painted.
  package mutating func markClean() {
    for row in 0..<height where !damage[row].isEmpty { damage[row] = 0..<0 }
    scrolls.removeAll(keepingCapacity: true)
  }

  /// Says that everything may have changed.
  package mutating func markDamaged() {
    damage = Array(repeating: 0..<width, count: height)
  }

  package var isDamaged: Bool { damage.contains { !$0.isEmpty } }

  /// The cell at a place that must be inside the grid.
  package subscript(x x: Int, y y: Int) -> Cell { cells[y * width + x] }

  /// The text of a cell: empty for all columns of a wide glyph but the first.
  package func text(x: Int, y: Int) -> String { text(of: self[x: x, y: y].glyph) }

  /// Where a cell leads.
  package func link(x: Int, y: Int) -> String? {
    self[x: x, y: y].glyph.clusterIndex.flatMap { clusters[$0].link }
  }

  /// The text of a glyph of this grid.
  package func text(of glyph: Glyph) -> String {
    if let index = glyph.clusterIndex { return clusters[index].text }
    return glyph == .wideTail ? "" : glyph.scalar.map { String($0) } ?? ""
  }

  /// A row as text, without the blanks at its end.
  package func rowText(_ y: Int) -> String {
    var text = ""
    for x in 0..<width { text += self.text(x: x, y: y) }
    while text.last == " " { text.removeLast() }
    return text
  }

  /// The glyph for a cluster that `SafeText` has passed, and a link that `safeLink` has.
  mutating func glyph(for cluster: Character, link: String?) -> Glyph {
    let scalars = cluster.unicodeScalars
    if link == nil, let only = scalars.first,
      scalars.index(after: scalars.startIndex) == scalars.endIndex
    {
      return Glyph(only)
    }
    let entry = ClusterPool.Entry(text: String(cluster), link: link)
    if let known = clusters.knownNumber(of: entry) { return Glyph(cluster: known) }
    // Twice what the screen can hold: a rebuild then halves the pool at least, so its cost is
    // spread over as many new clusters as it costs.
    if clusters.count >= max(1024, 2 * cells.count) { rebuildClusters() }
    return Glyph(cluster: clusters.number(of: entry))
  }

  /// Starts a pool with the clusters that are on the screen now.
  private mutating func rebuildClusters() {
    let fresh = ClusterPool()
    for index in cells.indices {
      guard let old = cells[index].glyph.clusterIndex else { continue }
      cells[index].glyph = Glyph(cluster: fresh.number(of: clusters[old]))
    }
    clusters = fresh
  }
}
