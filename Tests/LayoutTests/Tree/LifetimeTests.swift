import Testing
import TestSupport

@testable import MillraceLayout

@Suite("Released trees")
struct LifetimeTests {
  @Test("a released tree is freed, also with changes since its last layout")
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

  @Test("new nodes reuse the memory of released ones")
  func reused() {
    let root = box({ _ in }, text(1), box({ _ in }, text(2)))
    for round in 0..<rounds(300, long: 1_000) {
      let row = box({ _ in }, text(round % 7), text(3))
      row.remove(at: 1)
      root.append(row)
      root.layout(width: .definite(20), height: .definite(4))
      root.remove(at: 2)
    }
    #expect(root.arena.end < 20)
    #expect(root.children[1].children[0].unroundedFrame.width == 2)
  }

  @Test("a child that outlives its tree becomes a root")
  func outlived() {
    let child = box({ _ in }, text(3))
    do {
      let root = box({ $0.layoutDirection = .rightToLeft }, child)
      root.layout(width: .definite(20), height: .definite(4))
      child.children[0].markDirty()
    }
    #expect(child.parent == nil)
    #expect(child.layout(width: .maxContent, height: .maxContent).first?.old == nil)
    child.children[0].measure = measureWords([5])
    #expect(!child.layout(width: .maxContent, height: .maxContent).isEmpty)
    #expect(child.frame.width == 5)
    child.children[0].measure = measureWords([7])
    child.layout(width: .maxContent, height: .maxContent)
    #expect(child.frame.width == 7)
  }

  @Test("trees with constraint names are freed, also nested and with display: contents")
  func named() {
    weak var inner: LayoutNode?
    weak var leaf: LayoutNode?
    let container = box { $0.display = .constraints }
    do {
      let outer = constrained(constrained(text(1)))
      inner = outer.children[0]
      outer.layout(width: .definite(20), height: .definite(4))
      container.append(box({ $0.display = .contents }, text(2)))
      let named = container.children[0].children[0]
      leaf = named
      container.constrain(["g": named], by: [])
      container.layout(width: .definite(20), height: .definite(4))
    }
    #expect(inner == nil)
    #expect(leaf != nil)
    container.remove(at: 0)
    #expect(leaf == nil)
  }
}
