/// The order of a ``Table``'s rows, and the sums of its columns.
struct TableResults<Data: RandomAccessCollection & Sendable>
where Data.Element: Identifiable & Sendable, Data.Element.ID: Sendable {
  typealias Column = TableColumn<Data.Element>

  /// The sort order of a result, and a number that changes whenever the data changes.
  struct Request: Equatable, Sendable {
    var data = 0
    var sort: TableState.Order?
  }

  /// The sort order and the sums, which are slow to compute for many rows.
  struct Result: Sendable {
    /// The indices of the rows in display order; nil: the given order.
    var order: [Int32]?
    var sums: [String: Double] = [:]
  }

  /// The greatest number of rows that are sorted synchronously, before the frame. More rows are
  /// sorted off the main actor.
  static var limit: Int { 10_000 }

  private var data: Data?
  private var version: AnyObject?
  private var result = Result()
  private var request: Request?
  /// The request whose result is not available yet.
  private(set) var pending: Request?

  var order: [Int32]? { result.order }

  /// Sorts new rows, or requests sorting off the main actor.
  /// - Parameter version: the same object as before if the data are certainly the same.
  mutating func update(
    _ data: Data, _ version: AnyObject, _ columns: [Column], _ sort: TableState.Order?
  ) {
    var next = Request(data: request?.data ?? 0, sort: sort)
    if let old = self.data, version !== self.version, !Self.areSame(old, data) { next.data += 1 }
    (self.data, self.version) = (data, version)
    guard next != request else { return }
    (request, pending) = (next, next)
    // Without a sort order and sums, `work` reads no rows, however many there are.
    if data.count <= Self.limit || sort == nil && columns.allSatisfy({ $0.number == nil }) {
      apply(Self.work(data, columns, sort), of: next)
    } else if let order = result.order, order.count != data.count {
      // New rows are the last rows of the table until they are sorted.
      let count = Int32(data.count)
      result.order = order.filter { $0 < count } + (Int32(min(order.count, data.count))..<count)
    }
  }

  /// - Returns: whether the result matches the pending request.
  @discardableResult
  mutating func apply(_ result: Result, of request: Request) -> Bool {
    guard pending == request else { return false }
    (pending, self.result) = (nil, result)
    return true
  }

  /// Computes a result off the main actor.
  static func work(
    beside data: Data, _ columns: [Column], _ sort: TableState.Order?
  ) async -> Result {
    work(data, columns, sort)
  }

  private static func work(
    _ data: Data, _ columns: [Column], _ sort: TableState.Order?
  ) -> Result {
    var result = Result()
    if let sort, let sorting = columns.first(where: { $0.id == sort.column })?.sorting {
      result.order = sorting(Array(data), sort.isDescending)
    }
    for column in columns {
      // Ignores NaN, because one NaN would make the whole sum NaN.
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

  /// The text in the footer; empty for a column without numbers.
  func sum(of column: Column) -> String {
    guard column.number != nil else { return "" }
    guard pending == nil else { return "…" }
    let sum = result.sums[column.id] ?? 0
    return Int(exactly: sum).map(String.init) ?? "\(sum)"
  }
}
