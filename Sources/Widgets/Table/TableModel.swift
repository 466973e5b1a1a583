import MillraceRender

/// What a ``Table`` computes: the order of its rows, its sums, and the positions of its columns.
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

  private var data: Data?
  private var version: AnyObject?
  private(set) var result = Result()
  private(set) var columns: [Column] = []
  private var request: Request?
  /// The request whose result is not available yet.
  private(set) var pending: Request?
  /// The width of the widest text of each column so far.
  private var contentWidths: [String: Int] = [:]
  /// Whether a text was wider than its column since the last placement.
  private(set) var needsWiderColumn = false
  private(set) var grid = TableGrid()
  /// The columns that are current or selected, among those that are not hidden.
  private var selected = 0...0

  nonisolated init() {}

  var rows: TableRows<Data>? { data.map { TableRows(data: $0, order: result.order) } }

  // MARK: - Rows

  /// Sets the rows and columns. Sorts the rows, or requests sorting off the main actor.
  /// - Parameter version: the same object if the data are certainly the same.
  func update(
    _ data: Data, _ version: AnyObject, _ columns: [Column], _ sort: TableState.Order?
  ) {
    self.columns = columns
    var next = Request(data: request?.data ?? 0, sort: sort)
    if let old = self.data, version !== self.version, !Self.areSame(old, data) { next.data += 1 }
    (self.data, self.version) = (data, version)
    guard next != request else { return }
    (request, pending) = (next, next)
    // Without an order and sums, rows are read only when they are shown.
    if data.count <= Self.limit || sort == nil && columns.allSatisfy({ $0.number == nil }) {
      finish(Self.work(data, columns, sort), of: next)
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
    (pending, self.result) = (nil, result)
    return true
  }

  /// Computes the pending result off the main actor.
  nonisolated static func work(
    beside data: Data, _ columns: [Column], _ sort: TableState.Order?
  ) async -> Result {
    work(data, columns, sort)
  }

  nonisolated private static func work(
    _ data: Data, _ columns: [Column], _ sort: TableState.Order?
  ) -> Result {
    var result = Result()
    if let sort, let sorting = columns.first(where: { $0.id == sort.column })?.sorting {
      result.order = sorting(Array(data), sort.isDescending)
    }
    for column in columns {
      // A value that is not a number does not hide the sum of the others.
      result.sums[column.id] = column.number.map { number in
        data.lazy.map(number).filter { !$0.isNaN }.reduce(0, +)
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
  func place(
    _ state: TableState, _ cursor: TableCursor, width: Int, columnsOf measure: (String) -> Int
  ) {
    needsWiderColumn = false
    let contents = columns.map { column in
      // The sort indicator needs room after the title.
      let title = measure(column.title) + (column.sorting == nil ? 0 : 2)
      return max(title, contentWidths[column.id] ?? 0, measure(sum(of: column) ?? ""))
    }
    let cursor = cursor.limited(to: state.shown(columns.map(\.id)).count)
    selected = cursor.selected
    grid = TableGrid(
      columns, contents, state, width: width, first: cursor.first,
      current: cursor.isRevealed ? cursor.current : nil)
  }

  /// The content of a row.
  func content(
    of row: Data.Element, isCurrent: Bool, columnsOf measure: (String) -> Int
  ) -> TableContent {
    TableContent(grid, .row, current: isCurrent ? selected : nil) { place in
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
}
