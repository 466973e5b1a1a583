import MillraceLayout
import Testing

@Suite("A container laid out by constraints")
struct ContainerTests {
  let all = LayoutItemID.container

  @Test("every attribute of a child can be tied to the container's")
  func attributes() throws {
    for attribute in LayoutAttribute.allCases {
      var container = ConstraintContainerSolver()
      try container.setSize(width: 100, height: 40)
      let child = try container.addChild(width: 20, height: 10)
      try container.add(LayoutConstraint(child[attribute], .equal, all[attribute]))
      container.solve()
      let frame = try container.frame(of: child)
      switch attribute {
      case .left, .leading: #expect(frame.x == 0 && frame.width == 20)
      case .right, .trailing: #expect(frame.x == 80 && frame.width == 20)
      case .top: #expect(frame.y == 0 && frame.height == 10)
      case .bottom: #expect(frame.y == 30 && frame.height == 10)
      case .width: #expect(frame.width == 100 && frame.height == 10)
      case .height: #expect(frame.width == 20 && frame.height == 40)
      case .centerX: #expect(frame.x == 40 && frame.width == 20)
      case .centerY: #expect(frame.y == 15 && frame.height == 10)
      }
    }
  }

  @Test("multiplier and constant apply to the second item, across axes as well")
  func multiplier() throws {
    var container = ConstraintContainerSolver()
    try container.setSize(width: 90, height: 40)
    let child = try container.addChild()
    try container.add(
      LayoutConstraint(child.width, .equal, all.width, times: 1.0 / 3, constant: 2))
    try container.add(LayoutConstraint(child.height, .equal, child.width, times: 0.5))
    try container.add(LayoutConstraint(child.left, .equal, 7))
    try container.add(LayoutConstraint(child.bottom, .equal, all.centerY))
    container.solve()
    #expect(
      try container.frame(of: child) == ConstraintFrame(x: 7, y: 4, width: 32, height: 16))
  }

  @Test("from right to left, leading and trailing are mirrored, and left and right are not")
  func mirrored() throws {
    var container = ConstraintContainerSolver()
    try container.setSize(width: 100, height: 10)
    let label = try container.addChild(width: 20, height: 1)
    let field = try container.addChild(width: 10, height: 1)
    let mark = try container.addChild(width: 4, height: 1)
    try container.add(LayoutConstraint(label.leading, .equal, all.leading, constant: 3))
    try container.add(LayoutConstraint(field.leading, .equal, label.trailing, constant: 2))
    try container.add(
      LayoutConstraint(field.trailing, .equal, all.trailing, times: 0.5, constant: -1))
    try container.setHugging(251, axis: .horizontal, of: label)
    try container.add(LayoutConstraint(mark.right, .equal, all.right, constant: -5))
    var left: [[Double]] = []
    for direction in [ConstraintContainerSolver.Direction.leftToRight, .rightToLeft, .leftToRight] {
      container.direction = direction
      container.solve()
      left.append(try [label, field, mark].map { try container.frame(of: $0).x })
      #expect(try container.frame(of: field).width == 24)
      #expect(container.conflicts.isEmpty)
    }
    #expect(left == [[3, 25, 91], [77, 51, 91], [3, 25, 91]])
  }

  @Test("a layout of leading, trailing and centres is the exact mirror image from right to left")
  func mirrorImage() throws {
    var container = ConstraintContainerSolver()
    try container.setSize(width: 83, height: 10)
    let views = try (0..<4).map { try container.addChild(width: Double(5 + 3 * $0)) }
    try container.add(LayoutConstraint(views[0].leading, .equal, all.leading, constant: 2))
    try container.add(LayoutConstraint(views[1].leading, .equal, views[0].centerX, constant: 9))
    try container.add(LayoutConstraint(views[2].trailing, .equal, all.trailing, times: 0.75))
    try container.add(
      LayoutConstraint(views[3].centerX, .equal, views[2].leading, times: 0.5, constant: -4))
    container.solve()
    let before = try views.map { try container.frame(of: $0) }
    container.direction = .rightToLeft
    container.solve()
    for (view, frame) in zip(views, before) {
      let mirrored = try container.frame(of: view)
      #expect(abs(mirrored.x - (83 - frame.x - frame.width)) < 1e-9)
      #expect(mirrored.width == frame.width)
    }
  }

  @Test("content resists being made smaller more than being made larger")
  func content() throws {
    var container = ConstraintContainerSolver()
    let (first, second) = (
      try container.addChild(width: 30, height: 1), try container.addChild(width: 50, height: 1)
    )
    try container.add(LayoutConstraint(first.left, .equal, 0))
    try container.add(LayoutConstraint(second.left, .equal, first.right))
    try container.add(LayoutConstraint(second.right, .equal, all.right))
    try container.setHugging(251, axis: .horizontal, of: first)
    try container.setCompressionResistance(749, axis: .horizontal, of: second)
    for (width, expected) in [
      (80.0, [30.0, 50]), (100, [30, 70]), (60, [30, 30]), (25, [25, 0]),
    ] {
      try container.setSize(width: width, height: 1)
      container.solve()
      let widths = try [first, second].map { try container.frame(of: $0).width }
      #expect(widths == expected, "width \(width)")
    }
  }

  @Test("a child whose content changes is laid out anew")
  func intrinsicSize() throws {
    var container = ConstraintContainerSolver()
    try container.setSize(width: 50, height: 5)
    let child = try container.addChild(width: 10)
    try container.add(LayoutConstraint(child.centerX, .equal, all.centerX))
    for (size, x) in [(10.0, 20.0), (16, 17), (0, 25)] {
      try container.setIntrinsicSize(size, axis: .horizontal, of: child)
      container.solve()
      #expect(try container.frame(of: child).x == x)
    }
    try container.setIntrinsicSize(nil, axis: .horizontal, of: child)
    try container.add(LayoutConstraint(child.left, .equal, 5))
    container.solve()
    #expect(try container.frame(of: child).width == 40)
  }

  @Test("sizes are never negative")
  func notNegative() throws {
    var container = ConstraintContainerSolver()
    try container.setSize(width: 10, height: 10)
    let child = try container.addChild()
    try container.add(LayoutConstraint(child.left, .equal, 8))
    try container.add(LayoutConstraint(child.right, .equal, 4, priority: 999))
    container.solve()
    #expect(try container.frame(of: child) == ConstraintFrame(x: 8, y: 0, width: 0, height: 0))
  }

  @Test("required constraints that need more than the container has reach beyond it")
  func overflow() throws {
    var container = ConstraintContainerSolver()
    let child = try container.addChild()
    try container.add(LayoutConstraint(child.left, .equal, 2))
    let right = LayoutConstraint(child.right, .equal, all.right, constant: -2)
    try container.add(right)
    try container.add(LayoutConstraint(child.width, .greaterThanOrEqual, 20))
    for (width, expected) in [(40.0, 36.0), (10, 20), (0, 20), (25, 21)] {
      try container.setSize(width: width, height: 3)
      container.solve()
      #expect(container.size == LayoutSize(width: width, height: 3))
      #expect(try container.frame(of: child).width == expected)
      #expect(
        container.conflicts.map(\.leftOut) == (width < 24 ? [.constraint(right)] : []))
    }
    #expect(try container.fittingSize() == LayoutSize(width: 24, height: 0))
  }

  @Test("the fitting size is the smallest that suits every constraint as well as any")
  func fitting() throws {
    var container = ConstraintContainerSolver()
    try container.setSize(width: 200, height: 200)
    let (title, body) = (
      try container.addChild(width: 12, height: 1), try container.addChild(width: 30, height: 8)
    )
    for child in [title, body] {
      try container.add(
        LayoutConstraint(child.left, .greaterThanOrEqual, all.left, constant: 2))
      try container.add(
        LayoutConstraint(child.right, .lessThanOrEqual, all.right, constant: -2))
      try container.add(LayoutConstraint(child.centerX, .equal, all.centerX))
    }
    try container.add(LayoutConstraint(title.top, .equal, 1))
    try container.add(LayoutConstraint(body.top, .equal, title.bottom, constant: 1))
    try container.add(LayoutConstraint(body.bottom, .equal, all.bottom, constant: -1))
    #expect(try container.fittingSize() == LayoutSize(width: 34, height: 12))
    #expect(try container.fittingSize(width: 50) == LayoutSize(width: 50, height: 12))
    #expect(try container.fittingSize(width: 3, height: 20) == LayoutSize(width: 3, height: 20))
    // Asking changes nothing.
    container.solve()
    #expect(container.size == LayoutSize(width: 200, height: 200))
    #expect(try container.frame(of: title).x == 94)
  }

  @Test("what constraints leave open is reported, and nothing else")
  func ambiguity() throws {
    var container = ConstraintContainerSolver()
    try container.setSize(width: 60, height: 20)
    let (first, second) = (
      try container.addChild(width: 10, height: 2), try container.addChild(height: 3)
    )
    try container.add(LayoutConstraint(first.left, .equal, 1))
    try container.add(LayoutConstraint(first.top, .equal, 1))
    try container.add(LayoutConstraint(second.left, .equal, first.right))
    try container.add(LayoutConstraint(second.right, .lessThanOrEqual, all.right))
    #expect(
      container.ambiguousItems() == [AmbiguousItem(item: second, attributes: [.top, .width])])
    try container.add(LayoutConstraint(second.right, .equal, all.right, priority: 1))
    try container.add(LayoutConstraint(second.bottom, .equal, first.bottom))
    #expect(container.ambiguousItems().isEmpty)
  }

  @Test("sizes and constants that are no numbers, and items of no use, are refused")
  func refused() throws {
    var container = ConstraintContainerSolver()
    let (gone, child) = (try container.addChild(), try container.addChild(width: 4))
    let constraint = try container.add(LayoutConstraint(gone.left, .equal, child.right))
    try container.removeChild(gone)
    #expect(throws: LayoutConstraintError.unknownConstraint) { try container.remove(constraint) }
    #expect(throws: LayoutConstraintError.unknownItem(gone)) {
      try container.add(LayoutConstraint(child.left, .equal, gone.right))
    }
    for number in [Double.nan, .infinity, -.infinity, 1e13] {
      #expect(throws: LayoutConstraintError.self) {
        try container.setSize(width: number, height: 1)
      }
      #expect(throws: LayoutConstraintError.self) { try container.addChild(height: number) }
      #expect(throws: LayoutConstraintError.self) {
        try container.setIntrinsicSize(number, axis: .vertical, of: child)
      }
      #expect(throws: LayoutConstraintError.self) {
        try container.add(LayoutConstraint(child.left, .equal, number))
      }
      #expect(throws: LayoutConstraintError.self) {
        try container.add(LayoutConstraint(child.left, .equal, all.right, times: number))
      }
      #expect(throws: LayoutConstraintError.self) { try container.fittingSize(width: number) }
    }
    #expect(throws: LayoutConstraintError.outOfRange(-1)) {
      try container.setSize(width: -1, height: 1)
    }
    container.solve()
    #expect(
      try container.frame(of: child) == ConstraintFrame(x: 0, y: 0, width: 4, height: 0))
  }
}
