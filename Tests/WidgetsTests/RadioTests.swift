import MillraceRender
import MillraceTesting
import Testing

@testable import MillraceTerminal
@testable import MillraceWidgets

@MainActor
@Suite("Radio and switch")
struct RadioTests {
  private let log = Captured<[String]>([])

  private struct Page: Component {
    let log: Captured<[String]>
    var direction = Radio<String>.Direction.vertical
    var isDisabled = false
    @Local var plan: String? = "Team"
    @Local var isOn = false

    var body: Node {
      Column {
        Radio(
          ["Free", "Old", "Team", "Company"], selected: plan, direction: direction,
          isEnabled: { $0 != "Old" },
          onSelect: {
            plan = $0
            log.value.append($0)
          }
        ) { $0 }
        Row { Switch($isOn) }
        Button("none") { plan = nil }
      }
      .disabled(isDisabled)
    }
  }

  private func style(_ stage: NodeStage, x: Int, y: Int) -> Style {
    stage.terminal.virtualScreen.cell(x: x, y: y).style
  }

  @Test(
    "a radio group shows all choices and marks one; a switch shows its state as text and position")
  func looks() {
    let stage = NodeStage(columns: 24, rows: 7, Page(log: log))
    #expect(
      stage.rows == [
        "( ) Free", "( ) Old", "(•) Team", "( ) Company", "[●─ off]", "‹none›",
      ])
    #expect(style(stage, x: 0, y: 2).attributes == .inverse)
    #expect(style(stage, x: 4, y: 1).attributes == .dim)
    stage.terminal.send("tab", "space")
    #expect(stage.row(4) == "[─● on ]")
    #expect(style(stage, x: 0, y: 2).attributes == [])
    stage.terminal.send("enter")
    #expect(stage.row(4) == "[●─ off]")
    stage.terminal.click(x: 2, y: 4)
    #expect(stage.row(4) == "[─● on ]")
  }

  @Test(
    "arrows choose enabled radios and leave the group at its ends; Home and End choose the ends")
  func keys() {
    let stage = NodeStage(columns: 24, rows: 7, Page(log: log))
    stage.terminal.send("up", "down", "right", "left", "home", "end")
    #expect(log.value == ["Free", "Team", "Company", "Team", "Free", "Company"])
    stage.terminal.send("down", "enter")
    #expect(stage.row(4) == "[─● on ]")
  }

  @Test("Tab enters the group once, and a click chooses an enabled radio")
  func mouse() {
    let stage = NodeStage(columns: 24, rows: 7, Page(log: log))
    stage.terminal.send("tab", "tab", "enter")
    #expect(stage.row(2) == "( ) Team")
    stage.terminal.click(x: 1, y: 1)
    #expect(log.value == [])
    stage.terminal.click(x: 5, y: 3)
    #expect(log.value == ["Company"])
    stage.terminal.send("up")
    #expect(log.value == ["Company", "Team"])
  }

  @Test("without a choice, Space and arrows choose the first enabled radio")
  func nothingChosen() {
    let stage = NodeStage(columns: 24, rows: 7, Page(log: log))
    stage.terminal.send("tab", "tab", "enter", "tab")
    #expect(style(stage, x: 0, y: 0).attributes == .inverse)
    stage.terminal.send("space", "space")
    #expect(log.value == ["Free"])
  }

  @Test("horizontal radios wrap, and Down leaves the group")
  func horizontal() {
    let stage = NodeStage(columns: 24, rows: 7, Page(log: log, direction: .horizontal))
    #expect(
      stage.rows == ["( ) Free  ( ) Old", "(•) Team  ( ) Company", "[●─ off]", "‹none›"])
    stage.terminal.send("right", "left", "left", "down", "space")
    #expect(log.value == ["Company", "Team", "Free"])
    #expect(stage.row(2) == "[─● on ]")
  }

  @Test("disabled radios and switches take no focus, key or click")
  func disabled() {
    let stage = NodeStage(columns: 24, rows: 7, Page(log: log, isDisabled: true))
    stage.terminal.send("down", "space", "tab", "space")
    stage.terminal.click(x: 1, y: 0)
    stage.terminal.click(x: 1, y: 4)
    #expect(log.value == [])
    #expect(stage.row(4) == "[●─ off]")
    #expect(stage.screen.host.focused == nil)
  }

  @Test("radios and switches are described with their roles and states")
  func semantics() {
    let stage = NodeStage(columns: 24, rows: 7, Page(log: log))
    #expect(
      stage.screen.host.describe().lines == [
        "radio group Team", "Free, radio, not checked", "Old, radio, not checked, disabled",
        "Team, radio, checked", "Company, radio, not checked", "switch, not checked",
        "none, button",
      ])
  }

  @Test("a badge shows a number up to its maximum or a word, and nothing for zero")
  func badge() {
    let stage = NodeStage(
      columns: 24, rows: 1,
      Row(gap: 1) {
        Badge(7)
        Badge(0)
        Badge(100)
        Badge(21, max: 20)
        Badge("new", \.danger)
      })
    #expect(stage.rows == [" 7   99+   20+   new"])
    #expect(style(stage, x: 0, y: 0).attributes == [.inverse, .bold])
    #expect(style(stage, x: 3, y: 0).attributes == [])
    #expect(style(stage, x: 18, y: 0).attributes == [.inverse, .bold, .underline])
  }
}
