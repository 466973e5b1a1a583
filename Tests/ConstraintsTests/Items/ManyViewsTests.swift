import MillraceStoreTesting
@testable import MillraceConstraints
import Testing
import TestSupport

@Suite("Containers with many views")
struct ManyViewsTests {
  /// Adds views with contents of different sizes.
  private func addViews(
    _ count: Int, to container: inout ConstrainedItems
  ) -> [LayoutItem] {
    (0..<count).map { index -> LayoutItem in
      let (width, height) = (5 + index % 13, 1 + index % 3)
      return container.addItem(width: Double(width), height: Double(height))
    }
  }

  /// A centered row of views of equal width.
  private func chain(_ count: Int) -> (ConstrainedItems, [LayoutItem]) {
    var container = ConstrainedItems()
    let views = addViews(count, to: &container)
    container.setSize(width: 2000, height: 50)
    // Set at once: each change of the list compares all of it.
    var constraints: [LayoutConstraint] = []
    for (index, view) in views.enumerated() {
      if index == 0 {
        constraints.append(LayoutConstraint(view.leading, .equal, 1))
      } else {
        let before = views[index - 1]
        constraints.append(
          LayoutConstraint(view.leading, .equal, before.trailing, constant: 1))
        constraints.append(LayoutConstraint(view.width, .equal, views[0].width))
      }
      let all = LayoutItem.parent
      constraints.append(LayoutConstraint(view.centerY, .equal, all.centerY))
      constraints.append(LayoutConstraint(view.height, .lessThanOrEqual, all.height))
      constraints.append(LayoutConstraint(view.width, .greaterThanOrEqual, 3, priority: 500))
    }
    if let last = views.last {
      constraints.append(
        LayoutConstraint(
          last.trailing, .equal, LayoutItem.parent.trailing, constant: -1))
    }
    container.constraints = constraints
    return (container, views)
  }

  /// Rows of ten views of one size that fill the container.
  private func grid(_ count: Int) -> (ConstrainedItems, [LayoutItem]) {
    var container = ConstrainedItems()
    let views = addViews(count, to: &container)
    container.setSize(width: 1009, height: Double(count) - 1)
    let all = LayoutItem.parent
    var constraints: [LayoutConstraint] = []
    for (index, view) in views.enumerated() {
      if index % 10 == 0 {
        constraints.append(LayoutConstraint(view.leading, .equal, 0))
      } else {
        let before = views[index - 1]
        constraints.append(LayoutConstraint(view.leading, .equal, before.trailing, constant: 1))
        constraints.append(LayoutConstraint(view.width, .equal, before.width))
      }
      if index % 10 == 9 {
        constraints.append(LayoutConstraint(view.trailing, .equal, all.trailing))
      }
      if index < 10 {
        constraints.append(LayoutConstraint(view.top, .equal, 0))
      } else {
        let above = views[index - 10]
        constraints.append(LayoutConstraint(view.top, .equal, above.bottom, constant: 1))
        constraints.append(LayoutConstraint(view.height, .equal, above.height, priority: 900))
      }
      if index >= count - 10 {
        constraints.append(LayoutConstraint(view.bottom, .equal, all.bottom))
      }
    }
    container.constraints = constraints
    return (container, views)
  }

  private func isNear(_ one: Double, _ other: Double) -> Bool { abs(one - other) < 1e-6 }

  @Test("a chain is built in pivots proportional to its views, and follows a resize in few")
  func chain() {
    for count in [20, rounds(80, long: 160)] {
      var (container, views) = chain(count)
      container.solve()
      let built = container.solver.pivots
      #expect(built <= 8 * count)
      #expect(container.solver.exhausted == 0)
      for width in [2001.0, 1900, 1000, 2500] {
        container.setSize(width: width, height: 50)
        container.solve()
        let each = (width - 1) / Double(count) - 1
        let wrong = views.indices.first { index in
          let frame = container.frame(of: views[index])
          let x = 1 + Double(index) * (each + 1)
          let middle = frame.y + frame.height / 2
          return !isNear(frame.width, each) || !isNear(frame.x, x) || !isNear(middle, 25)
        }
        let frame = wrong.map { container.frame(of: views[$0]) }
        #expect(frame == nil, "view \(wrong ?? 0) of \(count) in \(width)")
      }
      // Each view may give up its content's size once, and get it back once.
      #expect(container.solver.pivots - built <= 2 * count)
      #expect(container.conflicts.isEmpty)
    }
  }

  @Test("a grid is built in pivots proportional to its views, and follows a resize in few")
  func grid() {
    var (container, views) = grid(160)
    container.solve()
    let built = container.solver.pivots
    #expect(built <= 8 * 160)
    #expect(container.solver.exhausted == 0)
    for (width, height) in [(1009.0, 159.0), (509, 159), (510, 170), (1009, 80)] {
      container.setSize(width: width, height: height)
      container.solve()
      let (each, tall) = ((width - 9) / 10, (height - 15) / 16)
      let wrong = views.indices.first { index in
        let frame = container.frame(of: views[index])
        let x = Double(index % 10) * (each + 1)
        let y = Double(index / 10) * (tall + 1)
        return !isNear(frame.width, each) || !isNear(frame.height, tall) || !isNear(frame.x, x)
          || !isNear(frame.y, y)
      }
      let frame = wrong.map { container.frame(of: views[$0]) }
      #expect(frame == nil, "view \(wrong ?? 0) in \(width) by \(height)")
    }
    #expect(container.solver.pivots - built <= 160)
    #expect(container.conflicts.isEmpty)
  }

  @Test("removing the views of a chain in random order leaves no constraint or variable behind")
  func removal() {
    var (container, views) = chain(40)
    container.solve()
    var generator = SeededGenerator(seed: 40)
    for view in views.shuffled(using: &generator) {
      container.items.removeAll { $0 == view }
      container.solve()
      #expect(container.frame(of: view) == ConstraintFrame())
    }
    // The container's own constraints remain: two fitting goals and the given size.
    #expect(container.solver.constraintCount == 4)
    #expect(container.solver.variableCount == 2)
    #expect(container.conflicts.isEmpty)
    container.items = ["last"]
    container.setContent(7, .horizontal, of: "last")
    container.constraints = [
      LayoutConstraint(LayoutItem("last").right, .equal, LayoutItem.parent.right)
    ]
    container.solve()
    #expect(container.frame(of: "last").x == 1993)
  }
}
