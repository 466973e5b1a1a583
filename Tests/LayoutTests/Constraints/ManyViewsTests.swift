import MillraceLayout
import Testing

@Suite("Containers of many views")
struct ManyViewsTests {
  /// Views with contents of different sizes.
  private func addViews(
    _ count: Int, to container: inout ConstraintContainerSolver
  ) throws -> [LayoutItemID] {
    try (0..<count).map { index -> LayoutItemID in
      let (width, height) = (5 + index % 13, 1 + index % 3)
      return try container.addChild(width: Double(width), height: Double(height))
    }
  }

  /// Views beside each other, all of one width, centred.
  private func chain(_ count: Int) throws -> (ConstraintContainerSolver, [LayoutItemID]) {
    var container = ConstraintContainerSolver()
    let views = try addViews(count, to: &container)
    try container.setSize(width: 2000, height: 50)
    for (index, view) in views.enumerated() {
      if index == 0 {
        try container.add(LayoutConstraint(view.leading, .equal, 1))
      } else {
        let before = views[index - 1]
        try container.add(
          LayoutConstraint(view.leading, .equal, before.trailing, constant: 1))
        try container.add(LayoutConstraint(view.width, .equal, views[0].width))
      }
      let all = LayoutItemID.container
      try container.add(LayoutConstraint(view.centerY, .equal, all.centerY))
      try container.add(LayoutConstraint(view.height, .lessThanOrEqual, all.height))
      try container.add(LayoutConstraint(view.width, .greaterThanOrEqual, 3, priority: 500))
    }
    if let last = views.last {
      try container.add(
        LayoutConstraint(
          last.trailing, .equal, LayoutItemID.container.trailing, constant: -1))
    }
    return (container, views)
  }

  /// Views in rows of ten, all of one size, that fill the container.
  private func grid(_ count: Int) throws -> (ConstraintContainerSolver, [LayoutItemID]) {
    var container = ConstraintContainerSolver()
    let views = try addViews(count, to: &container)
    try container.setSize(width: 1009, height: Double(count) - 1)
    let all = LayoutItemID.container
    for (index, view) in views.enumerated() {
      if index % 10 == 0 {
        try container.add(LayoutConstraint(view.leading, .equal, 0))
      } else {
        let before = views[index - 1]
        try container.add(LayoutConstraint(view.leading, .equal, before.trailing, constant: 1))
        try container.add(LayoutConstraint(view.width, .equal, before.width))
      }
      if index % 10 == 9 {
        try container.add(LayoutConstraint(view.trailing, .equal, all.trailing))
      }
      if index < 10 {
        try container.add(LayoutConstraint(view.top, .equal, 0))
      } else {
        let above = views[index - 10]
        try container.add(LayoutConstraint(view.top, .equal, above.bottom, constant: 1))
        try container.add(LayoutConstraint(view.height, .equal, above.height, priority: 900))
      }
      if index >= count - 10 {
        try container.add(LayoutConstraint(view.bottom, .equal, all.bottom))
      }
    }
    return (container, views)
  }

  @Test("a chain takes steps in proportion to its views to build, and none to follow a resize")
  func chain() throws {
    for count in [20, 80, 160] {
      var (container, views) = try chain(count)
      container.solve()
      let built = container.counters
      #expect(built.steps <= 8 * count)
      #expect(built.repairs == 0 && built.exhaustedSearches == 0)
      for width in [2001.0, 1900, 1000, 2500] {
        try container.setSize(width: width, height: 50)
        container.solve()
        let each = (width - 1) / Double(count) - 1
        for (index, view) in views.enumerated() {
          let frame = try container.frame(of: view)
          #expect(abs(frame.width - each) < 1e-6)
          #expect(abs(frame.x - 1 - Double(index) * (each + 1)) < 1e-6)
          #expect(abs(frame.y + frame.height / 2 - 25) < 1e-6)
        }
      }
      // Each view may have to give up its content's size, once.
      #expect(container.counters.steps - built.steps <= count)
      #expect(container.conflicts.isEmpty)
      #expect(container.ambiguousItems().isEmpty)
    }
  }

  @Test("a grid takes steps in proportion to its views to build, and none to follow a resize")
  func grid() throws {
    var (container, views) = try grid(160)
    container.solve()
    let built = container.counters
    #expect(built.steps <= 8 * 160)
    #expect(built.repairs == 0 && built.exhaustedSearches == 0)
    for (width, height) in [(1009.0, 159.0), (509, 159), (510, 170), (1009, 80)] {
      try container.setSize(width: width, height: height)
      container.solve()
      let (each, tall) = ((width - 9) / 10, (height - 15) / 16)
      for (index, view) in views.enumerated() {
        let frame = try container.frame(of: view)
        #expect(abs(frame.width - each) < 1e-6)
        #expect(abs(frame.height - tall) < 1e-6)
        #expect(abs(frame.x - Double(index % 10) * (each + 1)) < 1e-6)
        #expect(abs(frame.y - Double(index / 10) * (tall + 1)) < 1e-6)
      }
    }
    #expect(container.counters.steps - built.steps <= 160)
    #expect(container.conflicts.isEmpty)
    #expect(container.ambiguousItems().isEmpty)
  }

  @Test("emptied from the middle, a chain leaves a container as good as new")
  func removal() throws {
    var (container, views) = try chain(40)
    container.solve()
    var generator = SeededGenerator(seed: 40)
    for view in views.shuffled(using: &generator) {
      try container.removeChild(view)
      container.solve()
      #expect(throws: LayoutConstraintError.unknownItem(view)) { try container.frame(of: view) }
    }
    #expect(container.constraintCount == 0)
    #expect(container.conflicts.isEmpty)
    let view = try container.addChild(width: 7, height: 2)
    try container.add(LayoutConstraint(view.right, .equal, LayoutItemID.container.right))
    container.solve()
    #expect(try container.frame(of: view).x == 1993)
  }
}
