extension ConstraintSolver {
  /// Puts a row among those of its tier. It is outside of the basis, wherever the point is.
  mutating func insert(
    terms: [(column: Int, coefficient: Double)], relation: ConstraintRelation, target: Double,
    weight: Double, scale: Double, rank: Int
  ) -> Int {
    let row = rows.insert(
      terms: terms, relation: relation, target: target, weight: weight, scale: scale, rank: rank)
    scratch.makeRoom(forRows: rows.slots)
    let tier: Int
    if let known = ranks.firstIndex(where: { $0 <= rank }) {
      tier = known
      if ranks[known] != rank {
        ranks.insert(rank, at: known)
        rowsOfRank.insert([], at: known)
      }
    } else {
      tier = ranks.count
      ranks.append(rank)
      rowsOfRank.append([])
    }
    rows.indexInTier[row] = rowsOfRank[tier].count
    rowsOfRank[tier].append(row)
    measure(row)
    return row
  }

  /// Forgets a row.
  mutating func takeOut(_ row: Int) {
    release(row)
    if let tier = ranks.firstIndex(of: rows.rank[row]) {
      let index = rows.indexInTier[row]
      let last = rowsOfRank[tier].removeLast()
      if last != row {
        rowsOfRank[tier][index] = last
        rows.indexInTier[last] = index
      }
      if rowsOfRank[tier].isEmpty {
        rowsOfRank.remove(at: tier)
        ranks.remove(at: tier)
      }
    }
    rows.remove(row)
  }

  /// Takes a row out of the basis and holds a variable in its place where it is: the one that the
  /// row's hyperplane determined most.
  mutating func release(_ row: Int) {
    let position = Int(rows.position[row])
    if position < 0 { return }
    preparePoint()
    // Repairs may have taken the row out already.
    if rows.position[row] < 0 { return }
    findDirection(leaving: position, isUp: true)
    var column = 0
    for index in scratch.direction.indices
    where abs(scratch.direction[index]) > abs(scratch.direction[column]) { column = index }
    scratch.gradient[column] = 1
    factors.solveTransposed(&scratch.gradient, into: &scratch.newRow)
    rows.position[row] = -1
    basis[position] = ~column
    anchors[column] = values[column]
    if abs(scratch.newRow[position]) > Self.parallel {
      factors.replace(position, with: scratch.newRow)
    } else {
      needsFactors = true
    }
  }
}

/// Where the solver stands, to go back to.
struct Standing {
  private let basis: [Int]
  private let position: [Int32]
  private let isAbove: [Bool]
  private let values: [Double]
  private let anchors: [Double]
  private let isDetermined: Bool

  init(_ solver: ConstraintSolver) {
    basis = solver.basis
    position = solver.rows.position
    isAbove = solver.rows.isAbove
    values = solver.values
    anchors = solver.anchors
    isDetermined = solver.isDetermined
  }

  func restore(_ solver: inout ConstraintSolver) {
    solver.basis = basis
    solver.rows.position = position
    solver.rows.isAbove = isAbove
    solver.values = values
    solver.anchors = anchors
    solver.isDetermined = isDetermined
    solver.needsFactors = true
    solver.needsPoint = true
  }
}
