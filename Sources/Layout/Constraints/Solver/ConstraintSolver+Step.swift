extension ConstraintSolver {
  /// Goes along an edge as far as the objective falls and nothing forbids, and exchanges the
  /// hyperplane that it left for the one it came to.
  ///
  /// It does not stop at the first hyperplane where the objective bends: only where it no longer
  /// falls. That saves most of the steps that a search over single violations would take.
  ///
  /// - Returns: Whether the point moved; nil when the edge has no end.
  mutating func follow(_ edge: Edge, _ rank: Int?, usesBland: Bool) -> Bool? {
    findDirection(leaving: edge.position, isUp: edge.isUp)
    findRates()
    defer { forgetRates() }
    collectStops(rank)
    guard let (stop, passed) = chooseStop(slope: edge.slope, usesBland: usesBland) else {
      return nil
    }
    let row = Int(stop.row)

    for term in rows.terms(of: row) {
      scratch.gradient[Int(rows.columns[term])] = rows.coefficients[term]
    }
    factors.solveTransposed(&scratch.gradient, into: &scratch.newRow)
    let pivot = scratch.newRow[edge.position]
    if abs(pivot - (edge.isUp ? stop.rate : -stop.rate)) > 1e-6 * (1 + abs(pivot)),
      factors.replacements > 0
    {
      // The factors are worn: what they say of the same number differs. Try again with new ones.
      needsFactors = true
      return true
    }

    for stop in scratch.stops[passed...] { rows.isAbove[Int(stop.row)].toggle() }
    let distance = stop.distance
    if distance > 0 {
      for index in values.indices where scratch.direction[index] != 0 {
        values[index] += distance * scratch.direction[index]
      }
      for touched in scratch.touched {
        rows.residual[Int(touched)] += distance * scratch.rates[Int(touched)]
      }
    }
    let left = basis[edge.position]
    if left >= 0 {
      rows.position[left] = -1
      rows.isAbove[left] = edge.isUp
      rows.residual[left] = edge.isUp ? distance : -distance
    }
    basis[edge.position] = row
    rows.position[row] = Int32(edge.position)
    rows.residual[row] = 0
    if rows.rank[row] == ConstraintTier.required.rank { lockRequired(row) }
    if abs(pivot) > Self.parallel / 10 {
      factors.replace(edge.position, with: scratch.newRow)
    } else {
      needsFactors = true
    }
    counters.steps += 1
    let hasMoved = distance > 0
    if !hasMoved { counters.degenerateSteps += 1 }
    return hasMoved
  }

  /// How fast the residual of each row outside of the basis changes along the direction.
  private mutating func findRates() {
    for column in scratch.direction.indices {
      let move = scratch.direction[column]
      if abs(move) <= BasisFactorization.negligible {
        scratch.direction[column] = 0
        continue
      }
      for entry in rows.entries[column] {
        let row = Int(entry.row)
        if rows.position[row] >= 0 { continue }
        if scratch.rates[row] == 0 { scratch.touched.append(entry.row) }
        let rate = scratch.rates[row] + entry.coefficient * move
        // Stays marked as touched when two terms cancel.
        scratch.rates[row] = rate == 0 ? .leastNonzeroMagnitude : rate
      }
    }
  }

  private mutating func forgetRates() {
    for row in scratch.touched { scratch.rates[Int(row)] = 0 }
    scratch.touched.removeAll(keepingCapacity: true)
  }

  private mutating func collectStops(_ rank: Int?) {
    scratch.stops.removeAll(keepingCapacity: true)
    var wall = Double.infinity
    for touched in scratch.touched {
      let row = Int(touched)
      let rate = scratch.rates[row]
      if abs(rate) <= Self.parallel { continue }
      let isUp = rate > 0
      let isLocked = isUp ? rows.isLockedAbove[row] : rows.isLockedBelow[row]
      // Beyond the target already: no bend is ahead.
      if !isLocked && (rows.rank[row] != rank || rows.isAbove[row] == isUp) { continue }
      let distance = max(0, isUp ? -rows.residual[row] : rows.residual[row]) / abs(rate)
      if distance > wall { continue }
      let isWall = isLocked || rank == ConstraintTier.required.rank
      if isWall { wall = distance }
      let gain = isWall ? .infinity : (rows.slopeAbove(row) + rows.slopeBelow(row)) * abs(rate)
      scratch.stops.append(
        ConstraintStop(row: touched, rate: rate, distance: distance, gain: gain))
    }
  }

  /// The stop at which the objective falls no further, and from where in `scratch.stops` those
  /// are that it passes on the way.
  private mutating func chooseStop(
    slope: Double, usesBland: Bool
  ) -> (stop: ConstraintStop, passed: Int)? {
    // What rounding leaves of a slope is none: going on would not gain anything.
    let flat = Self.flatness * slope
    var slope = slope
    var remaining = scratch.stops.count
    while remaining > 0 {
      var nearest = 0
      for index in 1..<max(1, remaining)
      where scratch.stops[index].distance < scratch.stops[nearest].distance { nearest = index }
      let stop = scratch.stops[nearest]
      slope += stop.gain
      if usesBland || slope >= flat {
        return (bestAmongEqual(to: stop, count: remaining, usesBland: usesBland), remaining)
      }
      remaining -= 1
      scratch.stops.swapAt(nearest, remaining)
    }
    return nil
  }

  /// Of the stops as near as this one, the one that makes the best conditioned basis, or the first
  /// by Bland's rule.
  private func bestAmongEqual(
    to stop: ConstraintStop, count: Int, usesBland: Bool
  ) -> ConstraintStop {
    var best = stop
    let limit = stop.distance + 1e-12 * (1 + stop.distance)
    for other in scratch.stops[..<count] where other.distance <= limit {
      if usesBland {
        if other.row < best.row { best = other }
      } else if abs(other.rate) > abs(best.rate) * (1 + 1e-9) {
        best = other
      }
    }
    best.distance = min(best.distance, stop.distance)
    return best
  }
}
