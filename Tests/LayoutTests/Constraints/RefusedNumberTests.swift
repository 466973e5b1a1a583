import MillraceLayout
import Testing

@Suite("Constraints whose numbers are refused")
struct RefusedNumberTests {
  @Test("a number that is refused is named as it was given")
  func refused() throws {
    let root = box({ $0.display = .constraints }, box())
    let item = root.item(root.children[0])
    for number in [Double.infinity, -.infinity, 1e13, -1e13] {
      #expect(throws: LayoutConstraintError.outOfRange(number)) {
        try root.add(LayoutConstraint(item.left, .equal, number))
      }
      #expect(throws: LayoutConstraintError.outOfRange(number)) {
        try root.add(
          LayoutConstraint(item.left, .equal, LayoutItemID.container.right, times: number))
      }
    }
    #expect(throws: LayoutConstraintError.outOfRange(1e-7)) {
      try root.add(LayoutConstraint(item.left, .equal, LayoutItemID.container.right, times: 1e-7))
    }
  }
}
