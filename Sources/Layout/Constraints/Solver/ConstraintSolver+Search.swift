extension ConstraintSolver {
  /// Finds the best values for the constraints as they are now.
  ///
  /// - Complexity: O(terms) when the edit since the last time needs no step, which is nearly
  ///   always; about as much again for each step. A first solution takes about a step a variable.
  package mutating func solve() {
    if !needsSearch { return }
    preparePoint()
    let stepsBefore = counters.steps
    searchFeasibility()
    isDetermined = basis.isEmpty
    for tier in ranks.indices where ranks[tier] != ConstraintTier.required.rank {
      if isDetermined { break }
      settleSides(tier: tier)
      search(.tier(ranks[tier]), tier: tier)
      lock(tier: tier)
      isDetermined = isBasisLocked
    }
    if counters.steps != stepsBefore {
      // Steps add up rounding; the basis does not.
      needsPoint = true
      preparePoint()
    }
    needsSearch = false
  }

  /// What a search makes less.
  enum Objective: Equatable {
    /// The violations of required constraints that do not hold yet; those that hold, go on to.
    case feasibility
    /// The violations of the tier of this rank.
    case tier(Int)
    /// One variable, or its opposite: to find out whether it can change.
    case variable(Int, sign: Double)

    var rank: Int? {
      switch self {
      case .feasibility: ConstraintTier.required.rank
      case .tier(let rank): rank
      case .variable: nil
      }
    }
  }

  /// Goes from hyperplane to hyperplane until no edge leads to less. `scratch.multipliers` are
  /// then those of the last point.
  ///
  /// - Returns: Whether it ended at a best point, and not at the bound on steps.
  @discardableResult
  mutating func search(_ objective: Objective, tier: Int?) -> Bool {
    var left = Limits.steps(variables: basis.count, constraints: rows.usedCount)
    var standstill = 0
    var isAnyBanned = false
    defer {
      if isAnyBanned {
        for index in scratch.isBanned.indices { scratch.isBanned[index] = false }
      }
    }
    while true {
      preparePoint()
      let greatest = findMultipliers(objective, tier: tier)
      if greatest == 0 { return true }
      let usesBland = standstill > 20
      guard
        let edge = chooseEdge(
          objective.rank, flat: Self.flatness * greatest, usesBland: usesBland)
      else { return true }
      if left == 0 {
        counters.exhaustedSearches += 1
        return false
      }
      left -= 1
      guard let moved = follow(edge, objective.rank, usesBland: usesBland) else {
        // Rounding made a slope of nothing: violations never fall without end.
        scratch.isBanned[edge.position] = true
        isAnyBanned = true
        continue
      }
      standstill = moved ? 0 : standstill + 1
    }
  }

  /// Computes how much the objective changes a unit at each hyperplane of the basis, in
  /// `scratch.multipliers`.
  ///
  /// - Returns: The greatest weight in it, 0 when all is well and the multipliers are 0.
  mutating func findMultipliers(_ objective: Objective, tier: Int?) -> Double {
    var greatest = 0.0
    if case .variable(let column, let sign) = objective {
      scratch.gradient[column] = sign
      greatest = 1
    } else if let tier {
      let isFeasibility = objective == .feasibility
      for row in rowsOfRank[tier] where rows.position[row] < 0 {
        if isFeasibility, isSatisfied(row) { continue }
        let slope = rows.isAbove[row] ? rows.slopeAbove(row) : -rows.slopeBelow(row)
        if slope == 0 { continue }
        greatest = max(greatest, abs(slope))
        for term in rows.terms(of: row) {
          scratch.gradient[Int(rows.columns[term])] += slope * rows.coefficients[term]
        }
      }
    }
    if greatest == 0 {
      for index in scratch.multipliers.indices { scratch.multipliers[index] = 0 }
    } else {
      factors.solveTransposed(&scratch.gradient, into: &scratch.multipliers)
    }
    return greatest
  }

  /// A way out of the present point.
  struct Edge {
    var position: Int
    var isUp: Bool
    /// The change of the objective a unit; negative.
    var slope: Double
  }

  /// The edge to follow, or nil when none leads to less.
  ///
  /// Variables that stand still go first, as nothing is lost with them; then constraints of higher
  /// tiers that may be left at no cost; then whatever lessens the objective most.
  func chooseEdge(_ rank: Int?, flat: Double, usesBland: Bool) -> Edge? {
    var best: Edge?
    var bestClass = Int.max
    var bestIndex = Int.max
    for position in basis.indices {
      let multiplier = scratch.multipliers[position]
      let row = basis[position]
      var up = multiplier
      var down = -multiplier
      var mayGoUp = true
      var mayGoDown = true
      var kind = 0
      if row >= 0 {
        kind = 2
        if let rank {
          if rows.rank[row] > rank {
            kind = 1
          } else if rows.rank[row] == rank, rank != ConstraintTier.required.rank {
            up += rows.slopeAbove(row)
            down += rows.slopeBelow(row)
          }
        }
        mayGoUp = !rows.isLockedAbove[row]
        mayGoDown = !rows.isLockedBelow[row]
      }
      let isUp = mayGoUp && up < -flat
      if !isUp && !(mayGoDown && down < -flat) { continue }
      if scratch.isBanned[position] { continue }
      let slope = isUp ? up : down
      if usesBland {
        let index = row < 0 ? ~row : basis.count + row
        if index < bestIndex {
          bestIndex = index
          best = Edge(position: position, isUp: isUp, slope: slope)
        }
      } else if kind < bestClass || (kind == bestClass && slope < (best?.slope ?? 0)) {
        bestClass = kind
        best = Edge(position: position, isUp: isUp, slope: slope)
      }
    }
    return best
  }

  /// Which side of its target each row of the tier is on, where its residual is clear; where it is
  /// none, the side that costs nothing.
  private mutating func settleSides(tier: Int) {
    for row in rowsOfRank[tier] where rows.position[row] < 0 {
      let residual = rows.residual[row]
      let tolerance = rows.tolerance[row]
      if residual > tolerance {
        rows.isAbove[row] = true
      } else if residual < -tolerance {
        rows.isAbove[row] = false
      } else if rows.relation[row] != .equal {
        rows.isAbove[row] = rows.relation[row] == .greaterThanOrEqual
      }
    }
  }

  /// Forbids lower tiers whatever would cost the tier something, going by the multipliers of its
  /// best point: a constraint must stay on the side, or the hyperplane, that they imply.
  private mutating func lock(tier: Int) {
    var greatest = 0.0
    for row in rowsOfRank[tier] {
      greatest = max(greatest, rows.weight[row])
      if rows.position[row] >= 0 { continue }
      if rows.isAbove[row] {
        rows.isLockedBelow[row] = true
      } else {
        rows.isLockedAbove[row] = true
      }
    }
    let flat = Self.flatness * greatest
    for position in basis.indices where basis[position] >= 0 {
      let row = basis[position]
      let multiplier = scratch.multipliers[position]
      var up = multiplier
      var down = -multiplier
      if rows.rank[row] == ranks[tier] {
        up += rows.slopeAbove(row)
        down += rows.slopeBelow(row)
      }
      if up > flat { rows.isLockedAbove[row] = true }
      if down > flat { rows.isLockedBelow[row] = true }
    }
  }

  /// No way leads out of the point that higher tiers do not forbid.
  var isBasisLocked: Bool {
    basis.allSatisfy { $0 >= 0 && rows.isLockedAbove[$0] && rows.isLockedBelow[$0] }
  }
}

extension ConstraintRows {
  /// What going up from the target costs a unit.
  func slopeAbove(_ row: Int) -> Double {
    relation[row] == .greaterThanOrEqual ? 0 : weight[row]
  }

  /// What going down from the target costs a unit.
  func slopeBelow(_ row: Int) -> Double {
    relation[row] == .lessThanOrEqual ? 0 : weight[row]
  }
}
