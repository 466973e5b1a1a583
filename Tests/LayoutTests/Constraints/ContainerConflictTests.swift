import MillraceLayout
import Testing

@Suite("A container whose constraints contradict each other")
struct ContainerConflictTests {
  let all = LayoutItemID.container

  @Test("the newest of the contradicting ones is left out, and the report names all of them")
  func newest() throws {
    var container = ConstraintContainerSolver()
    let child = try container.addChild(width: 8)
    let left = LayoutConstraint(child.left, .equal, 10, identifier: "left")
    let right = LayoutConstraint(child.right, .equal, 30, identifier: "right")
    let width = LayoutConstraint(child.width, .greaterThanOrEqual, 25, identifier: "width")
    try container.add(left)
    try container.add(right)
    try container.add(width)
    container.solve()
    #expect(try container.frame(of: child).width == 20)
    #expect(
      container.conflicts == [
        ConstraintConflict(
          leftOut: .constraint(width), others: [.constraint(left), .constraint(right)])
      ])
  }

  @Test("a report is readable and says where each constraint was written")
  func description() throws {
    var container = ConstraintContainerSolver()
    let child = try container.addChild()
    let line = #line
    try container.add(
      LayoutConstraint(child.width, .lessThanOrEqual, all.width, times: 0.5, constant: -2))
    try container.add(LayoutConstraint(all.width, .lessThanOrEqual, 20, identifier: "narrow"))
    try container.add(LayoutConstraint(child.width, .equal, 9.5, identifier: "sidebar"))
    container.solve()
    let place = "LayoutTests/ContainerConflictTests.swift"
    #expect(
      container.conflicts.map(\.description) == [
        """
        left out: "sidebar" item 1.width = 9.5 (required, \(place):\(line + 4))
        because it cannot hold together with:
          item 1.width <= 0.5 * container.width - 2 (required, \(place):\(line + 2))
          "narrow" container.width <= 20 (required, \(place):\(line + 3))
        """
      ])
  }

  @Test("a constraint that was left out is taken in when what it contradicts is gone")
  func takenIn() throws {
    var container = ConstraintContainerSolver()
    let child = try container.addChild()
    let first = try container.add(LayoutConstraint(child.width, .equal, 10))
    try container.add(LayoutConstraint(child.width, .equal, 20))
    try container.add(LayoutConstraint(child.width, .equal, 30))
    container.solve()
    #expect(try container.frame(of: child).width == 10)
    #expect(container.conflicts.count == 2)
    try container.remove(first)
    container.solve()
    #expect(try container.frame(of: child).width == 20)
    #expect(container.conflicts.count == 1)
  }

  @Test("a size of content that is required can be what contradicts, and keeps its age")
  func content() throws {
    var container = ConstraintContainerSolver()
    let child = try container.addChild(width: 10)
    try container.setCompressionResistance(.required, axis: .horizontal, of: child)
    let most = LayoutConstraint(child.width, .lessThanOrEqual, 15)
    try container.add(most)
    container.solve()
    #expect(container.conflicts.isEmpty)
    try container.setIntrinsicSize(18, axis: .horizontal, of: child)
    container.solve()
    #expect(try container.frame(of: child).width == 18)
    #expect(
      container.conflicts == [
        ConstraintConflict(
          leftOut: .constraint(most),
          others: [.compressionResistance(child, .horizontal, size: 18, .required)])
      ])
    try container.setIntrinsicSize(12, axis: .horizontal, of: child)
    container.solve()
    #expect(container.conflicts.isEmpty)
    #expect(try container.frame(of: child).width == 12)
  }

  @Test("a multiple that asks for a negative size contradicts that there is none")
  func notNegative() throws {
    var container = ConstraintContainerSolver()
    let child = try container.addChild()
    let negative = LayoutConstraint(child.height, .equal, -3)
    try container.add(negative)
    container.solve()
    #expect(
      container.conflicts == [
        ConstraintConflict(
          leftOut: .constraint(negative), others: [.notNegative(child, .vertical)])
      ])
  }

  @Test("which constraints are in depends on their age alone", arguments: 1...25)
  func age(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    var container = ConstraintContainerSolver()
    let children = try (0..<3).map { _ in try container.addChild(width: 6) }
    var held: [(id: LayoutConstraintID, constraint: LayoutConstraint)] = []
    for step in 0..<60 {
      if generator.chance(35), let index = held.indices.randomElement(using: &generator) {
        try container.remove(held.remove(at: index).id)
      } else {
        let constraint = self.constraint(children, &generator, step)
        held.append((try container.add(constraint), constraint))
      }
      if generator.chance(10) {
        container.direction =
          container.direction == .leftToRight ? .rightToLeft : .leftToRight
      }
      container.solve()

      var fresh = ConstraintContainerSolver(direction: container.direction)
      let others = try children.map { _ in try fresh.addChild(width: 6) }
      for (_, constraint) in held {
        try fresh.add(constraint.moved(from: children, to: others))
      }
      fresh.solve()
      #expect(
        container.conflicts.map { $0.leftOut.identifier }
          == fresh.conflicts.map { $0.leftOut.identifier },
        "seed \(seed), step \(step)")
    }
  }

  private func constraint(
    _ children: [LayoutItemID], _ generator: inout SeededGenerator, _ step: Int
  ) -> LayoutConstraint {
    let attributes: [LayoutAttribute] = [.left, .right, .leading, .trailing, .width, .centerX]
    let first = generator.pick(children)[generator.pick(attributes)]
    let relation = generator.pick(ConstraintRelation.allCases)
    let constant = Double(Int.random(in: -20...20, using: &generator))
    if generator.chance(40) {
      return LayoutConstraint(first, relation, constant, identifier: "\(step)")
    }
    return LayoutConstraint(
      first, relation, generator.pick(children)[generator.pick(attributes)],
      times: generator.pick([0.5, 1, 2]), constant: constant, identifier: "\(step)")
  }
}

extension ConstraintSource {
  fileprivate var identifier: String? {
    if case .constraint(let constraint) = self { constraint.identifier } else { nil }
  }
}
