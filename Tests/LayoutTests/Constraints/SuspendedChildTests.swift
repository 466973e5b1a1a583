import MillraceLayout
import Testing

@Suite("A child that takes no part in its container's constraints for a while")
struct SuspendedChildTests {
  private func container(_ children: LayoutNode...) -> LayoutNode {
    box({ $0.display = .constraints }, children: children)
  }

  private func sized(_ configure: (inout LayoutStyle) -> Void = { _ in }) -> LayoutNode {
    box {
      ($0.width, $0.height) = (5, 2)
      configure(&$0)
    }
  }

  @Test("an absolute child keeps its constraints for when it is back, and takes new ones")
  func absolute() throws {
    let root = container(sized(), sized())
    let (first, second) = (root.item(root.children[0]), root.item(root.children[1]))
    try root.add(LayoutConstraint(first.left, .equal, 30))
    try root.add(LayoutConstraint(second.left, .equal, first.right, priority: 900))
    try root.add(LayoutConstraint(second.left, .equal, 3, priority: 100))
    #expect(root.frames(in: 60, 4).map(\.x) == [30, 35])
    for _ in 0..<2 {
      root.children[0].style.position = .absolute
      #expect(root.frames(in: 60, 4).map(\.x) == [0, 3])
      #expect(root.ambiguousItems().allSatisfy { $0.item == second })
      root.children[0].style.position = .relative
      #expect(root.frames(in: 60, 4).map(\.x) == [30, 35])
    }
    root.children[0].style.position = .absolute
    _ = root.frames(in: 60, 4)
    let top = try root.add(LayoutConstraint(first.top, .equal, 1))
    try root.add(LayoutConstraint(first.left, .equal, 31, identifier: "newer"))
    root.setHugging(800, axis: .horizontal, of: root.children[0])
    #expect(root.frames(in: 60, 4)[0] == rect(0, 0, 5, 2))
    #expect(root.constraintConflicts.isEmpty)
    root.children[0].style.position = .relative
    #expect(root.frames(in: 60, 4)[0] == rect(30, 1, 5, 2))
    #expect("\(root.constraintConflicts[0].leftOut)".contains("newer"))
    try root.remove(top)
  }

  @Test("a wrapper that has no box for a while, and what is in it, keep their constraints")
  func wrapper() throws {
    let inside = sized()
    let wrapper = box({ $0.position = .static }, inside)
    let root = container(wrapper)
    let item = root.item(wrapper)
    try root.add(LayoutConstraint(item.left, .equal, 30))
    #expect(root.frames(in: 60, 4)[0].x == 30)
    wrapper.style.display = .contents
    let inner = root.item(inside)
    try root.add(LayoutConstraint(inner.left, .equal, 7))
    _ = root.frames(in: 60, 4)
    #expect(inside.frame.x == 7)
    wrapper.style.display = .flex
    #expect(root.frames(in: 60, 4)[0].x == 30)
    #expect(inside.absoluteFrame.x == 30)
    wrapper.style.display = .contents
    _ = root.frames(in: 60, 4)
    #expect(inside.frame.x == 7)
    wrapper.remove(at: 0)
    wrapper.append(inside)
    _ = root.frames(in: 60, 4)
    #expect(throws: LayoutConstraintError.unknownItem(inner)) {
      try root.add(LayoutConstraint(inner.left, .equal, 3))
    }
  }

  @Test("a child that leaves the tree loses its constraints, also while it takes no part")
  func leaving() throws {
    let root = container(sized { $0.position = .absolute })
    let child = root.children[0]
    let item = root.item(child)
    try root.add(LayoutConstraint(item.left, .equal, 30))
    _ = root.frames(in: 60, 4)
    root.remove(at: 0)
    child.style.position = .relative
    root.append(child)
    #expect(root.frames(in: 60, 4)[0].x == 0)
    #expect(throws: LayoutConstraintError.unknownItem(item)) {
      try root.add(LayoutConstraint(item.left, .equal, 3))
    }
  }

  @Test("what is in a wrapper loses its constraints when the wrapper leaves")
  func leavingWrapper() throws {
    let inside = sized()
    let wrapper = box({ $0.display = .contents }, inside)
    let root = container(wrapper)
    let item = root.item(inside)
    try root.add(LayoutConstraint(item.left, .equal, 30))
    root.remove(at: 0)
    root.append(wrapper)
    _ = root.frames(in: 60, 4)
    #expect(inside.frame.x == 0)
    #expect(throws: LayoutConstraintError.unknownItem(item)) {
      try root.add(LayoutConstraint(item.left, .equal, 3))
    }
  }
}
