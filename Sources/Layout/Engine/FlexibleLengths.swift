/// CSS Flexbox §9.7, "Resolving flexible lengths".
extension LayoutPass {
  /// Sets the main sizes of the items of a line.
  ///
  /// - Complexity: O(n) if no minimum or maximum applies; otherwise O(n · rounds of freezing).
  mutating func resolveFlexibleLengths(_ line: Line, _ container: FlexContainer) {
    let room = container.innerMain
    let spare = room.isNaN ? 0 : room - line.hypotheticalLength(container)
    if abs(spare) <= LayoutPass.epsilon {
      for item in line { item.pointee.main = item.pointee.hypothetical }
      return
    }
    let isGrowing = spare > 0
    if !isGrowing {
      for item in line where item.pointee.hasDeferredMinimum && item.pointee.shrink > 0 {
        raiseMinimum(&item.pointee, container)
      }
    }

    var unfrozen = 0
    for item in line {
      let target = item.pointee.hypothetical
      let isInflexible =
        isGrowing
        ? item.pointee.grow == 0 || item.pointee.base > target
        : item.pointee.shrink == 0 || item.pointee.base < target
      item.pointee.main = target
      item.pointee.isFrozen = isInflexible
      if !isInflexible { unfrozen += 1 }
    }
    guard unfrozen > 0 else { return }

    let inner = room - container.mainGap * Double(max(0, line.count - 1))
    let initialSpace = freeSpace(line, room: inner)
    while unfrozen > 0 {
      distribute(line, room: inner, initialSpace: initialSpace, isGrowing: isGrowing)
      unfrozen -= freezeViolations(line)
    }
  }

  private func freeSpace(_ line: Line, room: Double) -> Double {
    var space = room
    for item in line {
      space -=
        (item.pointee.isFrozen ? item.pointee.main : item.pointee.base) + item.pointee.mainMargins
    }
    return space
  }

  private func distribute(_ line: Line, room: Double, initialSpace: Double, isGrowing: Bool) {
    var factors = 0.0
    var scaled = 0.0
    for item in line where !item.pointee.isFrozen {
      factors += isGrowing ? item.pointee.grow : item.pointee.shrink
      scaled += item.pointee.shrink * item.pointee.innerBase
    }
    var space = freeSpace(line, room: room)
    // If the sum of the factors is below 1, the items share only that fraction of the space.
    if factors < 1, abs(initialSpace * factors) < abs(space) { space = initialSpace * factors }

    for item in line where !item.pointee.isFrozen {
      var size = item.pointee.base
      if isGrowing {
        size += space * (item.pointee.grow / factors)
      } else if scaled > 0 {
        size += space * (item.pointee.shrink * item.pointee.innerBase / scaled)
      }
      let clamped = size.clamped(min: item.pointee.minMain, max: item.pointee.maxMain)
      item.pointee.main = clamped
      item.pointee.excess = clamped - size
    }
  }

  /// Freezes items after limits corrected their sizes: if the sum of the corrections is positive,
  /// the items at their minimum; if negative, the items at their maximum; if zero, all items.
  ///
  /// - Returns: the number of frozen items, at least one.
  private func freezeViolations(_ line: Line) -> Int {
    var total = 0.0
    for item in line where !item.pointee.isFrozen { total += item.pointee.excess }
    var frozen = 0
    for item in line where !item.pointee.isFrozen {
      let excess = item.pointee.excess
      let stays =
        total > LayoutPass.epsilon ? excess > 0 : total < -LayoutPass.epsilon ? excess < 0 : true
      guard stays else { continue }
      item.pointee.isFrozen = true
      frozen += 1
    }
    return frozen
  }
}
