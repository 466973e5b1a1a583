extension BasisFactorization {
  /// Factors the matrix whose rows are those of `basis`.
  ///
  /// - Parameters:
  ///   - basis: One entry a position: a row of `rows`, or the complement of a column whose
  ///     variable stands still.
  ///   - columnCount: How many variables there are, the same as positions.
  /// - Returns: Nothing when it succeeded. Otherwise the positions whose rows depend on others,
  ///   each with a column that has no row of its own yet: the caller puts them right and factors
  ///   again.
  ///
  /// Rows and columns with a single entry are taken first, which is nearly all of them in a
  /// layout; what is left goes by Markowitz's rule. O(entries + fill).
  mutating func factor(
    _ basis: [Int], rows: ConstraintRows
  ) -> [(position: Int, column: Int)] {
    removeAll()
    var elimination = BasisElimination(basis, rows: rows)
    elimination.takeSingletons(into: &self)
    elimination.takeRest(into: &self)
    return elimination.deficiency
  }

  mutating func endStep(position: Int, column: Int, pivot: Double, lowerBefore: Int) {
    pivotPosition.append(position)
    pivotColumn.append(column)
    pivotValue.append(pivot)
    upperStart.append(upperColumn.count)
    if lowerTarget.count > lowerBefore {
      lowerSource.append(position)
      lowerStart.append(lowerTarget.count)
    }
  }

  mutating func appendUpper(_ column: Int32, _ value: Double) {
    upperColumn.append(column)
    upperValue.append(value)
  }

  mutating func appendLower(_ target: Int32, _ factor: Double) {
    lowerTarget.append(target)
    lowerFactor.append(factor)
  }
}

/// The part of a matrix that is not eliminated yet.
struct BasisElimination {
  struct Entry {
    var column: Int32
    var value: Double
  }

  var isRowDone: [Bool]
  var isColumnDone: [Bool]
  // The matrix as given, by rows and by columns.
  var rowStart: [Int] = [0]
  var entries: [Entry] = []
  var columnStart: [Int]
  var columnRows: [Int32]
  var columnValues: [Double]
  // Entries that remain.
  var rowCount: [Int32]
  var columnCount: [Int32]

  init(_ basis: [Int], rows: ConstraintRows) {
    let size = basis.count
    isRowDone = Array(repeating: false, count: size)
    isColumnDone = isRowDone
    rowCount = Array(repeating: 0, count: size)
    columnCount = rowCount
    rowStart.reserveCapacity(size + 1)
    entries.reserveCapacity(3 * size)
    for (position, row) in basis.enumerated() {
      if row < 0 {
        entries.append(Entry(column: Int32(~row), value: 1))
        columnCount[~row] += 1
        rowCount[position] = 1
      } else {
        for term in rows.terms(of: row) {
          let column = rows.columns[term]
          entries.append(Entry(column: column, value: rows.coefficients[term]))
          columnCount[Int(column)] += 1
        }
        rowCount[position] = Int32(rows.count[row])
      }
      rowStart.append(entries.count)
    }
    columnStart = Array(repeating: 0, count: size + 1)
    for column in 0..<size {
      columnStart[column + 1] = columnStart[column] + Int(columnCount[column])
    }
    columnRows = Array(repeating: 0, count: entries.count)
    columnValues = Array(repeating: 0, count: entries.count)
    var next = columnStart
    for position in 0..<size {
      for index in rowStart[position]..<rowStart[position + 1] {
        let column = Int(entries[index].column)
        columnRows[next[column]] = Int32(position)
        columnValues[next[column]] = entries[index].value
        next[column] += 1
      }
    }
  }

  /// The rows left over, each with a column left over.
  var deficiency: [(position: Int, column: Int)] {
    let positions = isRowDone.indices.lazy.filter { !isRowDone[$0] }
    let columns = isColumnDone.indices.lazy.filter { !isColumnDone[$0] }
    return zip(positions, columns).map { (position: $0, column: $1) }
  }

  /// Takes rows with one column left, and columns with one row left, as long as there are any.
  /// None of these steps changes a number or fills in an entry.
  mutating func takeSingletons(into factors: inout BasisFactorization) {
    // Rows as they are, columns as their complement.
    var ready: [Int] = []
    for index in rowCount.indices {
      if rowCount[index] == 1 { ready.append(index) }
      if columnCount[index] == 1 { ready.append(~index) }
    }
    while let next = ready.popLast() {
      let position: Int
      let column: Int
      if next >= 0 {
        if isRowDone[next] || rowCount[next] != 1 { continue }
        position = next
        guard let entry = remainingEntry(ofRow: position) else { continue }
        column = Int(entry.column)
      } else {
        column = ~next
        if isColumnDone[column] || columnCount[column] != 1 { continue }
        guard let row = remainingRow(ofColumn: column) else { continue }
        position = row
      }
      isRowDone[position] = true
      isColumnDone[column] = true
      var pivot = 1.0
      for index in rowStart[position]..<rowStart[position + 1] {
        let entry = entries[index]
        let other = Int(entry.column)
        if other == column {
          pivot = entry.value
        } else if !isColumnDone[other] {
          factors.appendUpper(entry.column, entry.value)
          columnCount[other] -= 1
          if columnCount[other] == 1 { ready.append(~other) }
        }
      }
      let lowerBefore = factors.lowerTarget.count
      for index in columnStart[column]..<columnStart[column + 1] {
        let other = Int(columnRows[index])
        if isRowDone[other] { continue }
        factors.appendLower(columnRows[index], columnValues[index] / pivot)
        rowCount[other] -= 1
        if rowCount[other] == 1 { ready.append(other) }
      }
      factors.endStep(
        position: position, column: column, pivot: pivot, lowerBefore: lowerBefore)
    }
  }

  private func remainingEntry(ofRow position: Int) -> Entry? {
    entries[rowStart[position]..<rowStart[position + 1]].first { !isColumnDone[Int($0.column)] }
  }

  private func remainingRow(ofColumn column: Int) -> Int? {
    columnRows[columnStart[column]..<columnStart[column + 1]].first { !isRowDone[Int($0)] }
      .map(Int.init)
  }
}
