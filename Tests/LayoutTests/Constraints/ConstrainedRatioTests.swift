import MillraceLayout
import Testing

@Suite("Children with an aspect ratio in a container of constraints")
struct ConstrainedRatioTests {
  private func container(_ configure: (inout LayoutStyle) -> Void) -> (LayoutNode, LayoutItemID) {
    let root = box(
      { $0.display = .constraints },
      box {
        $0.aspectRatio = 2
        configure(&$0)
      })
    return (root, root.item(root.children[0]))
  }

  @Test("a height follows from the width that the style or the constraints give")
  func height() throws {
    var (root, item) = container { $0.width = 20 }
    #expect(root.frames(in: 60, 40)[0] == rect(0, 0, 20, 10))
    (root, item) = container { _ in }
    try root.add(LayoutConstraint(item.width, .equal, LayoutItemID.container.width, times: 0.5))
    #expect(root.frames(in: 60, 40)[0] == rect(0, 0, 30, 15))
    #expect(root.frames(in: 20, 40)[0] == rect(0, 0, 10, 5))
  }

  @Test("a width follows from the style's height, and constraints come before the ratio")
  func width() throws {
    let (root, item) = container { $0.height = 6 }
    #expect(root.frames(in: 60, 40)[0] == rect(0, 0, 12, 6))
    try root.add(LayoutConstraint(item.width, .equal, 5))
    #expect(root.frames(in: 60, 40)[0] == rect(0, 0, 5, 6))
  }
}
