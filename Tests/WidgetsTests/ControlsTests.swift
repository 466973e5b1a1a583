import MillraceRender
import MillraceTesting
import Testing

@testable import MillraceTerminal
@testable import MillraceWidgets

@MainActor
@Suite("Controls")
struct ControlsTests {
  private let log = Captured<[String]>([])

  private func page(_ number: Int) -> Node {
    Column {
      Button("go") { log.value.append("button \(number)") }
      Checkbox(true) { log.value.append("checkbox \(number)") }
      TextField(
        "a", onChange: { log.value.append("change \(number) \($0)") },
        onSubmit: { log.value.append("submit \(number)") })
      Palette(false) {}
      HelpDialog(false) {}
    }.node
  }

  /// The number of bodies that are evaluated to show a node.
  private func bodies(_ node: Node, on stage: NodeStage) -> Int {
    let before = stage.screen.renderer.statistics.bodies
    stage.show(node)
    return stage.screen.renderer.statistics.bodies - before
  }

  @Test("unchanged controls are skipped with their parent's body, and call the newest handlers")
  func skipped() {
    let stage = NodeStage(page(1))
    #expect(bodies(page(2), on: stage) == 0)
    stage.terminal.send(.enter, .tab, .space, .tab, .enter)
    stage.terminal.type("b")
    #expect(log.value == ["button 2", "checkbox 2", "submit 2", "change 2 ab"])
    #expect(stage.rows == ["‹go›", "[x]", "ab"])
  }

  @Test("a field shows the state's text again if the state ignored an edit")
  func refused() {
    let stage = NodeStage(page(1))
    stage.terminal.send(.tab, .tab)
    stage.terminal.type("b")
    #expect(bodies(page(2), on: stage) == 1)
    #expect(stage.rows == ["‹go›", "[x]", "a"])
    #expect(bodies(page(3), on: stage) == 0)
  }

  @Test("a field with completions is rendered each time, because its completions may differ")
  func completions() {
    let field = TextField("a", onChange: { _ in }, completions: { _ in [] })
    #expect(bodies(field.node, on: NodeStage(field)) == 1)
  }
}
