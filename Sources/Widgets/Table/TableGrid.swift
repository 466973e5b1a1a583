import MillraceRender

/// The positions of a table's columns, shared by its header, rows and footer.
struct TableGrid: Equatable {
  /// The position of one visible column.
  struct Place: Equatable {
    /// The index among the program's columns.
    let column: Int
    /// The index among the columns that are not hidden.
    let shown: Int
    var x: Int
    var width: Int
    let alignment: TextAlignment
    var end: Int { x + width }
  }

  /// The properties of a column that the layout needs.
  struct Column {
    let id: String
    let width: TableWidth
    let alignment: TextAlignment
    /// The width of the widest text so far, in cells.
    var content: Int
  }

  /// Cells between columns.
  static let gap = 2

  private(set) var positions: [Place] = []
  /// Whether columns are out of view at the left or at the right.
  private(set) var hasMore = (left: false, right: false)
  /// The maximum number of columns that can be scrolled out.
  private(set) var maximumFirst = 0

  init() {}

  /// - Parameters:
  ///   - width: the available cells.
  ///   - first: the number of columns scrolled out at the left. Limited to the end of the columns,
  ///     and changed if `current` would be out of view.
  ///   - current: the index of a column that must be visible, if any.
  init(_ columns: [Column], _ state: TableState, width: Int, first: inout Int, current: Int?) {
    let shown = state.shown(columns.map(\.id))
    let widths = Self.widths(of: shown.map { columns[$0] }, state, in: width)
    let frozen = min(max(0, state.frozen), max(0, shown.count - 1))
    let start = widths[..<frozen].reduce(0) { $0 + $1 + Self.gap }
    // Finds the first column from which all columns to its right fit.
    var rest = 0
    maximumFirst = shown.count - frozen - 1
    for column in (frozen..<shown.count).reversed() {
      rest += widths[column] + (rest > 0 ? Self.gap : 0)
      if start + rest > width { break }
      maximumFirst = column - frozen
    }
    first = min(max(0, first), max(0, maximumFirst))
    if let current, current >= frozen {
      first = min(first, current - frozen)
      func span() -> Int {
        widths[(frozen + first)...current].reduce(-Self.gap) { $0 + $1 + Self.gap }
      }
      while frozen + first < current, start + span() > width { first += 1 }
    }
    var x = 0
    for index in Array(0..<frozen) + Array(frozen + first..<shown.count) {
      guard x < width else {
        hasMore.right = true
        break
      }
      let place = Place(
        column: shown[index], shown: index, x: x, width: min(widths[index], width - x),
        alignment: columns[shown[index]].alignment)
      positions.append(place)
      if place.width < widths[index] { hasMore.right = true }
      x += widths[index] + Self.gap
    }
    hasMore.left = first > 0
  }

  private static func widths(of columns: [Column], _ state: TableState, in width: Int) -> [Int] {
    var shares = 0.0
    var widths = columns.map { column in
      if let width = state.widths[column.id] { return max(1, width) }
      switch column.width {
      case .cells(let cells): return max(1, cells)
      case .content(let least, let most): return min(max(1, least, column.content), max(1, most))
      case .share(let share, let least):
        shares += max(0, share)
        return max(1, least)
      }
    }
    var free = width - widths.reduce(-gap) { $0 + $1 + gap }
    for (index, column) in columns.enumerated() {
      guard case .share(let share, _) = column.width, state.widths[column.id] == nil, share > 0,
        shares > 0, free > 0
      else { continue }
      let more = Int((Double(free) * share / shares).rounded())
      widths[index] += more
      (free, shares) = (free - more, shares - share)
    }
    return widths
  }

  static func == (one: TableGrid, other: TableGrid) -> Bool { one.positions == other.positions }

  /// The column at a cell; the gap after a column belongs to it.
  func place(at x: Int) -> Place? {
    positions.last { $0.x <= x } ?? positions.first
  }

  /// The column whose gap contains a cell. A drag there moves the right edge of the column.
  func edge(at x: Int) -> Place? {
    positions.first { $0.end <= x && x < $0.end + Self.gap }
  }
}
