/// The equations of a simplex tableau: each basic column equals a constant plus multiples of
/// columns that are not basic. A column that is not basic has the value 0.
struct Tableau: Sendable {
  enum Kind: UInt8, Sendable {
    /// A variable that may have any value. While it is not basic, only rows of free columns mention
    /// it.
    case free
    /// A column that is never negative: a slack, an error, or a non-negative variable.
    case restricted
    /// The marker of a required equation, which is always 0.
    case dummy
    /// The column was removed.
    case unused
  }

  struct Term: Sendable {
    var column: Int32
    var coefficient: Double
  }

  struct Row: Sendable {
    var constant = 0.0
    /// The terms in ascending order of their columns, none of which is basic.
    var terms: [Term] = []

    func position(of column: Int32) -> Int? {
      var (low, high) = (0, terms.count)
      while low < high {
        let middle = (low + high) / 2
        if terms[middle].column < column { low = middle + 1 } else { high = middle }
      }
      return low < terms.count && terms[low].column == column ? low : nil
    }

    func coefficient(of column: Int32) -> Double {
      position(of: column).map { terms[$0].coefficient } ?? 0
    }

    mutating func multiply(by factor: Double) {
      constant *= factor
      for index in terms.indices { terms[index].coefficient *= factor }
    }
  }

  /// A coefficient up to this size counts as 0, because constraints are scaled to coefficients near
  /// 1.
  static let smallest = 1e-10

  // These arrays have one entry for each column.
  private(set) var kinds: [Kind] = []
  private(set) var isBasic: [Bool] = []
  /// The row of each basic column; empty for other columns.
  private(set) var rows: [Row] = []
  /// The rows that contain a column. A row may occur twice, or may no longer contain the column.
  private var mentions: [[Int32]] = []
  private var unused: [Int32] = []
  /// The costs of the objective's tiers, the highest first. Their constants have no effect.
  var costs: [Row] = []
  /// The rows that became infeasible: rows of restricted columns with a negative constant, and rows
  /// of dummies with a constant that is not 0. Some may be feasible again.
  var infeasible: [Int32] = []
  /// The terms of a sum, kept between calls, so that substituting allocates nothing.
  private var scratch: [Term] = []

  mutating func makeColumn(_ kind: Kind) -> Int32 {
    if let column = unused.popLast() {
      kinds[Int(column)] = kind
      return column
    }
    kinds.append(kind)
    isBasic.append(false)
    rows.append(Row())
    mentions.append([])
    return Int32(kinds.count - 1)
  }

  /// Removes a column, also from the rows that mention it.
  mutating func remove(_ column: Int32) {
    if isBasic[Int(column)] { removeRow(of: column) }
    for row in mentioning(column) {
      if let index = rows[Int(row)].position(of: column) { rows[Int(row)].terms.remove(at: index) }
    }
    for tier in costs.indices {
      if let index = costs[tier].position(of: column) { costs[tier].terms.remove(at: index) }
    }
    mentions[Int(column)].removeAll()
    kinds[Int(column)] = .unused
    unused.append(column)
  }

  mutating func removeRow(of column: Int32) {
    isBasic[Int(column)] = false
    rows[Int(column)] = Row()
  }

  func isKind(_ column: Int32, _ kind: Kind) -> Bool { kinds[Int(column)] == kind }

  func value(of column: Int32) -> Double {
    isBasic[Int(column)] ? rows[Int(column)].constant : 0
  }

  /// The rows that mention a column, each once, in ascending order.
  mutating func mentioning(_ column: Int32) -> [Int32] {
    let index = Int(column)
    guard !mentions[index].isEmpty else { return [] }
    var found = mentions[index]
    found.sort()
    var last: Int32 = -1
    found.removeAll { row in
      defer { last = row }
      return row == last || rows[Int(row)].position(of: column) == nil
    }
    mentions[index] = found
    return found
  }

  /// Adds a multiple of a column to a row outside of the tableau. A basic column is replaced by its
  /// row.
  mutating func add(_ column: Int32, times factor: Double, to row: inout Row) {
    if isBasic[Int(column)] {
      add(rows[Int(column)], times: factor, to: &row, asRowOf: nil)
    } else {
      let source = Row(terms: [Term(column: column, coefficient: 1)])
      add(source, times: factor, to: &row, asRowOf: nil)
    }
  }

  /// Makes a column basic with a row that is solved for it. No other row mentions the column yet.
  mutating func insert(_ row: Row, of column: Int32) {
    for term in row.terms { mentions[Int(term.column)].append(column) }
    rows[Int(column)] = row
    isBasic[Int(column)] = true
  }

  /// Solves `0 = row` for a column that it mentions.
  func solved(_ row: Row, for column: Int32) -> Row {
    var row = row
    guard let index = row.position(of: column) else { return row }
    let factor = -1 / row.terms[index].coefficient
    row.terms.remove(at: index)
    row.multiply(by: factor)
    return row
  }

  /// Makes a column basic with a row that is solved for it, and replaces the column in all other
  /// rows.
  mutating func substitute(_ column: Int32, by row: Row) {
    for target in mentioning(column) {
      let index = Int(target)
      var changed = rows[index]
      // Moves the row out of the array, so that changing the row does not copy it.
      rows[index] = Row()
      replace(column, by: row, in: &changed, asRowOf: target)
      rows[index] = changed
      recordIfInfeasible(target)
    }
    mentions[Int(column)].removeAll(keepingCapacity: true)
    for tier in costs.indices {
      var changed = costs[tier]
      costs[tier] = Row()
      replace(column, by: row, in: &changed, asRowOf: nil)
      costs[tier] = changed
    }
    insert(row, of: column)
  }

  /// Exchanges a basic column for one that its row mentions.
  mutating func pivot(_ leaving: Int32, for entering: Int32) {
    var row = rows[Int(leaving)]
    removeRow(of: leaving)
    let index = row.terms.firstIndex { $0.column > leaving } ?? row.terms.count
    row.terms.insert(Term(column: leaving, coefficient: -1), at: index)
    substitute(entering, by: solved(row, for: entering))
  }

  private mutating func replace(
    _ column: Int32, by row: Row, in target: inout Row, asRowOf owner: Int32?
  ) {
    guard let index = target.position(of: column) else { return }
    let factor = target.terms.remove(at: index).coefficient
    add(row, times: factor, to: &target, asRowOf: owner)
  }

  /// - Parameter owner: The basic column of the target row, which is added to `mentions` for each
  ///   new column of the row. Nil adds nothing.
  mutating func add(
    _ source: Row, times factor: Double, to target: inout Row, asRowOf owner: Int32?
  ) {
    target.constant += factor * source.constant
    scratch.removeAll(keepingCapacity: true)
    scratch.reserveCapacity(target.terms.count + source.terms.count)
    var (left, right) = (0, 0)
    while right < source.terms.count {
      let term = source.terms[right]
      while left < target.terms.count, target.terms[left].column < term.column {
        scratch.append(target.terms[left])
        left += 1
      }
      right += 1
      let added = factor * term.coefficient
      if left < target.terms.count, target.terms[left].column == term.column {
        let sum = target.terms[left].coefficient + added
        left += 1
        if abs(sum) > Self.smallest {
          scratch.append(Term(column: term.column, coefficient: sum))
        }
      } else if abs(added) > Self.smallest {
        scratch.append(Term(column: term.column, coefficient: added))
        if let owner { mentions[Int(term.column)].append(owner) }
      }
    }
    scratch.append(contentsOf: target.terms[left...])
    swap(&scratch, &target.terms)
  }

  /// Adds an amount to the value of a column. If the column is not basic, it stays 0, and the
  /// constants of the rows that mention it change instead.
  mutating func shift(_ column: Int32, by amount: Double) {
    if isBasic[Int(column)] {
      rows[Int(column)].constant += amount
      recordIfInfeasible(column)
      return
    }
    for row in mentioning(column) {
      rows[Int(row)].constant -= amount * rows[Int(row)].coefficient(of: column)
      recordIfInfeasible(row)
    }
  }

  private mutating func recordIfInfeasible(_ row: Int32) {
    let constant = rows[Int(row)].constant
    switch kinds[Int(row)] {
    case .restricted: if constant < 0 { infeasible.append(row) }
    case .dummy: if constant != 0 { infeasible.append(row) }
    case .free, .unused: break
    }
  }

  /// Sets the constant of a column's row, which is near 0 because of rounding, to exactly 0.
  mutating func clear(_ column: Int32) { rows[Int(column)].constant = 0 }
}
