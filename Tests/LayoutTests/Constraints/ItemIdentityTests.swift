import MillraceLayout
import Testing

@Suite("Names of items and constraints in another container")
struct ItemIdentityTests {
  private func container() -> LayoutNode { box({ $0.display = .constraints }, box()) }

  @Test("an item of one container is unknown to another, and so is a constraint")
  func foreign() throws {
    let (one, other) = (container(), container())
    let item = one.item(one.children[0])
    let own = other.item(other.children[0])
    #expect(item != own)
    let constraint = try one.add(LayoutConstraint(item.left, .equal, 9))
    try other.add(LayoutConstraint(own.left, .equal, 4))
    #expect(throws: LayoutConstraintError.unknownItem(item)) {
      try other.add(LayoutConstraint(item.left, .equal, 9))
    }
    #expect(throws: LayoutConstraintError.unknownItem(item)) {
      try other.add(LayoutConstraint(own.left, .equal, item.left))
    }
    #expect(throws: LayoutConstraintError.unknownConstraint) { try other.remove(constraint) }
    #expect(throws: LayoutConstraintError.unknownConstraint) {
      try box().remove(constraint)
    }
    #expect(other.frames(in: 20, 2)[0].x == 4)
    #expect(one.frames(in: 20, 2)[0].x == 9)
  }
}
