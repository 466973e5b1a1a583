/// The user's changes to a ``Table``'s columns, suitable for saving in a file. Unknown columns are
/// ignored. Columns that are missing in ``order`` come last, in the program's order.
public struct TableState: Codable, Hashable, Sendable {
  /// A sort order: a column and a direction.
  public struct Order: Codable, Hashable, Sendable {
    /// The id of the column.
    public var column: String
    /// Whether the largest value comes first.
    public var isDescending: Bool

    /// Makes an order by a column.
    /// - Parameters:
    ///   - column: the id of the column; by default, that is its title.
    ///   - isDescending: whether the largest value comes first.
    public init(column: String, isDescending: Bool = false) {
      (self.column, self.isDescending) = (column, isDescending)
    }
  }

  /// The sort order; nil: rows are in the given order.
  public var sort: Order?
  /// The ids of all columns in their order, if any was moved; otherwise empty.
  public var order: [String] = []
  /// The widths in cells of resized columns.
  public var widths: [String: Int] = [:]
  /// The ids of the hidden columns.
  public var hidden: Set<String> = []
  /// The number of columns at the left that do not scroll.
  public var frozen = 0

  /// Makes a state in which no column was moved or resized.
  /// - Parameters:
  ///   - sort: the sort order; nil: the given order.
  ///   - hidden: the ids of the hidden columns.
  ///   - frozen: the number of columns at the left that do not scroll.
  public init(sort: Order? = nil, hidden: Set<String> = [], frozen: Int = 0) {
    (self.sort, self.hidden, self.frozen) = (sort, hidden, frozen)
  }

  /// Cycles the sort order of a column: ascending, descending, unsorted.
  mutating func sort(by column: String) {
    guard sort?.column == column else { return sort = Order(column: column) }
    sort = sort?.isDescending == true ? nil : Order(column: column, isDescending: true)
  }

  /// The indices of the columns that are not hidden, in display order; if all are hidden, the index
  /// of the first column.
  func shown(_ columns: [String]) -> [Int] {
    var indices: [String: Int] = [:]
    for (index, id) in order.enumerated() where indices[id] == nil { indices[id] = index }
    let ordered = columns.indices.sorted { first, second in
      guard !order.isEmpty else { return first < second }
      // A column that is not in `order` comes after the columns in it.
      let one = indices[columns[first]] ?? order.count + first
      return one < indices[columns[second]] ?? order.count + second
    }
    let shown = ordered.filter { !hidden.contains(columns[$0]) }
    return shown.isEmpty ? Array(ordered.prefix(1)) : shown
  }

  /// Moves a visible column to the position of another visible column.
  mutating func move(_ column: Int, to target: Int, among columns: [String]) {
    var shown = shown(columns)
    guard shown.indices.contains(column), shown.indices.contains(target), column != target else {
      return
    }
    shown.insert(shown.remove(at: column), at: target)
    let rest = columns.indices.filter { hidden.contains(columns[$0]) }
    order = (shown + rest).map { columns[$0] }
  }
}
