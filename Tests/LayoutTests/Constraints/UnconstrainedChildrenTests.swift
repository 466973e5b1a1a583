import Testing

@testable import MillraceLayout

@Suite("Children of a container that no constraint speaks of")
struct UnconstrainedChildrenTests {
  @Test("they cost the solver nothing, and stand at the origin in the size of their content")
  func free() throws {
    let root = box({ $0.display = .constraints }, children: (0..<200).map { text($0 % 7 + 1) })
    let item = root.item(root.children[7])
    #expect(root.frames(in: 60, 4)[5] == rect(0, 0, 6, 1))
    #expect(root.constraintContainer?.solver.solver.variableCount == 2)
    #expect(root.ambiguousItems().count == 200)
    #expect(root.ambiguousItems()[0].attributes == [.left, .top])
    try root.add(LayoutConstraint(item.left, .equal, 4))
    #expect(root.frames(in: 60, 4)[7] == rect(4, 0, 1, 1))
    #expect(root.constraintContainer?.solver.solver.variableCount == 6)
    root.children[5].measure = measureWords([9])
    #expect(root.frames(in: 60, 4)[5] == rect(0, 0, 9, 1))
    for _ in 0..<200 { root.remove(at: 0) }
    #expect(root.constraintContainer?.solver.solver.variableCount == 2)
  }
}
