import Millrace
import MillraceTesting
import Testing

@MainActor
@Suite("Stacks of screens")
struct ScreenStackViewTests {
  private struct Counter: Component {
    let name: String
    @Local var count = 0

    var body: Node {
      Column {
        Button("\(name) \(count)") { count += 1 }
        Button("other") { count += 10 }
      }
    }
  }

  @Test("screens below keep their state and focus, and Escape goes back")
  func stack() {
    var stack = ScreenStack("one")
    var isBack = false
    func tree() -> Node {
      Row {
        Button("menu") {}
        ScreenStackView(stack, onBack: { isBack = true }) { Counter(name: $0.screen) }
      }.node
    }
    let stage = NodeStage(columns: 24, rows: 3, tree())
    stage.terminal.send(.tab, .tab, .enter)
    #expect(stage.rows[0] == "‹menu›‹one 10›")
    stage.terminal.send(.escape)
    #expect(!isBack)
    stack.push("two")
    stage.show(tree())
    #expect(stage.rows[0] == "‹menu›‹two 0›")
    stage.terminal.send(.enter)
    #expect(stage.rows[0] == "‹menu›‹two 1›")
    stage.terminal.send(.tab)
    stage.terminal.send(.escape)
    #expect(isBack)
    stack.remove(from: stack.top.id)
    stage.show(tree())
    #expect(stage.rows[0] == "‹menu›‹one 10›")
    stage.terminal.send(.enter)
    #expect(stage.rows[0] == "‹menu›‹one 20›")
  }
}
