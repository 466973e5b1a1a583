import MillraceLayout
import Testing

@Suite("What a conflict names")
struct ConflictBlameTests {
  private let all = LayoutItemID.container

  @Test("a bound is not named where a size that is never negative contradicts as well")
  func bound() throws {
    var container = ConstraintContainerSolver()
    let child = try container.addChild()
    let least = LayoutConstraint(child.left, .greaterThanOrEqual, 23)
    let center = LayoutConstraint(child.centerX, .equal, -7)
    try container.add(LayoutConstraint(child.width, .greaterThanOrEqual, 40))
    try container.add(least)
    try container.add(center)
    container.solve()
    #expect(
      container.conflicts == [
        ConstraintConflict(
          leftOut: .constraint(center),
          others: [.notNegative(child, .horizontal), .constraint(least)])
      ])
  }

  @Test("an equation that asks for a negative size is alone to blame")
  func equation() throws {
    var container = ConstraintContainerSolver()
    let child = try container.addChild()
    let negative = LayoutConstraint(child.left, .equal, child.trailing, constant: 2)
    try container.add(LayoutConstraint(child.leading, .equal, child.trailing, constant: -4))
    try container.add(negative)
    container.solve()
    #expect(
      container.conflicts == [
        ConstraintConflict(
          leftOut: .constraint(negative), others: [.notNegative(child, .horizontal)])
      ])
  }

  @Test("without any one that is named, what remains can hold", arguments: 1...100)
  func irreducible(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    let attributes: [LayoutAttribute] = [.left, .right, .leading, .trailing, .width, .centerX]
    var container = ConstraintContainerSolver()
    if generator.chance(50) { try container.setSize(width: 30, height: 3) }
    let children = try (0..<2).map { _ in try container.addChild() }
    for step in 0..<14 {
      let first = generator.pick(children)[generator.pick(attributes)]
      let relation = generator.pick(ConstraintRelation.allCases)
      let constant = Double(Int.random(in: -20...40, using: &generator))
      try container.add(
        generator.chance(40)
          ? LayoutConstraint(first, relation, constant, identifier: "\(step)")
          : LayoutConstraint(
            first, relation, generator.pick(children + [all])[generator.pick(attributes)],
            constant: constant, identifier: "\(step)"))
    }
    container.solve()
    for conflict in container.conflicts {
      let named = ([conflict.leftOut] + conflict.others).compactMap { source in
        if case .constraint(let constraint) = source { constraint } else { nil }
      }
      let isGiven = conflict.others.contains(.containerSize(.horizontal, size: 30))
      #expect(try !canHold(named, isGiven: isGiven), "seed \(seed): \(conflict)")
      for index in named.indices {
        var rest = named
        rest.remove(at: index)
        #expect(try canHold(rest, isGiven: isGiven), "seed \(seed): \(conflict)")
      }
    }
  }

  private func canHold(_ constraints: [LayoutConstraint], isGiven: Bool) throws -> Bool {
    var container = ConstraintContainerSolver()
    if isGiven { try container.setSize(width: 30, height: 3) }
    var items: [LayoutItemID: LayoutItemID] = [all: all]
    for constraint in constraints {
      for item in [constraint.first.item, constraint.second?.item].compactMap({ $0 })
      where items[item] == nil { items[item] = try container.addChild() }
    }
    for var constraint in constraints {
      constraint.first.item = items[constraint.first.item] ?? all
      if let second = constraint.second?.item { constraint.second?.item = items[second] ?? all }
      try container.add(constraint)
    }
    container.solve()
    return container.conflicts.isEmpty
  }
}
