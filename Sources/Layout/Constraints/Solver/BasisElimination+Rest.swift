extension BasisElimination {
  /// Eliminates what has no single entries left: rows and columns with few entries first, so that
  /// little fills in, and pivots that are not small beside the rest of their row, so that numbers
  /// do not grow.
  mutating func takeRest(into factors: inout BasisFactorization) {
    let size = rowCount.count
    let remaining = (0..<size).filter { !isRowDone[$0] && rowCount[$0] > 0 }
    if remaining.isEmpty { return }

    var rows: [[Entry]] = Array(repeating: [], count: size)
    var columns: [[Int32]] = Array(repeating: [], count: size)
    var queue = RowsByCount(size: size)
    for position in remaining {
      rows[position] = entries[rowStart[position]..<rowStart[position + 1]]
        .filter { !isColumnDone[Int($0.column)] }
      for entry in rows[position] { columns[Int(entry.column)].append(Int32(position)) }
      queue.insert(position, count: rows[position].count)
    }
    // The pivot's row spread out; `stamp` says for which target an entry was already met.
    var spread = Array(repeating: 0.0, count: size)
    var stamp = Array(repeating: -2, count: size)

    while let (position, index) = queue.bestPivot(rows: rows, columns: columns) {
      let pivotRow = rows[position]
      let column = Int(pivotRow[index].column)
      let pivot = pivotRow[index].value
      queue.remove(position)
      isRowDone[position] = true
      isColumnDone[column] = true
      for entry in pivotRow {
        let other = Int(entry.column)
        if let place = columns[other].firstIndex(of: Int32(position)) {
          columns[other].swapAt(place, columns[other].count - 1)
          columns[other].removeLast()
        }
        if other == column { continue }
        factors.appendUpper(entry.column, entry.value)
        spread[other] = entry.value
        stamp[other] = -1
      }
      let lowerBefore = factors.lowerTarget.count
      for target in columns[column] {
        let row = Int(target)
        guard let place = rows[row].firstIndex(where: { Int($0.column) == column }) else {
          continue
        }
        let factor = rows[row][place].value / pivot
        factors.appendLower(target, factor)
        rows[row].swapAt(place, rows[row].count - 1)
        rows[row].removeLast()
        var entry = 0
        while entry < rows[row].count {
          let other = Int(rows[row][entry].column)
          if stamp[other] == -2 {
            entry += 1
            continue
          }
          stamp[other] = row
          let value = rows[row][entry].value - factor * spread[other]
          if abs(value) > 10 * BasisFactorization.negligible {
            rows[row][entry].value = value
            entry += 1
            continue
          }
          // The two cancelled.
          rows[row].swapAt(entry, rows[row].count - 1)
          rows[row].removeLast()
          if let gone = columns[other].firstIndex(of: target) {
            columns[other].swapAt(gone, columns[other].count - 1)
            columns[other].removeLast()
          }
        }
        for filler in pivotRow {
          let other = Int(filler.column)
          if other == column || stamp[other] == row { continue }
          rows[row].append(Entry(column: filler.column, value: -factor * filler.value))
          columns[other].append(target)
        }
        queue.remove(row)
        queue.insert(row, count: rows[row].count)
      }
      for entry in pivotRow { stamp[Int(entry.column)] = -2 }
      columns[column] = []
      factors.endStep(
        position: position, column: column, pivot: pivot, lowerBefore: lowerBefore)
    }
  }
}

/// Rows in lists by the number of their entries; a row without entries is in none.
private struct RowsByCount {
  private var first: [Int]
  private var next: [Int]
  private var previous: [Int]
  private var count: [Int]
  private var least = 1

  init(size: Int) {
    first = Array(repeating: -1, count: size + 1)
    next = Array(repeating: -1, count: size)
    previous = next
    count = Array(repeating: 0, count: size)
  }

  mutating func insert(_ row: Int, count newCount: Int) {
    count[row] = newCount
    if newCount == 0 { return }
    let head = first[newCount]
    next[row] = head
    previous[row] = -1
    if head >= 0 { previous[head] = row }
    first[newCount] = row
    least = min(least, newCount)
  }

  mutating func remove(_ row: Int) {
    if count[row] == 0 { return }
    if previous[row] >= 0 { next[previous[row]] = next[row] } else { first[count[row]] = next[row] }
    if next[row] >= 0 { previous[next[row]] = previous[row] }
    count[row] = 0
  }

  /// The entry among those of a few short rows that can fill in least.
  mutating func bestPivot(
    rows: [[BasisElimination.Entry]], columns: [[Int32]]
  ) -> (row: Int, index: Int)? {
    while least < first.count, first[least] < 0 { least += 1 }
    var best: (row: Int, index: Int)?
    var leastCost = Int.max
    var looked = 0
    var length = least
    while length < first.count, looked < 4 {
      var row = first[length]
      while row >= 0, looked < 4 {
        let limit = 0.1 * rows[row].reduce(0) { max($0, abs($1.value)) }
        for index in rows[row].indices where abs(rows[row][index].value) >= limit {
          let cost = (length - 1) * (columns[Int(rows[row][index].column)].count - 1)
          if cost < leastCost {
            leastCost = cost
            best = (row, index)
          }
        }
        looked += 1
        row = next[row]
      }
      length += 1
      if best != nil, leastCost <= (length - 1) * (length - 1) { break }
    }
    return best
  }
}
