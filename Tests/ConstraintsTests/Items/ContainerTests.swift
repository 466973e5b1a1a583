@testable import MillraceConstraints
import Testing

@Suite("Containers laid out by constraints")
struct ContainerTests {
  let all = LayoutItem.parent

  @Test("each attribute of a child can be constrained to the same attribute of the container")
  func attributes() throws {
    for attribute in LayoutAttribute.allCases
    where attribute != .contentWidth && attribute != .contentHeight {
      var container = ConstrainedItems()
      container.setSize(width: 100, height: 40)
      let child = container.addItem(width: 20, height: 10)
      container.add(LayoutConstraint(child[attribute], .equal, all[attribute]))
      container.solve()
      let frame = container.frame(of: child)
      switch attribute {
      case .left, .leading: #expect(frame.x == 0 && frame.width == 20)
      case .right, .trailing: #expect(frame.x == 80 && frame.width == 20)
      case .top: #expect(frame.y == 0 && frame.height == 10)
      case .bottom: #expect(frame.y == 30 && frame.height == 10)
      case .width: #expect(frame.width == 100 && frame.height == 10)
      case .height: #expect(frame.width == 20 && frame.height == 40)
      case .centerX: #expect(frame.x == 40 && frame.width == 20)
      case .centerY: #expect(frame.y == 15 && frame.height == 10)
      case .contentWidth, .contentHeight: break
      }
    }
  }

  @Test("a multiplier and a constant apply to the second item, also across axes")
  func multiplier() throws {
    var container = ConstrainedItems()
    container.setSize(width: 90, height: 40)
    let child = container.addItem()
    container.add(
      LayoutConstraint(child.width, .equal, all.width, times: 1.0 / 3, constant: 2))
    container.add(LayoutConstraint(child.height, .equal, child.width, times: 0.5))
    container.add(LayoutConstraint(child.left, .equal, 7))
    container.add(LayoutConstraint(child.bottom, .equal, all.centerY))
    container.solve()
    #expect(
      container.frame(of: child) == ConstraintFrame(x: 7, y: 4, width: 32, height: 16))
  }

  @Test("in right-to-left layout, leading and trailing are mirrored, and left and right are not")
  func mirrored() throws {
    var container = ConstrainedItems()
    container.setSize(width: 100, height: 10)
    let label = container.addItem(width: 20, height: 1)
    let field = container.addItem(width: 10, height: 1)
    let mark = container.addItem(width: 4, height: 1)
    container.add(LayoutConstraint(label.leading, .equal, all.leading, constant: 3))
    container.add(LayoutConstraint(field.leading, .equal, label.trailing, constant: 2))
    container.add(
      LayoutConstraint(field.trailing, .equal, all.trailing, times: 0.5, constant: -1))
    container.add(
      LayoutConstraint(label.width, .lessThanOrEqual, label[.contentWidth], priority: 251))
    container.add(LayoutConstraint(mark.right, .equal, all.right, constant: -5))
    var left: [[Double]] = []
    for direction in [ConstrainedItems.Direction.leftToRight, .rightToLeft, .leftToRight] {
      container.direction = direction
      container.solve()
      left.append([label, field, mark].map { container.frame(of: $0).x })
      #expect(container.frame(of: field).width == 24)
      #expect(container.conflicts.isEmpty)
    }
    #expect(left == [[3, 25, 91], [77, 51, 91], [3, 25, 91]])
  }

  @Test("right-to-left layout mirrors leading, trailing and center positions exactly")
  func mirrorImage() throws {
    var container = ConstrainedItems()
    container.setSize(width: 83, height: 10)
    let views = (0..<4).map { container.addItem(width: Double(5 + 3 * $0)) }
    container.add(LayoutConstraint(views[0].leading, .equal, all.leading, constant: 2))
    container.add(LayoutConstraint(views[1].leading, .equal, views[0].centerX, constant: 9))
    container.add(LayoutConstraint(views[2].trailing, .equal, all.trailing, times: 0.75))
    container.add(
      LayoutConstraint(views[3].centerX, .equal, views[2].leading, times: 0.5, constant: -4))
    container.solve()
    let before = views.map { container.frame(of: $0) }
    container.direction = .rightToLeft
    container.solve()
    for (view, frame) in zip(views, before) {
      let mirrored = container.frame(of: view)
      #expect(abs(mirrored.x - (83 - frame.x - frame.width)) < 1e-9)
      #expect(mirrored.width == frame.width)
    }
  }

  @Test("content resists compression more than expansion")
  func content() throws {
    var container = ConstrainedItems()
    let (first, second) = (
      container.addItem(width: 30, height: 1), container.addItem(width: 50, height: 1)
    )
    container.add(LayoutConstraint(first.left, .equal, 0))
    container.add(LayoutConstraint(second.left, .equal, first.right))
    container.add(LayoutConstraint(second.right, .equal, all.right))
    container.add(
      LayoutConstraint(first.width, .lessThanOrEqual, first[.contentWidth], priority: 251))
    container.add(
      LayoutConstraint(second.width, .greaterThanOrEqual, second[.contentWidth], priority: 739))
    for (width, expected) in [
      (80.0, [30.0, 50]), (100, [30, 70]), (60, [30, 30]), (25, [25, 0]),
    ] {
      container.setSize(width: width, height: 1)
      container.solve()
      let widths = [first, second].map { container.frame(of: $0).width }
      #expect(widths == expected, "width \(width)")
    }
  }

  @Test("a changed content size lays out its child again")
  func intrinsicSize() throws {
    var container = ConstrainedItems()
    container.setSize(width: 50, height: 5)
    let child = container.addItem(width: 10)
    container.add(LayoutConstraint(child.centerX, .equal, all.centerX))
    for (size, x) in [(10.0, 20.0), (16, 17), (0, 25)] {
      container.setContent(size, .horizontal, of: child)
      container.solve()
      #expect(container.frame(of: child).x == x)
    }
    container.add(LayoutConstraint(child.left, .equal, 5))
    container.solve()
    #expect(container.frame(of: child).width == 40)
  }

  @Test("a size is never negative")
  func notNegative() throws {
    var container = ConstrainedItems()
    container.setSize(width: 10, height: 10)
    let child = container.addItem()
    container.add(LayoutConstraint(child.left, .equal, 8))
    container.add(LayoutConstraint(child.right, .equal, 4, priority: .suggestion))
    container.solve()
    #expect(container.frame(of: child) == ConstraintFrame(x: 8, y: 0, width: 0, height: 0))
  }

  @Test("children overflow the container if required constraints exceed its size")
  func overflow() throws {
    var container = ConstrainedItems()
    let child = container.addItem()
    container.add(LayoutConstraint(child.left, .equal, 2))
    let right = LayoutConstraint(child.right, .equal, all.right, constant: -2)
    container.add(right)
    container.add(LayoutConstraint(child.width, .greaterThanOrEqual, 20))
    for (width, expected) in [(40.0, 36.0), (10, 20), (0, 20), (25, 21)] {
      container.setSize(width: width, height: 3)
      container.solve()
      #expect(container.frame(of: child).width == expected)
      #expect(
        container.dropped == (width < 24 ? [right] : []))
    }
    #expect(container.fittingSize(width: nil, height: nil) == (24, 0))
  }

  @Test("the fitting size is the smallest that violates no constraint more than necessary")
  func fitting() throws {
    var container = ConstrainedItems()
    container.setSize(width: 200, height: 200)
    let (title, body) = (
      container.addItem(width: 12, height: 1), container.addItem(width: 30, height: 8)
    )
    for child in [title, body] {
      container.add(
        LayoutConstraint(child.left, .greaterThanOrEqual, all.left, constant: 2))
      container.add(
        LayoutConstraint(child.right, .lessThanOrEqual, all.right, constant: -2))
      container.add(LayoutConstraint(child.centerX, .equal, all.centerX))
    }
    container.add(LayoutConstraint(title.top, .equal, 1))
    container.add(LayoutConstraint(body.top, .equal, title.bottom, constant: 1))
    container.add(LayoutConstraint(body.bottom, .equal, all.bottom, constant: -1))
    #expect(container.fittingSize(width: nil, height: nil) == (34, 12))
    #expect(container.fittingSize(width: 50, height: nil) == (50, 12))
    #expect(container.fittingSize(width: 3, height: 20) == (3, 20))
    // The query changes nothing.
    container.solve()
    #expect(container.frame(of: title).x == 94)
  }

  @Test("a constraint on the content size of an item follows changes of the content")
  func contentAnchors() {
    var container = ConstrainedItems()
    container.setSize(width: 50, height: 9)
    let (list, frame) = (container.addItem(width: 12, height: 4), container.addItem(width: 5))
    container.add(LayoutConstraint(frame.width, .equal, list[.contentWidth], constant: 2))
    container.add(LayoutConstraint(list.width, .equal, 3))
    container.add(
      LayoutConstraint(frame.height, .greaterThanOrEqual, list[.contentHeight], times: 2))
    container.solve()
    #expect(container.frame(of: frame) == ConstraintFrame(x: 0, y: 0, width: 14, height: 8))
    container.setContent(20, .horizontal, of: list)
    container.setContent(1, .vertical, of: list)
    container.solve()
    #expect(container.frame(of: frame) == ConstraintFrame(x: 0, y: 0, width: 22, height: 2))
    #expect(container.frame(of: list).width == 3)
  }

  @Test("a constraint with NaN, an infinite or an extreme number is left out and reported")
  func refused() {
    for number in [Double.nan, .infinity, -.infinity, 1e13] {
      var container = ConstrainedItems()
      let item = container.addItem(width: 4, height: number)
      container.setSize(width: number, height: 1)
      let constraints = [
        LayoutConstraint(item.left, .equal, number),
        LayoutConstraint(item.left, .equal, all.right, times: number),
        LayoutConstraint(item.left, .equal, item.top, constant: number, priority: .low),
      ]
      for constraint in constraints { container.add(constraint) }
      container.solve()
      #expect(container.conflicts.map(\.reason) == [.outOfRange, .outOfRange, .outOfRange])
      #expect("\(container.conflicts[0])".contains("a.left = "))
      let size = number > 0 ? 1e6 : 0
      #expect(
        container.frame(of: item) == ConstraintFrame(x: 0, y: 0, width: 4, height: size))
      container.constraints = [LayoutConstraint(item.left, .equal, 3)]
      container.solve()
      #expect(container.conflicts.isEmpty)
      #expect(container.frame(of: item).x == 3)
    }
  }
}
