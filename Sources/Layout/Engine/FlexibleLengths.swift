/// CSS Flexbox §9.7, "Resolving flexible lengths".
extension LayoutPass {
  /// Sets the main size of the items of a line.
  ///
  /// - Complexity: O(n) where no minimum or maximum gets in the way, else O(n · items that are
  ///   frozen in turn).
  mutating func resolveFlexibleLengths(_ line: Range<Int>, _ container: FlexContainer) {
    let room = container.innerMain
    let gaps = container.mainGap * Double(max(0, line.count - 1))
    let spare = room.isNaN ? 0 : room - hypotheticalLength(line, container)
    if abs(spare) <= LayoutPass.noise {
      for index in line { items[index].main = items[index].hypothetical }
      return
    }
    let isGrowing = spare > 0
    if !isGrowing { settleMinimums(line, container) }

    var unfrozen = 0
    for index in line {
      let item = items[index]
      let target = item.hypothetical
      let isInflexible =
        isGrowing
        ? item.grow == 0 || item.base > target : item.shrink == 0 || item.base < target
      items[index].main = target
      items[index].isFrozen = isInflexible
      if !isInflexible { unfrozen += 1 }
    }
    guard unfrozen > 0 else { return }

    let initialSpace = freeSpace(line, room: room - gaps)
    while unfrozen > 0 {
      distribute(line, room: room - gaps, initialSpace: initialSpace, isGrowing: isGrowing)
      unfrozen -= freezeViolations(line)
    }
  }

  private mutating func settleMinimums(_ line: Range<Int>, _ container: FlexContainer) {
    for index in line where items[index].owesMinimum && items[index].shrink > 0 {
      raiseMinimum(index, container)
    }
  }

  private func freeSpace(_ line: Range<Int>, room: Double) -> Double {
    var space = room
    for index in line {
      let item = items[index]
      space -= (item.isFrozen ? item.main : item.base) + item.mainMargins
    }
    return space
  }

  private mutating func distribute(
    _ line: Range<Int>, room: Double, initialSpace: Double, isGrowing: Bool
  ) {
    var factors = 0.0
    var scaled = 0.0
    for index in line where !items[index].isFrozen {
      factors += isGrowing ? items[index].grow : items[index].shrink
      scaled += items[index].shrink * items[index].innerBase
    }
    var space = freeSpace(line, room: room)
    // Factors that add up to less than 1 take only that part of the space.
    if factors < 1, abs(initialSpace * factors) < abs(space) { space = initialSpace * factors }

    for index in line where !items[index].isFrozen {
      let item = items[index]
      var size = item.base
      if isGrowing {
        size += space * (item.grow / factors)
      } else if scaled > 0 {
        size += space * (item.shrink * item.innerBase / scaled)
      }
      let clamped = size.clamped(min: item.minMain, max: item.maxMain)
      items[index].main = clamped
      items[index].excess = clamped - size
    }
  }

  /// Freezes what its minimum or maximum stopped, on the side that the sum of them is on; all, if
  /// they cancel out.
  ///
  /// - Returns: how many were frozen: never none.
  private mutating func freezeViolations(_ line: Range<Int>) -> Int {
    var total = 0.0
    for index in line where !items[index].isFrozen { total += items[index].excess }
    var frozen = 0
    for index in line where !items[index].isFrozen {
      let excess = items[index].excess
      let stays =
        total > LayoutPass.noise ? excess > 0 : total < -LayoutPass.noise ? excess < 0 : true
      guard stays else { continue }
      items[index].isFrozen = true
      frozen += 1
    }
    return frozen
  }
}
