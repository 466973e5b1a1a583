/// The constraints of a solver as rows of one sparse matrix, and what the search knows of each.
///
/// A row stands for `Σ coefficient · variable  relation  target`. Arrays side by side instead of
/// an array of structures: the search walks one property of many rows at a time.
struct ConstraintRows {
  struct Entry {
    var row: Int32
    var coefficient: Double
  }

  // The terms of row `r` are `start[r] ..< start[r] + count[r]` of the two pools.
  private(set) var columns: [Int32] = []
  private(set) var coefficients: [Double] = []
  private(set) var start: [Int] = []
  private(set) var count: [Int] = []
  private var unusedTerms = 0

  /// For each variable the rows that mention it.
  private(set) var entries: [[Entry]] = []

  var target: [Double] = []
  private(set) var relation: [ConstraintRelation] = []
  /// What a violation of one counts for, as the scaled row measures it.
  private(set) var weight: [Double] = []
  /// What the terms were multiplied with, a power of two: the greatest one is near 1.
  private(set) var scale: [Double] = []
  private(set) var rank: [Int] = []
  /// Where the row is in the list of its tier.
  var indexInTier: [Int] = []
  private(set) var isUsed: [Bool] = []
  private(set) var generation: [Int] = []
  private var free: [Int] = []
  private(set) var usedCount = 0

  /// The row's place in the basis, or -1: the solver is not on this constraint's hyperplane.
  var position: [Int32] = []
  /// Of a row outside of the basis: the left side is above the target, not below.
  var isAbove: [Bool] = []
  /// Higher tiers, or this one's own when it is done, forbid that the left side exceeds the target.
  var isLockedAbove: [Bool] = []
  var isLockedBelow: [Bool] = []
  /// Left side less target.
  var residual: [Double] = []
  /// What counts as no residual, given the size of the numbers that make it up.
  var tolerance: [Double] = []

  /// How many slots there are, used or not.
  var slots: Int { target.count }

  func terms(of row: Int) -> Range<Int> { start[row]..<(start[row] + count[row]) }

  mutating func addColumn() { entries.append([]) }

  /// Takes in a row whose terms name each column once; returns its slot. O(terms) amortised.
  mutating func insert(
    terms: [(column: Int, coefficient: Double)], relation: ConstraintRelation, target: Double,
    weight: Double, scale: Double, rank: Int
  ) -> Int {
    let row: Int
    if let slot = free.popLast() {
      row = slot
    } else {
      row = slots
      appendSlot()
    }
    start[row] = columns.count
    count[row] = terms.count
    for (column, coefficient) in terms {
      columns.append(Int32(column))
      coefficients.append(coefficient)
      entries[column].append(Entry(row: Int32(row), coefficient: coefficient))
    }
    self.target[row] = target
    self.relation[row] = relation
    self.weight[row] = weight
    self.scale[row] = scale
    self.rank[row] = rank
    isUsed[row] = true
    position[row] = -1
    isLockedAbove[row] = false
    isLockedBelow[row] = false
    usedCount += 1
    return row
  }

  /// Forgets a row that is outside of the basis. O(rows that mention one of its variables).
  mutating func remove(_ row: Int) {
    for term in terms(of: row) {
      let column = Int(columns[term])
      if let index = entries[column].lastIndex(where: { $0.row == Int32(row) }) {
        entries[column].swapAt(index, entries[column].count - 1)
        entries[column].removeLast()
      }
    }
    unusedTerms += count[row]
    count[row] = 0
    isUsed[row] = false
    generation[row] += 1
    free.append(row)
    usedCount -= 1
    if unusedTerms > 256, unusedTerms * 2 > columns.count { compact() }
  }

  private mutating func appendSlot() {
    start.append(0)
    count.append(0)
    target.append(0)
    relation.append(.equal)
    weight.append(0)
    scale.append(1)
    rank.append(0)
    indexInTier.append(0)
    isUsed.append(false)
    generation.append(0)
    position.append(-1)
    isAbove.append(false)
    isLockedAbove.append(false)
    isLockedBelow.append(false)
    residual.append(0)
    tolerance.append(0)
  }

  private mutating func compact() {
    var columns: [Int32] = []
    var coefficients: [Double] = []
    columns.reserveCapacity(self.columns.count - unusedTerms)
    coefficients.reserveCapacity(self.columns.count - unusedTerms)
    for row in 0..<slots where isUsed[row] {
      let range = terms(of: row)
      start[row] = columns.count
      columns += self.columns[range]
      coefficients += self.coefficients[range]
    }
    self.columns = columns
    self.coefficients = coefficients
    unusedTerms = 0
  }
}
