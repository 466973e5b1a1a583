import MillraceLayout
import Testing

@Suite("Trees that are dropped")
struct LifetimeTests {
  @Test("are freed, also with changes that no layout has seen")
  func freed() {
    weak var root: LayoutNode?
    weak var leaf: LayoutNode?
    do {
      let tree = box({ _ in }, text(3), box({ $0.position = .absolute }, text(2)))
      root = tree
      leaf = tree.children[1].children[0]
      tree.layout(width: .definite(20), height: .definite(4))
      tree.style.padding = Edges(1)
      tree.append(text(1))
      tree.children[1].children[0].markDirty()
      tree.markDirty()
    }
    #expect(root == nil)
    #expect(leaf == nil)
  }
}
