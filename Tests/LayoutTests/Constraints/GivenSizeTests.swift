import MillraceLayout
import Testing

@Suite("Constraints in a container whose size is given")
struct GivenSizeTests {
  private let all = LayoutItemID.container

  private func container(
    _ children: LayoutNode..., configure: (inout LayoutStyle) -> Void = { _ in }
  ) -> LayoutNode {
    box(
      {
        $0.display = .constraints
        configure(&$0)
      }, children: children)
  }

  /// What was left out, by its identifier or kind, and what it contradicts.
  private func names(_ source: ConstraintSource) -> String {
    switch source {
    case .constraint(let constraint): constraint.identifier
    case .containerSize(let axis, let size): "\(axis) \(size)"
    default: "\(source)"
    }
  }

  @Test("from right to left a box that does not fit begins at the container's edge, not at its own")
  func overflowFromRightToLeft() throws {
    let root = container(box(), box()) { $0.layoutDirection = .rightToLeft }
    let (wide, small) = (root.item(root.children[0]), root.item(root.children[1]))
    try root.add(LayoutConstraint(wide.leading, .equal, all.leading))
    try root.add(LayoutConstraint(wide.trailing, .lessThanOrEqual, all.trailing))
    try root.add(LayoutConstraint(wide.width, .equal, 60))
    try root.add(LayoutConstraint(small.leading, .equal, all.leading))
    try root.add(LayoutConstraint(small.width, .equal, 5))
    #expect(root.frames(in: 40, 2).map(\.x) == [-20, 35])
    #expect(root.children.map(\.frame.width) == [60, 5])
    root.style.layoutDirection = .leftToRight
    #expect(root.frames(in: 40, 2).map(\.x) == [0, 0])
  }

  @Test("what the given size does not permit is left out and named, and comes back with more room")
  func tooNarrow() throws {
    let root = container(box(), box())
    let (wide, other) = (root.item(root.children[0]), root.item(root.children[1]))
    try root.add(LayoutConstraint(wide.left, .equal, all.left, identifier: "left"))
    try root.add(LayoutConstraint(wide.right, .equal, all.right, identifier: "right"))
    try root.add(LayoutConstraint(wide.width, .equal, 60, identifier: "width"))
    try root.add(LayoutConstraint(other.right, .equal, all.right, identifier: "other"))
    try root.add(LayoutConstraint(other.width, .equal, 4, identifier: "small"))
    for _ in 0..<2 {
      for (width, x) in [(40.0, 36), (50, 46)] {
        #expect(root.frames(in: width, 2) == [rect(0, 0, 60, 0), rect(x, 0, 4, 0)])
        try #require(root.constraintConflicts.count == 1)
        let conflict = root.constraintConflicts[0]
        #expect(names(conflict.leftOut) == "right")
        #expect(conflict.others.map(names) == ["horizontal \(width)", "left", "width"])
      }
      #expect(root.frames(in: 60, 2) == [rect(0, 0, 60, 0), rect(56, 0, 4, 0)])
      #expect(root.constraintConflicts.isEmpty)
    }
  }

  @Test("a constraint on the container's own size gives way to the size that it was given")
  func ownSize() throws {
    let inner = container(box())
    let item = inner.item(inner.children[0])
    try inner.add(LayoutConstraint(all.width, .equal, 25, identifier: "own"))
    try inner.add(LayoutConstraint(item.width, .equal, all.width))
    #expect(inner.frames(in: 40, 2)[0].width == 40)
    #expect(inner.constraintConflicts.map { names($0.leftOut) } == ["own"])
    #expect("\(inner.constraintConflicts[0])".contains("container.width = 40 (given)"))
    #expect(inner.frames(in: 25, 2)[0].width == 25)
    #expect(inner.constraintConflicts.isEmpty)
    // Where the size comes from the content, it is what the constraint says.
    let outer = box({ $0.alignItems = .flexStart }, inner)
    #expect(outer.frames(in: 40, 2)[0].width == 25)
    #expect(inner.children[0].frame.width == 25)
    #expect(inner.constraintConflicts.isEmpty)
  }

  @Test("each axis has its own conflicts, and a measured height has none")
  func axes() throws {
    let inner = container(box())
    let item = inner.item(inner.children[0])
    for (near, far) in [
      (LayoutAttribute.left, LayoutAttribute.right), (.top, .bottom),
    ] {
      try inner.add(LayoutConstraint(item[near], .equal, all[near]))
      try inner.add(LayoutConstraint(item[far], .equal, all[far], identifier: "\(far)"))
    }
    try inner.add(LayoutConstraint(item.width, .greaterThanOrEqual, 30))
    try inner.add(LayoutConstraint(item.height, .greaterThanOrEqual, 8))
    _ = inner.frames(in: 20, 4)
    #expect(inner.constraintConflicts.map { names($0.leftOut) } == ["right", "bottom"])
    let column = box({ $0.direction = .column }, inner)
    #expect(column.frames(in: 20, 40) == [rect(0, 0, 20, 8)])
    #expect(inner.constraintConflicts.map { names($0.leftOut) } == ["right"])
    #expect(column.frames(in: 30, 40) == [rect(0, 0, 30, 8)])
    #expect(inner.constraintConflicts.isEmpty)
  }

  @Test("constraints that change while others are left out lead where a new container does")
  func changes() throws {
    var generator = SeededGenerator(seed: 40)
    let attributes: [LayoutAttribute] = [.left, .right, .leading, .trailing, .width, .centerX]
    for round in 0..<40 {
      var container = ConstraintContainerSolver()
      let children = try (0..<3).map { _ in try container.addChild(width: 6) }
      var held: [(id: LayoutConstraintID, constraint: LayoutConstraint)] = []
      for step in 0..<25 {
        if generator.chance(30), let index = held.indices.randomElement(using: &generator) {
          try container.remove(held.remove(at: index).id)
        } else {
          let second = generator.pick(children + [all, all])
          let constraint = LayoutConstraint(
            generator.pick(children)[generator.pick(attributes)],
            generator.pick(ConstraintRelation.allCases), second[generator.pick(attributes)],
            times: generator.pick([0.5, 1, 2]),
            constant: Double(Int.random(in: -20...20, using: &generator)), identifier: "\(step)")
          held.append((try container.add(constraint), constraint))
        }
        if generator.chance(10) {
          container.direction =
            container.direction == .leftToRight ? .rightToLeft : .leftToRight
        }
        let width = Double(generator.pick([10, 20, 40]))
        try container.setSize(width: width, height: 5)
        container.solve()
        #expect(abs(container.size.width - width) < 1e-6, "round \(round), step \(step)")

        var fresh = ConstraintContainerSolver(direction: container.direction)
        let others = try children.map { _ in try fresh.addChild(width: 6) }
        for (_, constraint) in held {
          try fresh.add(constraint.moved(from: children, to: others))
        }
        try fresh.setSize(width: width, height: 5)
        fresh.solve()
        #expect(
          container.conflicts.map { names($0.leftOut) }
            == fresh.conflicts.map { names($0.leftOut) },
          "round \(round), step \(step)")
      }
    }
  }
}
