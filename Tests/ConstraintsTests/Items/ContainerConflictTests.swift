import MillraceStoreTesting
@testable import MillraceConstraints
import Testing
import TestSupport

@Suite("Conflicts in a container")
struct ContainerConflictTests {
  let all = LayoutItem.parent

  @Test("the newest of several contradicting constraints is left out and reported")
  func newest() throws {
    var container = ConstrainedItems()
    let child = container.addItem(width: 8)
    let left = LayoutConstraint(child.left, .equal, 10)
    let right = LayoutConstraint(child.right, .equal, 30)
    let width = LayoutConstraint(child.width, .greaterThanOrEqual, 25)
    container.add(left)
    container.add(right)
    container.add(width)
    container.solve()
    #expect(container.frame(of: child).width == 20)
    #expect(
      container.dropped == [width])
  }

  @Test("a report describes the constraint and names its items")
  func description() {
    var container = ConstrainedItems()
    container.items = ["sidebar"]
    let sidebar: LayoutItem = "sidebar"
    container.add(
      LayoutConstraint(sidebar.width, .lessThanOrEqual, all.width, times: 0.5, constant: -2))
    container.add(LayoutConstraint(all.width, .lessThanOrEqual, 20))
    container.add(LayoutConstraint(sidebar.width, .equal, 9.5))
    container.solve()
    #expect(
      container.conflicts.map(\.description) == [
        """
        parent.width <= 20 (required) contradicts other required constraints, or the parent's size
        """
      ])
    container.remove(LayoutConstraint(all.width, .lessThanOrEqual, 20))
    container.setSize(width: 20, height: 5)
    container.solve()
    #expect(
      container.conflicts.map(\.description) == [
        """
        sidebar.width <= 0.5 * parent.width - 2 (required) contradicts other required constraints, \
        or the parent's size
        """
      ])
  }

  @Test("a constraint that was left out is active again when the contradicting one is removed")
  func takenIn() throws {
    var container = ConstrainedItems()
    let child = container.addItem()
    let first = LayoutConstraint(child.width, .equal, 10)
    container.add(first)
    container.add(LayoutConstraint(child.width, .equal, 20))
    container.add(LayoutConstraint(child.width, .equal, 30))
    container.solve()
    #expect(container.frame(of: child).width == 10)
    #expect(container.conflicts.count == 2)
    container.remove(first)
    container.solve()
    #expect(container.frame(of: child).width == 20)
    #expect(container.conflicts.count == 1)
  }

  @Test("a content constraint keeps its age when its content changes, and newer ones are left out")
  func content() throws {
    var container = ConstrainedItems()
    let child = container.addItem(width: 10)
    let most = LayoutConstraint(child.width, .lessThanOrEqual, 15)
    container.add(LayoutConstraint(child.width, .greaterThanOrEqual, child[.contentWidth]))
    container.add(most)
    container.solve()
    #expect(container.conflicts.isEmpty)
    container.setContent(18, .horizontal, of: child)
    container.solve()
    #expect(container.frame(of: child).width == 18)
    #expect(container.dropped == [most])
    container.setContent(12, .horizontal, of: child)
    container.solve()
    #expect(container.conflicts.isEmpty)
    #expect(container.frame(of: child).width == 12)
  }

  @Test("a constraint left out because of a content size is active again when the content shrinks")
  func contentOfAnother() {
    var container = ConstrainedItems()
    let (a, b) = (container.addItem(width: 20), container.addItem())
    let least = LayoutConstraint(b.width, .greaterThanOrEqual, a.contentWidth)
    container.add(LayoutConstraint(b.width, .lessThanOrEqual, 10))
    container.add(least)
    container.solve()
    #expect(container.dropped == [least])
    for (content, width) in [(7.0, 7.0), (12, 0), (10, 10)] {
      container.setContent(content, .horizontal, of: a)
      container.solve()
      #expect(container.dropped == (content > 10 ? [least] : []))
      #expect(container.frame(of: b).width == width)
    }
  }

  @Test("a constraint on a too large content size is active again when the content shrinks")
  func contentOutOfRange() {
    var container = ConstrainedItems()
    let (a, b) = (container.addItem(width: 1e6), container.addItem())
    let multiple = LayoutConstraint(b.width, .equal, a.contentWidth, times: 100)
    container.add(multiple)
    container.solve()
    #expect(container.conflicts.map(\.reason) == [.outOfRange])
    container.setContent(3, .horizontal, of: a)
    container.solve()
    #expect(container.conflicts.isEmpty)
    #expect(container.frame(of: b).width == 300)
  }

  @Test("a constraint that requires a negative size is left out")
  func notNegative() throws {
    var container = ConstrainedItems()
    let child = container.addItem()
    let negative = LayoutConstraint(child.height, .equal, -3)
    container.add(negative)
    container.solve()
    #expect(container.dropped == [negative])
  }

  @Test(
    "the active constraints and the frames depend only on the list of constraints",
    arguments: 1...rounds(3, long: 25))
  func list(seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    var container = ConstrainedItems()
    let children = (0..<3).map { _ in container.addItem(width: 6) }
    var contents = Dictionary(uniqueKeysWithValues: children.map { ($0, 6.0) })
    for step in 0..<60 {
      // Half of the steps change contents only: after other changes, the solver starts again if a
      // constraint is left out.
      let changesContents = step > 10 && generator.chance(50)
      if changesContents {
        contents[generator.pick(children)] = Double(Int.random(in: 0...24, using: &generator))
      } else if generator.chance(35),
        let index = container.constraints.indices.randomElement(using: &generator)
      {
        container.constraints.remove(at: index)
      } else {
        let index = Int.random(in: 0...container.constraints.count, using: &generator)
        container.constraints.insert(constraint(children, &generator), at: index)
      }
      if !changesContents, generator.chance(10) {
        container.direction = container.direction == .leftToRight ? .rightToLeft : .leftToRight
      }
      if !changesContents, generator.chance(30) {
        container.setSize(width: generator.pick([nil, 10, 20, 40]), height: 5)
      }
      if !changesContents, generator.chance(20) {
        container.items = children.filter { _ in generator.chance(80) }
      }
      for item in container.items {
        container.setContent(contents[item] ?? 0, .horizontal, of: item)
      }
      container.solve()

      var fresh = ConstrainedItems()
      fresh.direction = container.direction
      fresh.setSize(width: container.givenWidth, height: 5)
      fresh.items = container.items
      for item in fresh.items { fresh.setContent(contents[item] ?? 0, .horizontal, of: item) }
      fresh.constraints = container.constraints
      fresh.solve()
      #expect(container.dropped == fresh.dropped, "seed \(seed), step \(step)")
      #expect(container.fits(as: fresh), "seed \(seed), step \(step)")
    }
  }

  private func constraint(
    _ children: [LayoutItem], _ generator: inout SeededGenerator
  ) -> LayoutConstraint {
    let attributes: [LayoutAttribute] = [.left, .right, .leading, .trailing, .width, .centerX]
    let first = generator.pick(children)[generator.pick(attributes)]
    let relation = generator.pick(ConstraintRelation.allCases)
    let constant = Double(Int.random(in: -20...20, using: &generator))
    let priority = generator.pick([ConstraintPriority.required, .required, .required, .medium])
    if generator.chance(40) {
      return LayoutConstraint(first, relation, constant, priority: priority)
    }
    let others = attributes + [.contentWidth, .contentWidth]
    return LayoutConstraint(
      first, relation, generator.pick(children + [all])[generator.pick(others)],
      times: generator.pick([0.5, 1, 2]), constant: constant, priority: priority)
  }
}
