import Testing

@testable import MillraceLayout

@Suite("Measure functions")
struct MeasureFunctionTests {
  /// Runs a body in the measure function of a root's only child.
  private static func layOut(_ body: @escaping (LayoutNode) -> Void) {
    nonisolated(unsafe) let root = box({ _ in }, text(1))
    nonisolated(unsafe) let body = body
    root.children[0].measure = MeasureFunction { _, _ in
      body(root)
      return .zero
    }
    root.layout(width: .definite(20), height: .definite(10))
  }

  private func expectMessage(_ message: String, in result: ExitTest.Result?) {
    let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(output.contains(message))
  }

  @Test("a measure function that inserts into its own tree stops with a message")
  func inserting() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      Self.layOut { root in for _ in 0..<100 { root.append(text(2)) } }
    }
    expectMessage("LayoutNode.insert: a tree that these nodes are or were in", in: result)
  }

  @Test("a measure function that inserts its own tree into another stops with a message")
  func adopting() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      Self.layOut { root in
        box({ _ in }, children: (0..<100).map { _ in text(2) }).append(root)
      }
    }
    expectMessage("LayoutNode.insert: a tree that these nodes are or were in", in: result)
  }

  @Test("a measure function that inserts into a tree removed from its own stops with a message")
  func insertingInSharedStorage() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      nonisolated(unsafe) let root = box({ _ in }, text(1), box())
      nonisolated(unsafe) let other = root.remove(at: 1)
      root.children[0].measure = MeasureFunction { _, _ in
        for _ in 0..<100 { other.append(text(2)) }
        return .zero
      }
      root.layout(width: .definite(20), height: .definite(10))
    }
    expectMessage("LayoutNode.insert: a tree that these nodes are or were in", in: result)
  }

  @Test("a measure function that changes its own tree stops with a message")
  func changing() async {
    let message = "LayoutNode: this tree is being laid out; a measure function must not change it."
    let removing = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      Self.layOut { $0.remove(at: 0) }
    }
    expectMessage(message, in: removing)
    let styling = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      Self.layOut { $0.children[0].style.width = 3 }
    }
    expectMessage(message, in: styling)
    let marking = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      Self.layOut { $0.children[0].markDirty() }
    }
    expectMessage(message, in: marking)
  }

  @Test("a measure function that lays out its own tree stops with a message")
  func recursion() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      Self.layOut { $0.layout(width: .definite(9), height: .definite(9)) }
    }
    expectMessage("LayoutNode.layout: this tree is being laid out", in: result)
  }

  /// Nested rows with baseline alignment. The innermost row has a text and a leaf. The leaf's
  /// measure function lays out another tree and returns its size.
  private func rowsAroundTree(sharingStorage: Bool) -> (root: LayoutNode, leaf: LayoutNode) {
    let inner = box({ $0.wrap = .wrap }, children: (1...60).map { text($0 % 5 + 1) })
    let leaf = box()
    leaf.baseline = 1
    var root = box({ $0.alignItems = .baseline }, text(3), leaf)
    for _ in 0..<6 { root = box({ $0.alignItems = .baseline }, text(2), root) }
    if sharingStorage {
      root.append(inner)
      root.remove(at: 2)
      #expect(inner.arena === leaf.arena)
    }
    nonisolated(unsafe) let tree = inner
    leaf.measure = MeasureFunction { _, _ in
      tree.style.padding = tree.style.padding == Edges(1) ? Edges(2) : Edges(1)
      tree.style.padding = Edges(1)
      tree.layout(width: .definite(30), height: .maxContent)
      return LayoutSize(width: 30, height: Double(tree.frame.height))
    }
    return (root, leaf)
  }

  @Test("a measure function may lay out a tree that was removed from its own tree")
  func nested() {
    let (root, leaf) = rowsAroundTree(sharingStorage: true)
    let (other, otherLeaf) = rowsAroundTree(sharingStorage: false)
    for width in [80.0, 40, 60] {
      root.layout(width: .definite(width), height: .definite(40))
      other.layout(width: .definite(width), height: .definite(40))
      #expect(root.all.map(\.results) == other.all.map(\.results))
      #expect(leaf.frame.height > 5)
      #expect(root.counters == other.counters, "a size is requested only once")
      leaf.markDirty()
      otherLeaf.markDirty()
    }
  }

  @Test("a first layout inside a measure function does not move the outer tree's storage")
  func storageStays() {
    let root = box({ _ in }, box({ _ in }, text(3)), text(1))
    root.layout(width: .definite(20), height: .definite(10))
    for _ in 0..<40 { root.append(text(2)) }
    nonisolated(unsafe) let arena = root.arena
    nonisolated(unsafe) let other = root.remove(at: 0)
    // The storage has free space behind its records. A first layout of a tree releases such space.
    #expect(arena.capacity > arena.end)
    nonisolated(unsafe) var rooms: [Int] = []
    root.children[0].measure = MeasureFunction { _, _ in
      rooms.append(arena.capacity)
      other.layout(width: .definite(9), height: .definite(9))
      rooms.append(arena.capacity)
      return .zero
    }
    root.layout(width: .definite(20), height: .definite(10))
    #expect(Set(rooms).count == 1)
    #expect(other.children[0].frame == rect(0, 0, 3, 9))
  }
}
