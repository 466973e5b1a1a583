import MillraceLayout
import Testing

@Suite("Children that are temporarily outside the constraints")
struct SuspendedChildTests {
  private func sized(_ configure: (inout LayoutStyle) -> Void = { _ in }) -> LayoutNode {
    box {
      ($0.width, $0.height) = (5, 2)
      configure(&$0)
    }
  }

  @Test(
    "constraints on a child are suspended while it is absolute, and can be added meanwhile")
  func absolute() {
    let constraints = [
      a.left == 30, (b.left == a.right).priority(900), (b.left == 3).priority(100),
    ]
    let root = constrained(sized(), sized(), by: constraints)
    #expect(root.frames(in: 60, 4).map(\.x) == [30, 35])
    for _ in 0..<2 {
      root.children[0].style.position = .absolute
      #expect(root.frames(in: 60, 4).map(\.x) == [0, 3])
      root.children[0].style.position = .relative
      #expect(root.frames(in: 60, 4).map(\.x) == [30, 35])
    }
    root.children[0].style.position = .absolute
    _ = root.frames(in: 60, 4)
    root.constrain(by: constraints + [a.top == 1, a.left == 31])
    #expect(root.frames(in: 60, 4)[0] == rect(0, 0, 5, 2))
    #expect(root.constraintConflicts.isEmpty)
    root.children[0].style.position = .relative
    #expect(root.frames(in: 60, 4)[0] == rect(30, 1, 5, 2))
    #expect(root.dropped == [a.left == 31])
  }

  @Test("a wrapper with display: contents and its child keep their constraints")
  func wrapper() {
    let inside = sized()
    let wrapper = box({ $0.position = .static }, inside)
    let root = box({ $0.display = .constraints }, wrapper)
    root.constrain(["a": wrapper, "b": inside], by: [a.left == 30, b.left == 7])
    #expect(root.frames(in: 60, 4)[0].x == 30)
    for _ in 0..<2 {
      wrapper.style.display = .contents
      _ = root.frames(in: 60, 4)
      #expect(inside.frame.x == 7)
      wrapper.style.display = .flex
      #expect(root.frames(in: 60, 4)[0].x == 30)
      #expect(inside.absoluteFrame.x == 30)
    }
  }

  @Test("a removed child loses its name, and its replacement gets the name with the next call")
  func leaving() {
    let root = constrained(sized { $0.position = .absolute }, by: [a.left == 30])
    let child = root.children[0]
    _ = root.frames(in: 60, 4)
    root.remove(at: 0)
    child.style.position = .relative
    root.append(child)
    #expect(root.frames(in: 60, 4)[0].x == 0)
    root.constrain(by: [a.left == 30])
    #expect(root.frames(in: 60, 4)[0].x == 30)
    root.remove(at: 0)
    root.append(sized())
    root.constrain(by: [a.left == 30])
    #expect(root.frames(in: 60, 4)[0].x == 30)
  }
}
