import MillraceRender

/// Where the columns of a table stand: shared by its header, its rows and its footer.
struct TableGrid: Equatable {
  /// One column, as it shows.
  struct Place: Equatable {
    /// Among the columns of the program.
    let column: Int
    /// Among those that show.
    let shown: Int
    var x: Int
    var width: Int
    let alignment: TextAlignment
    var end: Int { x + width }
  }

  /// What is known of a column.
  struct Column {
    let id: String
    let width: TableWidth
    let alignment: TextAlignment
    /// The cells of the widest text so far.
    var content: Int
  }

  /// Cells between columns.
  static let gap = 2

  private(set) var places: [Place] = []
  /// Whether columns are out of sight at the left or at the right.
  private(set) var hasMore = (left: false, right: false)
  /// The places, among those that show, that scrolling can begin with.
  private(set) var last = 0

  init() {}

  /// - Parameters:
  ///   - width: the cells that there are.
  ///   - first: the first column that shows of those that scroll, counted from 0.
  ///   - current: a column that is to be in sight, of those that show; the result begins elsewhere then.
  init(_ columns: [Column], _ state: TableState, width: Int, first: inout Int, current: Int?) {
    let shown = state.shown(columns.map(\.id))
    let widths = Self.widths(of: shown.map { columns[$0] }, state, in: width)
    let frozen = min(max(0, state.frozen), max(0, shown.count - 1))
    let start = widths[..<frozen].reduce(0) { $0 + $1 + Self.gap }
    // From which column on all the others fit.
    var rest = 0
    last = shown.count - frozen - 1
    for column in (frozen..<shown.count).reversed() {
      rest += widths[column] + (rest > 0 ? Self.gap : 0)
      if start + rest > width { break }
      last = column - frozen
    }
    first = min(max(0, first), max(0, last))
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
      places.append(place)
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

  static func == (one: TableGrid, other: TableGrid) -> Bool { one.places == other.places }

  /// The column at a cell, with the gap behind it.
  func place(at x: Int) -> Place? {
    places.last { $0.x <= x } ?? places.first
  }

  /// The column whose right edge a cell is at: the gap behind it.
  func edge(at x: Int) -> Place? {
    places.first { $0.end <= x && x < $0.end + Self.gap }
  }
}
