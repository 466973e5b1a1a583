import MillraceRender

/// What a ``Table`` keeps: the order of its rows, its sums, where its columns stand, and which of them is current.
@MainActor
final class TableModel<Data: RandomAccessCollection & Sendable>
where Data.Element: Identifiable & Sendable, Data.Element.ID: Sendable {
  typealias Column = TableColumn<Data.Element>

  /// What the order and the sums are made of.
  struct Request: Equatable, Sendable {
    var data = 0
    var sort: TableState.Order?
  }

  /// What takes long for many rows.
  struct Result: Sendable {
    var order: [Int32]?
    var sums: [String: Double] = [:]
  }

  /// So many rows are sorted while a frame waits; more of them beside it.
  static var limit: Int { 10_000 }

  private(set) var data: Data?
  private(set) var result = Result()
  private(set) var columns: [Column] = []
  /// What the program or the user wants and is not there yet.
  private(set) var pending: Request?
  private var request = Request()
  private var isNew = true
  /// The widest text of each column so far.
  private var contents: [String: Int] = [:]
  /// Whether a text was wider than its column since the columns were placed.
  var hasGrown = false
  private(set) var grid = TableGrid()
  /// How many columns are scrolled out at the left.
  var first = 0
  /// The current column, of those that show, and where a selection of columns began.
  private(set) var current = 0
  private(set) var anchor = 0
  /// Whether the current column is to be brought into sight.
  private var reveals = false
  /// What the mouse does to a column of the header.
  var drag: TableDrag?

  nonisolated init() {}

  var rows: TableRows<Data>? { data.map { TableRows(data: $0, order: result.order) } }
  var selectedColumns: ClosedRange<Int> { min(current, anchor)...max(current, anchor) }

  // MARK: - Rows

  /// Takes the rows and columns that the program has now, and sorts them, or notes that they are to be sorted.
  func adopt(_ data: Data, _ columns: [Column], _ state: TableState) {
    self.columns = columns
    if let old = self.data, !Self.areSame(old, data) {
      request.data += 1
      isNew = true
    }
    self.data = data
    if request.sort != state.sort {
      request.sort = state.sort
      isNew = true
    }
    guard isNew else { return }
    isNew = false
    pending = request
    if data.count <= Self.limit {
      finish(Self.work(Array(data), columns, request.sort), of: request)
    } else if let order = result.order, order.count != data.count {
      // Rows that came stand at the end until they are sorted.
      let count = Int32(data.count)
      result.order = order.filter { $0 < count } + (Int32(min(order.count, data.count))..<count)
    }
  }

  /// - Returns: whether that was what is wanted.
  @discardableResult
  func finish(_ result: Result, of request: Request) -> Bool {
    guard pending == request else { return false }
    pending = nil
    self.result = result
    return true
  }

  /// Does what is pending off the main actor.
  nonisolated static func work(
    beside data: Data, _ columns: [Column], _ sort: TableState.Order?
  ) async -> Result {
    work(Array(data), columns, sort)
  }

  nonisolated private static func work(
    _ rows: [Data.Element], _ columns: [Column], _ sort: TableState.Order?
  ) -> Result {
    var result = Result()
    if let sort, let sorting = columns.first(where: { $0.id == sort.column })?.sorting {
      result.order = sorting(rows, sort.isDescending)
    }
    for column in columns {
      guard let number = column.number else { continue }
      result.sums[column.id] = rows.reduce(0) { $0 + number($1) }
    }
    return result
  }

  /// - Complexity: O(1) where they share their storage, and where nothing tells. Rows that cannot be compared are
  ///   others each time.
  private static func areSame(_ old: Data, _ new: Data) -> Bool {
    func isEqual<Value: Equatable>(_ old: Value) -> Bool { (new as? Value) == old }
    return (old as? any Equatable).map { isEqual($0) } ?? false
  }

  /// What stands in the footer; nil below a column without numbers.
  func sum(of column: Column) -> String? {
    guard column.number != nil else { return nil }
    guard pending == nil else { return "…" }
    let sum = result.sums[column.id] ?? 0
    return Int(exactly: sum).map(String.init) ?? "\(sum)"
  }

  // MARK: - Columns

  /// Places the columns in so many cells.
  /// - Parameter columnsOf: how many cells a text takes.
  func place(_ state: TableState, width: Int, columnsOf measure: (String) -> Int) {
    hasGrown = false
    let shown = state.shown(columns.map(\.id)).count
    current = min(current, max(0, shown - 1))
    anchor = min(anchor, max(0, shown - 1))
    let known = columns.map { column in
      // The sign of the order needs room in the title.
      let title = measure(column.title) + (column.sorting == nil ? 0 : 2)
      return TableGrid.Column(
        id: column.id, width: column.width, alignment: column.alignment,
        content: max(title, contents[column.id] ?? 0, measure(sum(of: column) ?? "")))
    }
    grid = TableGrid(known, state, width: width, first: &first, current: reveals ? current : nil)
    reveals = false
  }

  /// What stands in a row.
  func content(
    of row: Data.Element, isCurrent: Bool, columnsOf measure: (String) -> Int
  ) -> TableContent {
    TableContent(grid, .row, current: isCurrent ? selectedColumns : nil) { place in
      let column = columns[place.column]
      let text = column.text(row)
      if case .content(_, let most) = column.width {
        // A text of few bytes has no more columns.
        let known = contents[column.id] ?? 0
        if known < most, text.utf8.count > known || !text.utf8.allSatisfy({ $0 < 0x80 }) {
          let columns = min(measure(text), most)
          if columns > known {
            contents[column.id] = columns
            if columns > place.width { hasGrown = true }
          }
        }
      }
      return (text, column.style?(row) ?? Style())
    }
  }

  /// Makes another column the current one.
  func setCurrent(_ column: Int, isSelecting: Bool = false, in state: TableState) {
    let count = state.shown(columns.map(\.id)).count
    current = min(max(0, column), max(0, count - 1))
    if !isSelecting { anchor = current }
    reveals = true
  }

  /// The column that is current.
  func currentColumn(in state: TableState) -> Column? {
    let shown = state.shown(columns.map(\.id))
    return shown.indices.contains(current) ? columns[shown[current]] : nil
  }
}

/// What a mouse button that went down on a header does.
enum TableDrag {
  /// Makes a column wider or narrower.
  case resize(String, from: Int, width: Int)
  /// Moves a column, or sorts by it if it stays.
  case move(String, hasMoved: Bool)
}
