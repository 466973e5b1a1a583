import MillraceLayout
import MillraceRender
import MillraceTerminal

/// Converts an element's own drawing to rows of text for a page.
enum PageRows {
  /// Returns a row of a grid as the arguments of an operation; nil if the row is empty.
  /// - Parameters:
  ///   - row: The number of the row within the element.
  ///   - columns: The columns of the grid that belong to the element and were drawn.
  ///   - left: The first column of the element.
  static func row(
    _ row: Int, of grid: CellGrid, y: Int, columns: Range<Int>, left: Int,
    _ styles: inout PageStyles
  ) -> PageText? {
    func shows(_ x: Int) -> Bool { grid[x: x, y: y] != .empty }
    guard let first = columns.first(where: shows), let last = columns.last(where: shows) else {
      return nil
    }
    var runs: [PageText] = []
    var x = first
    while x <= last { x = addRun(of: grid, from: x, through: last, y: y, to: &runs, &styles) }
    return PageText([row, first - left, runs])
  }

  /// Adds one run: one-column cells that look the same and have the same link; or, with an explicit
  /// width, one other cluster, or text of a right-to-left script.
  /// - Returns: The column after the run.
  private static func addRun(
    of grid: CellGrid, from start: Int, through last: Int, y: Int, to runs: inout [PageText],
    _ styles: inout PageStyles
  ) -> Int {
    let cell = grid[x: start, y: y]
    let link = grid.link(x: start, y: y)
    var style = cell.style
    var run = grid.text(x: start, y: y)
    var end = start + 1
    while end <= last, grid[x: end, y: y].glyph == .wideTail { end += 1 }
    let needsWidth = end > start + 1 || !isOneColumn(run)
    if isRightToLeft(run) {
      // The browser orders the clusters of the whole run. The run ends with its last right-to-left
      // cluster. Blanks, signs and digits between two such clusters have no direction of their own.
      var between = ""
      var next = end
      while next <= last, grid[x: next, y: y].style == style, grid.link(x: next, y: y) == link {
        let cluster = grid.text(x: next, y: y)
        next += 1
        if isRightToLeft(cluster) {
          run += between + cluster
          (between, end) = ("", next)
        } else if cluster.first?.isLetter == false {
          between += cluster
        } else {
          break
        }
      }
    } else if !needsWidth {
      while end <= last {
        let next = grid[x: end, y: y]
        let cluster = grid.text(of: next.glyph)
        guard next.glyph != .wideTail, isOneColumn(cluster), grid.link(x: end, y: y) == link,
          end == last || grid[x: end + 1, y: y].glyph != .wideTail
        else { break }
        // A blank looks the same in two styles that differ only in properties of visible text.
        if next.style != style {
          if next.glyph == .blank, next.style == style.onBlank {
          } else if run.utf8.allSatisfy({ $0 == 0x20 }), next.style.onBlank == style {
            style = next.style
          } else {
            break
          }
        }
        run += cluster
        end += 1
      }
    }
    var values: [any PageValue] = [run, styles.number(of: style)]
    if needsWidth || link != nil { values.append(end - start) }
    if let link { values.append(link) }
    runs.append(PageText(values))
    return end
  }

  /// Whether a cluster begins with a letter of a right-to-left script.
  private static func isRightToLeft(_ cluster: String) -> Bool {
    switch cluster.unicodeScalars.first?.value ?? 0 {
    case 0x590..<0x900, 0xFB1D..<0xFE00, 0xFE70..<0xFEFF, 0x10800..<0x11000, 0x1E800..<0x1F000: true
    default: false
    }
  }

  /// Whether a monospaced font draws the cluster one column wide: Latin letters, lines and blocks.
  /// The page gives every other cluster an explicit width.
  private static func isOneColumn(_ cluster: String) -> Bool {
    var scalars = cluster.unicodeScalars.makeIterator()
    guard let scalar = scalars.next(), scalars.next() == nil else { return false }
    return scalar.value < 0x250 || 0x2500..<0x25A0 ~= scalar.value
  }
}
