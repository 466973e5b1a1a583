import MillraceRender

/// The local state of a ``Table``: the order of its rows, its sums, and the positions of its
/// columns.
@MainActor
final class TableModel<Data: RandomAccessCollection & Sendable>
where Data.Element: Identifiable & Sendable, Data.Element.ID: Sendable {
  typealias Column = TableColumn<Data.Element>

  /// Identifies the data and sort order of a result.
  struct Request: Equatable, Sendable {
    var data = 0
    var sort: TableState.Order?
  }

  /// The sort order and the sums, which are slow to compute for many rows.
  struct Result: Sendable {
    var order: [Int32]?
    var sums: [String: Double] = [:]
  }

  /// The number of rows that are sorted synchronously, before the frame. More rows are sorted off
  /// the main actor.
  static var limit: Int { 10_000 }

  private(set) var data: Data?
  private var version: AnyObject?
  private(set) var result = Result()
  private(set) var columns: [Column] = []
  /// The request whose result is not available yet.
  private(set) var pending: Request?
  private var request = Request()
  private var isNew = true
  /// The width of the widest text of each column so far.
  private var contentWidths: [String: Int] = [:]
  /// Whether a text was wider than its column since the last placement.
  var needsWiderColumn = false
  private(set) var grid = TableGrid()
  /// The number of columns scrolled out at the left.
  var first = 0
  /// The current column, among those that are not hidden, and the anchor of a column selection.
  private(set) var current = 0
  private(set) var selectionAnchor = 0
  /// Whether to scroll the current column into view.
  private var needsReveal = false
  /// The current mouse drag on the header.
  var drag: TableDrag?

  nonisolated init() {}

  var rows: TableRows<Data>? { data.map { TableRows(data: $0, order: result.order) } }
  var selectedColumns: ClosedRange<Int> {
    min(current, selectionAnchor)...max(current, selectionAnchor)
  }

  // MARK: - Rows

  /// Sets the rows and columns. Sorts the rows, or requests sorting off the main actor.
  /// - Parameter version: the same object if the data are certainly the same.
  func update(
    _ data: Data, _ version: AnyObject, _ columns: [Column], _ state: TableState
  ) {
    self.columns = columns
    if let old = self.data, version !== self.version, !Self.areSame(old, data) {
      request.data += 1
      isNew = true
    }
    (self.data, self.version) = (data, version)
    if request.sort != state.sort {
      request.sort = state.sort
      isNew = true
    }
    guard isNew else { return }
    isNew = false
    pending = request
    // Without an order and sums, rows are read only when they are shown.
    if request.sort == nil, columns.allSatisfy({ $0.number == nil }) {
      finish(Result(), of: request)
      return
    }
    if data.count <= Self.limit {
      finish(Self.work(Array(data), columns, request.sort), of: request)
    } else if let order = result.order, order.count != data.count {
      // New rows are the last rows of the table until they are sorted.
      let count = Int32(data.count)
      result.order = order.filter { $0 < count } + (Int32(min(order.count, data.count))..<count)
    }
  }

  /// - Returns: whether the result matches the pending request.
  @discardableResult
  func finish(_ result: Result, of request: Request) -> Bool {
    guard pending == request else { return false }
    pending = nil
    self.result = result
    return true
  }

  /// Computes the pending result off the main actor.
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
      // A value that is not a number does not hide the sum of the others.
      result.sums[column.id] = rows.reduce(0) { sum, row in
        let value = number(row)
        return value.isNaN ? sum : sum + value
      }
    }
    return result
  }

  /// - Complexity: O(1) if both collections share their storage, or are not `Equatable`.
  ///   Collections that are not `Equatable` count as changed each time.
  private static func areSame(_ old: Data, _ new: Data) -> Bool {
    func isEqual<Value: Equatable>(_ old: Value) -> Bool { (new as? Value) == old }
    return (old as? any Equatable).map { isEqual($0) } ?? false
  }

  /// The text in the footer; nil for a column without numbers.
  func sum(of column: Column) -> String? {
    guard column.number != nil else { return nil }
    guard pending == nil else { return "…" }
    let sum = result.sums[column.id] ?? 0
    return Int(exactly: sum).map(String.init) ?? "\(sum)"
  }

  // MARK: - Columns

  /// Places the columns in a given width.
  /// - Parameter measure: returns the width of a text in cells.
  func place(_ state: TableState, width: Int, columnsOf measure: (String) -> Int) {
    needsWiderColumn = false
    let shown = state.shown(columns.map(\.id)).count
    current = min(current, max(0, shown - 1))
    selectionAnchor = min(selectionAnchor, max(0, shown - 1))
    let known = columns.map { column in
      // The sort indicator needs room after the title.
      let title = measure(column.title) + (column.sorting == nil ? 0 : 2)
      return TableGrid.Column(
        id: column.id, width: column.width, alignment: column.alignment,
        content: max(title, contentWidths[column.id] ?? 0, measure(sum(of: column) ?? "")))
    }
    grid = TableGrid(
      known, state, width: width, first: &first, current: needsReveal ? current : nil)
    needsReveal = false
  }

  /// The content of a row.
  func content(
    of row: Data.Element, isCurrent: Bool, columnsOf measure: (String) -> Int
  ) -> TableContent {
    TableContent(grid, .row, current: isCurrent ? selectedColumns : nil) { place in
      let column = columns[place.column]
      let text = column.text(row)
      if case .content(_, let most) = column.width {
        // An ASCII text has at most as many columns as bytes: skips texts that cannot be wider.
        let known = contentWidths[column.id] ?? 0
        if known < most, text.utf8.count > known || !text.utf8.allSatisfy({ $0 < 0x80 }) {
          let columns = min(measure(text), most)
          if columns > known {
            contentWidths[column.id] = columns
            if columns > place.width { needsWiderColumn = true }
          }
        }
      }
      return (text, column.style?(row) ?? Style())
    }
  }

  /// Makes another column current.
  func setCurrent(_ column: Int, isSelecting: Bool = false, in state: TableState) {
    let count = state.shown(columns.map(\.id)).count
    current = min(max(0, column), max(0, count - 1))
    if !isSelecting { selectionAnchor = current }
    needsReveal = true
  }

  /// The current column.
  func currentColumn(in state: TableState) -> Column? {
    let shown = state.shown(columns.map(\.id))
    return shown.indices.contains(current) ? columns[shown[current]] : nil
  }
}

/// A mouse drag that started on a header.
enum TableDrag {
  /// Resizes a column.
  case resize(String, from: Int, width: Int)
  /// Moves a column, or sorts by it if it does not move.
  case move(String, hasMoved: Bool)
}
