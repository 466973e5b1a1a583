import MillraceLayout
import Testing

@Suite("Containers whose children stand where constraints put them")
struct ConstrainedNodeTests {
  private func container(_ children: LayoutNode...) -> LayoutNode {
    box({ $0.display = .constraints }, children: children)
  }

  /// A sidebar of a third, at most 20 wide, and a body beside it, over the whole height.
  private func sidebarAndBody() throws -> LayoutNode {
    let root = container(text(8), text(5, 5, 5))
    let sidebar = root.item(root.children[0])
    let body = root.item(root.children[1])
    for item in [sidebar, body] {
      try root.add(LayoutConstraint(item.top, .equal, LayoutItemID.container.top))
      try root.add(LayoutConstraint(item.bottom, .equal, LayoutItemID.container.bottom))
    }
    try root.add(LayoutConstraint(sidebar.leading, .equal, LayoutItemID.container.leading))
    try root.add(LayoutConstraint(body.trailing, .equal, LayoutItemID.container.trailing))
    try root.add(LayoutConstraint(body.leading, .equal, sidebar.trailing, constant: 1))
    try root.add(LayoutConstraint(sidebar.width, .lessThanOrEqual, 20))
    try root.add(
      LayoutConstraint(
        sidebar.width, .equal, LayoutItemID.container.width, times: 1.0 / 3, priority: 900))
    return root
  }

  @Test("anchors, relations, multipliers and priorities give frames")
  func frames() throws {
    let root = try sidebarAndBody()
    #expect(root.frames(in: 30, 6) == [rect(0, 0, 10, 6), rect(11, 0, 19, 6)])
    #expect(root.frames(in: 90, 6) == [rect(0, 0, 20, 6), rect(21, 0, 69, 6)])
    #expect(root.constraintConflicts.isEmpty)
    #expect(root.ambiguousItems().isEmpty)
  }

  @Test("leading and trailing are mirrored from right to left")
  func mirrored() throws {
    let root = try sidebarAndBody()
    root.style.layoutDirection = .rightToLeft
    #expect(root.frames(in: 30, 6) == [rect(20, 0, 10, 6), rect(0, 0, 19, 6)])
    root.style.layoutDirection = .leftToRight
    #expect(root.frames(in: 30, 6) == [rect(0, 0, 10, 6), rect(11, 0, 19, 6)])
  }

  @Test("a text is as high as its lines in the width that the constraints give it")
  func textHeight() throws {
    let root = container(text(4, 4, 4))
    let item = root.item(root.children[0])
    try root.add(LayoutConstraint(item.left, .equal, LayoutItemID.container.left, constant: 1))
    try root.add(LayoutConstraint(item.right, .lessThanOrEqual, LayoutItemID.container.right))
    try root.add(LayoutConstraint(item.top, .equal, LayoutItemID.container.top))
    #expect(root.frames(in: 40, 9) == [rect(1, 0, 14, 1)])
    #expect(root.frames(in: 11, 9) == [rect(1, 0, 10, 2)])
    root.children[0].measure = measureWords([6, 6])
    #expect(root.frames(in: 11, 9) == [rect(1, 0, 10, 2)])
    root.children[0].measure = measureWords([6])
    #expect(root.frames(in: 11, 9) == [rect(1, 0, 6, 1)])
  }

  @Test("limits of a height that ask the content are those of the content in its width")
  func limitsOfContent() throws {
    let low = text(5, 5, 5) {
      $0.height = 1; $0.minHeight = .minContent
    }
    let high = text(5, 5, 5) {
      $0.height = 9; $0.maxHeight = .fitContent
    }
    let root = container(low, high)
    for child in root.children {
      try root.add(LayoutConstraint(root.item(child).width, .equal, 6))
      try root.add(LayoutConstraint(root.item(child).left, .equal, 0))
      try root.add(LayoutConstraint(root.item(child).top, .equal, 0))
    }
    #expect(root.frames(in: 40, 10) == [rect(0, 0, 6, 3), rect(0, 0, 6, 3)])
  }

  @Test("in a flex container it is as large as its constraints make it, and changes with them")
  func fitted() throws {
    let inner = container(text(6), text(4))
    let upper = inner.item(inner.children[0])
    let lower = inner.item(inner.children[1])
    try inner.add(LayoutConstraint(upper.top, .equal, LayoutItemID.container.top))
    try inner.add(LayoutConstraint(upper.left, .equal, LayoutItemID.container.left))
    let gap = try inner.add(LayoutConstraint(lower.top, .equal, upper.bottom, constant: 2))
    try inner.add(LayoutConstraint(lower.left, .equal, upper.left, constant: 3))
    try inner.add(
      LayoutConstraint(LayoutItemID.container.bottom, .greaterThanOrEqual, lower.bottom))
    try inner.add(LayoutConstraint(LayoutItemID.container.right, .greaterThanOrEqual, lower.right))
    let root = box(
      {
        $0.direction = .column
        $0.alignItems = .flexStart
      }, inner, text(1))
    #expect(root.frames(in: 40, 20) == [rect(0, 0, 7, 4), rect(0, 4, 1, 1)])
    #expect(inner.children[1].frame == rect(3, 3, 4, 1))
    try inner.remove(gap)
    try inner.add(LayoutConstraint(lower.top, .equal, upper.bottom))
    #expect(root.frames(in: 40, 20) == [rect(0, 0, 7, 2), rect(0, 2, 1, 1)])
    #expect(throws: LayoutConstraintError.unknownConstraint) { try inner.remove(gap) }
  }

  @Test("of constraints that contradict each other the newest is left out, and named")
  func conflict() throws {
    let root = container(box())
    let item = root.item(root.children[0])
    try root.add(LayoutConstraint(item.width, .equal, 8))
    try root.add(LayoutConstraint(item.left, .equal, LayoutItemID.container.left))
    let wider = try root.add(
      LayoutConstraint(item.width, .greaterThanOrEqual, 9, identifier: "wide enough"))
    #expect(root.frames(in: 20, 2)[0].width == 8)
    #expect(root.constraintConflicts.count == 1)
    #expect("\(root.constraintConflicts[0])".contains("wide enough"))
    try root.remove(wider)
    _ = root.frames(in: 20, 2)
    #expect(root.constraintConflicts.isEmpty)
  }

  @Test("hugging and compression resistance decide who gives way")
  func contents() throws {
    let root = container(text(10), text(10))
    let (left, right) = (root.item(root.children[0]), root.item(root.children[1]))
    try root.add(LayoutConstraint(left.left, .equal, LayoutItemID.container.left))
    try root.add(LayoutConstraint(right.left, .equal, left.right))
    try root.add(LayoutConstraint(right.right, .equal, LayoutItemID.container.right))
    root.setHugging(300, axis: .horizontal, of: root.children[0])
    root.setCompressionResistance(800, axis: .horizontal, of: root.children[1])
    #expect(root.frames(in: 30, 2).map(\.width) == [10, 20])
    #expect(root.frames(in: 14, 2).map(\.width) == [4, 10])
  }

  @Test("what no constraint says is reported as ambiguous")
  func ambiguous() throws {
    let root = container(box { $0.width = 3 })
    let item = root.item(root.children[0])
    try root.add(LayoutConstraint(item.top, .equal, LayoutItemID.container.top))
    _ = root.frames(in: 10, 2)
    #expect(root.ambiguousItems().map(\.attributes) == [[.left]])
  }

  @Test("a child that is removed takes its constraints along; a hidden one is 0 by 0")
  func removed() throws {
    let root = container(text(4), text(3))
    let (first, second) = (root.item(root.children[0]), root.item(root.children[1]))
    try root.add(LayoutConstraint(first.left, .equal, LayoutItemID.container.left, constant: 1))
    try root.add(LayoutConstraint(second.left, .equal, first.right, constant: 1))
    #expect(root.frames(in: 20, 2).map(\.x) == [1, 6])
    root.children[0].style.display = .none
    #expect(root.frames(in: 20, 2)[1].x == 2)
    root.remove(at: 0)
    let alone = container(text(3))
    let last = alone.item(alone.children[0])
    try alone.remove(alone.add(LayoutConstraint(last.left, .equal, 1)))
    _ = alone.frames(in: 20, 2)
    #expect(root.constraintContainerCount == alone.constraintContainerCount)
    #expect(throws: LayoutConstraintError.self) {
      try root.add(LayoutConstraint(first.left, .equal, 3))
    }
  }

  @Test("absolute children and boxes without a box are laid out in it as elsewhere")
  func others() throws {
    let inside = text(3)
    let wrapper = box(
      {
        $0.display = .contents
        $0.position = .static
      }, inside)
    let absolute = box {
      $0.position = .absolute
      $0.inset = Edges(right: 0, bottom: 0)
      ($0.width, $0.height) = (2, 1)
    }
    absolute.style.inset = Edges(left: .auto, top: .auto, right: 0, bottom: 0)
    let root = container(wrapper, absolute)
    let item = root.item(inside)
    try root.add(LayoutConstraint(item.centerX, .equal, LayoutItemID.container.centerX))
    try root.add(LayoutConstraint(item.centerY, .equal, LayoutItemID.container.centerY))
    root.layout(width: .definite(9), height: .definite(3))
    #expect(inside.frame == rect(3, 1, 3, 1))
    #expect(absolute.frame == rect(7, 2, 2, 1))
  }
}
