/// The matrix of the constraints that the solver stands on, factored so that systems with it are
/// solved in about as many steps as it has nonzero entries.
///
/// `L` undoes row operations, `U` is triangular after a permutation; rows that were replaced since
/// are kept as a product of elementary matrices ("etas") and folded in by the next factorization.
/// A row of the matrix is a *position* of the basis, a column a variable. The tableau of the
/// classic method is dense for the chains that layouts are made of; these factors are not, and
/// they are computed anew from the constraints themselves, so that errors cannot build up.
///
/// Sources: for the etas G. B. Dantzig, W. Orchard-Hays, "The product form for the inverse in the
/// simplex method", Mathematical Tables and Other Aids to Computation 8(46), 1954; for the choice
/// of pivots H. M. Markowitz, "The elimination form of the inverse and its application to linear
/// programming", Management Science 3(3), 1957.
struct BasisFactorization {
  // One elimination step each: U's row, its pivot, and L's factors.
  var pivotPosition: [Int] = []
  var pivotColumn: [Int] = []
  var pivotValue: [Double] = []
  var upperStart: [Int] = [0]
  var upperColumn: [Int32] = []
  var upperValue: [Double] = []
  var lowerSource: [Int] = []
  var lowerStart: [Int] = [0]
  var lowerTarget: [Int32] = []
  var lowerFactor: [Double] = []

  // One replaced row each.
  private var etaPosition: [Int] = []
  private var etaPivot: [Double] = []
  private var etaStart: [Int] = [0]
  private var etaIndex: [Int32] = []
  private var etaValue: [Double] = []

  /// How many rows were replaced since the last factorization.
  var replacements: Int { etaPosition.count }

  /// Whether solving costs so much more, or may be so much less exact, that factoring pays.
  var isWorn: Bool {
    replacements >= 100 || etaIndex.count > 2 * (upperColumn.count + 2 * pivotPosition.count)
  }

  mutating func removeAll() {
    pivotPosition.removeAll(keepingCapacity: true)
    pivotColumn.removeAll(keepingCapacity: true)
    pivotValue.removeAll(keepingCapacity: true)
    upperStart.removeAll(keepingCapacity: true)
    upperStart.append(0)
    upperColumn.removeAll(keepingCapacity: true)
    upperValue.removeAll(keepingCapacity: true)
    lowerSource.removeAll(keepingCapacity: true)
    lowerStart.removeAll(keepingCapacity: true)
    lowerStart.append(0)
    lowerTarget.removeAll(keepingCapacity: true)
    lowerFactor.removeAll(keepingCapacity: true)
    etaPosition.removeAll(keepingCapacity: true)
    etaPivot.removeAll(keepingCapacity: true)
    etaStart.removeAll(keepingCapacity: true)
    etaStart.append(0)
    etaIndex.removeAll(keepingCapacity: true)
    etaValue.removeAll(keepingCapacity: true)
  }

  /// Adds a position and a column that meet in a 1 and have nothing else.
  mutating func extend() {
    pivotPosition.append(pivotPosition.count)
    pivotColumn.append(pivotColumn.count)
    pivotValue.append(1)
    upperStart.append(upperColumn.count)
  }

  /// Solves `B x = right`.
  ///
  /// - Parameters:
  ///   - right: One number a position; of no use afterwards.
  ///   - x: One number a column; need not be cleared before.
  func solve(_ right: inout [Double], into x: inout [Double]) {
    for eta in stride(from: etaPosition.count - 1, through: 0, by: -1) {
      var sum = right[etaPosition[eta]]
      for entry in etaStart[eta]..<etaStart[eta + 1] {
        sum -= etaValue[entry] * right[Int(etaIndex[entry])]
      }
      right[etaPosition[eta]] = sum / etaPivot[eta]
    }
    for step in 0..<lowerSource.count {
      let source = right[lowerSource[step]]
      if source == 0 { continue }
      for entry in lowerStart[step]..<lowerStart[step + 1] {
        right[Int(lowerTarget[entry])] -= lowerFactor[entry] * source
      }
    }
    for step in stride(from: pivotPosition.count - 1, through: 0, by: -1) {
      var sum = right[pivotPosition[step]]
      for entry in upperStart[step]..<upperStart[step + 1] {
        sum -= upperValue[entry] * x[Int(upperColumn[entry])]
      }
      x[pivotColumn[step]] = sum == 0 ? 0 : sum / pivotValue[step]
    }
  }

  /// Solves `Bᵀ y = right`.
  ///
  /// - Parameters:
  ///   - right: One number a column; all zero afterwards.
  ///   - y: One number a position; need not be cleared before.
  func solveTransposed(_ right: inout [Double], into y: inout [Double]) {
    for step in 0..<pivotPosition.count {
      let column = pivotColumn[step]
      if right[column] == 0 {
        y[pivotPosition[step]] = 0
        continue
      }
      let value = right[column] / pivotValue[step]
      right[column] = 0
      y[pivotPosition[step]] = value
      for entry in upperStart[step]..<upperStart[step + 1] {
        right[Int(upperColumn[entry])] -= upperValue[entry] * value
      }
    }
    for step in stride(from: lowerSource.count - 1, through: 0, by: -1) {
      var sum = y[lowerSource[step]]
      for entry in lowerStart[step]..<lowerStart[step + 1] {
        sum -= lowerFactor[entry] * y[Int(lowerTarget[entry])]
      }
      y[lowerSource[step]] = sum
    }
    for eta in 0..<etaPosition.count {
      let position = etaPosition[eta]
      if y[position] == 0 { continue }
      let value = y[position] / etaPivot[eta]
      for entry in etaStart[eta]..<etaStart[eta + 1] {
        y[Int(etaIndex[entry])] -= etaValue[entry] * value
      }
      y[position] = value
    }
  }

  /// Replaces the row at `position`.
  ///
  /// - Parameter multipliers: The new row as a combination of the present ones, which
  ///   ``solveTransposed(_:into:)`` gives; its number at `position` must not be zero.
  mutating func replace(_ position: Int, with multipliers: [Double]) {
    for index in multipliers.indices where index != position {
      let value = multipliers[index]
      if abs(value) <= Self.negligible { continue }
      etaIndex.append(Int32(index))
      etaValue.append(value)
    }
    etaPosition.append(position)
    etaPivot.append(multipliers[position])
    etaStart.append(etaIndex.count)
  }

  /// What is left of numbers near 1 that cancel.
  static let negligible = 1e-12
}
