import MillraceLayout
import Testing

@Suite("Aspect ratios in constraint containers")
struct ConstrainedRatioTests {
  private func container(
    by constraints: [LayoutConstraint] = [], _ configure: @escaping (inout LayoutStyle) -> Void
  ) -> LayoutNode {
    let child = box {
      $0.aspectRatio = 2
      configure(&$0)
    }
    return constrained(child, by: constraints)
  }

  @Test("a ratio gives the height from a width of the style or the constraints")
  func height() {
    #expect(container { $0.width = 20 }.frames(in: 60, 40)[0] == rect(0, 0, 20, 10))
    let root = container(by: [a.width == all.width / 2]) { _ in }
    #expect(root.frames(in: 60, 40)[0] == rect(0, 0, 30, 15))
    #expect(root.frames(in: 20, 40)[0] == rect(0, 0, 10, 5))
  }

  @Test("a ratio gives the width from the style's height, and constraints override the ratio")
  func width() {
    let root = container { $0.height = 6 }
    #expect(root.frames(in: 60, 40)[0] == rect(0, 0, 12, 6))
    root.constrain(by: [a.width == 5])
    #expect(root.frames(in: 60, 40)[0] == rect(0, 0, 5, 6))
  }
}
