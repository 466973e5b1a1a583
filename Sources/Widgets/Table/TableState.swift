/// What a user made of the columns of a ``Table``: worth keeping, in a file say. Columns that it names and the table
/// lacks do not matter, and those that it does not name stand where the program has them.
public struct TableState: Codable, Hashable, Sendable {
  /// By what rows are sorted.
  public struct Order: Codable, Hashable, Sendable {
    public var column: String
    public var isDescending: Bool

    public init(column: String, isDescending: Bool = false) {
      (self.column, self.isDescending) = (column, isDescending)
    }
  }

  /// Nil: rows stand as they are given.
  public var sort: Order?
  /// The ids of columns that were moved, in their order, and of all others then; empty if none was.
  public var order: [String] = []
  /// The cells of columns that were made wider or narrower.
  public var widths: [String: Int] = [:]
  public var hidden: Set<String> = []
  /// So many columns at the left stay where they are while the others scroll.
  public var frozen = 0

  public init(sort: Order? = nil, hidden: Set<String> = [], frozen: Int = 0) {
    (self.sort, self.hidden, self.frozen) = (sort, hidden, frozen)
  }

  /// The next order of a column that is asked to sort: upwards, downwards, as given.
  mutating func sort(by column: String) {
    guard sort?.column == column else { return sort = Order(column: column) }
    sort = sort?.isDescending == true ? nil : Order(column: column, isDescending: true)
  }

  /// The places of columns that show, in the order in which they do.
  func shown(_ columns: [String]) -> [Int] {
    var places: [String: Int] = [:]
    for (place, id) in order.enumerated() where places[id] == nil { places[id] = place }
    let ordered = columns.indices.sorted { first, second in
      guard !order.isEmpty else { return first < second }
      // A column that came later stands behind those that were moved.
      let one = places[columns[first]] ?? order.count + first
      return one < places[columns[second]] ?? order.count + second
    }
    let shown = ordered.filter { !hidden.contains(columns[$0]) }
    return shown.isEmpty ? Array(ordered.prefix(1)) : shown
  }

  /// Puts a column that shows in the place of another.
  mutating func move(_ column: Int, to place: Int, among columns: [String]) {
    var shown = shown(columns)
    guard shown.indices.contains(column), shown.indices.contains(place), column != place else {
      return
    }
    shown.insert(shown.remove(at: column), at: place)
    let rest = columns.indices.filter { hidden.contains(columns[$0]) }
    order = (shown + rest).map { columns[$0] }
  }
}
