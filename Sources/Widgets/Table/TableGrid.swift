import MillraceRender

/// The positions of a table's columns, shared by its header, rows and footer.
struct TableGrid {
  /// The position of one visible column.
  struct Position {
    /// The index among the program's columns.
    let column: Int
    /// The index among the columns that are not hidden.
    let shown: Int
    let x: Int
    let width: Int
    let alignment: TextAlignment
    var end: Int { x + width }
  }

  /// The number of cells between columns.
  static let gap = 2

  private(set) var positions: [Position] = []
  /// The number of columns scrolled out at the left.
  private(set) var first = 0
  /// Whether columns are out of view at the right.
  private(set) var hasMore = false
  /// The maximum number of columns that can be scrolled out.
  private(set) var maximumFirst = 0

  init() {}

  /// - Parameters:
  ///   - contents: the width of the widest text so far of each column, in cells.
  ///   - width: the available width in cells.
  ///   - wanted: the number of columns to scroll out at the left. The number is limited to the end
  ///     of the columns, and changed if `current` would be out of view.
  ///   - current: the index, among the columns that are not hidden, of a column that must not be
  ///     scrolled out; nil if there is none.
  init<Row>(
    _ columns: [TableColumn<Row>], _ contents: [Int], _ state: TableState, width: Int,
    first wanted: Int, current: Int?
  ) {
    let shown = state.shown(columns.map(\.id))
    let widths = Self.widths(
      of: shown.map { index in
        let column = columns[index]
        return (width: column.width, content: contents[index], chosen: state.widths[column.id])
      }, in: width)
    let frozen = min(max(0, state.frozen), max(0, shown.count - 1))
    let start = widths[..<frozen].reduce(0) { $0 + $1 + Self.gap }
    // Finds the first column that fits together with all columns to its right.
    var rest = 0
    maximumFirst = shown.count - frozen - 1
    for column in (frozen..<shown.count).reversed() {
      rest += widths[column] + (rest > 0 ? Self.gap : 0)
      if start + rest > width { break }
      maximumFirst = column - frozen
    }
    var first = min(max(0, wanted), max(0, maximumFirst))
    if let current, current >= frozen {
      first = min(first, current - frozen)
      func span() -> Int {
        widths[(frozen + first)...current].reduce(-Self.gap) { $0 + $1 + Self.gap }
      }
      while frozen + first < current, start + span() > width { first += 1 }
    }
    var x = 0
    for index in Array(0..<frozen) + Array(frozen + first..<shown.count) where x < width {
      positions.append(
        Position(
          column: shown[index], shown: index, x: x, width: min(widths[index], width - x),
          alignment: columns[shown[index]].alignment))
      x += widths[index] + Self.gap
    }
    hasMore = positions.last?.shown ?? -1 < shown.count - 1 || x - Self.gap > width
    self.first = first
  }

  /// - Parameter columns: for each column, the program's width, the width of its content, and the
  ///   user's width, if any.
  private static func widths(
    of columns: [(width: TableWidth, content: Int, chosen: Int?)], in width: Int
  ) -> [Int] {
    var shares: [(index: Int, share: Double)] = []
    var widths = columns.enumerated().map { index, column in
      if let chosen = column.chosen { return max(1, chosen) }
      switch column.width {
      case .cells(let cells): return max(1, cells)
      case .content(let least, let most): return min(max(1, least, column.content), max(1, most))
      case .share(let share, let least):
        if share > 0 { shares.append((index, share)) }
        return max(1, least)
      }
    }
    var free = width - widths.reduce(-gap) { $0 + $1 + gap }
    var total = shares.reduce(0) { $0 + $1.share }
    for (index, share) in shares where free > 0 && total > 0 {
      let more = Int((Double(free) * share / total).rounded())
      widths[index] += more
      (free, total) = (free - more, total - share)
    }
    return widths
  }

  /// The column at a cell. The gap after a column belongs to that column.
  func position(at x: Int) -> Position? {
    positions.last { $0.x <= x } ?? positions.first
  }

  /// The column whose gap contains a cell. A drag there moves the right edge of the column.
  func edge(at x: Int) -> Position? {
    positions.first { $0.end <= x && x < $0.end + Self.gap }
  }
}
