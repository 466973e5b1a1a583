import MillraceLayout
import MillraceRender
import MillraceTesting
import Testing

@testable import MillraceTerminal
@testable import MillraceWidgets

@MainActor
@Suite("Mouse")
struct MouseTests {
  private func press(_ stage: NodeStage, x: Int, y: Int) {
    stage.terminal.sendBytes(Array("\u{1B}[<0;\(x + 1);\(y + 1)M".utf8))
  }

  private func release(_ stage: NodeStage, x: Int, y: Int) {
    stage.terminal.sendBytes(Array("\u{1B}[<0;\(x + 1);\(y + 1)m".utf8))
  }

  private func tree(_ pressed: Captured<[String]>, above: Bool = false) -> Node {
    Column {
      if above { Text("something above") }
      Button("a") { pressed.value.append("a") }
      Button("b") { pressed.value.append("b") }
    }.node
  }

  @Test("a click presses the control under it and focuses it")
  func click() {
    let pressed = Captured<[String]>([])
    let stage = NodeStage(tree(pressed))
    stage.terminal.click(x: 1, y: 1)
    stage.terminal.send(.enter)
    #expect(pressed.value == ["b", "b"])
  }

  @Test("a button that is released elsewhere presses nothing")
  func releasedElsewhere() {
    let pressed = Captured<[String]>([])
    let stage = NodeStage(tree(pressed))
    press(stage, x: 1, y: 0)
    release(stage, x: 1, y: 1)
    #expect(pressed.value == [])
  }

  @Test("a render between press and release does not break the click")
  func survivesRendering() {
    let pressed = Captured<[String]>([])
    let stage = NodeStage(tree(pressed))
    press(stage, x: 1, y: 0)
    stage.show(tree(pressed))
    release(stage, x: 1, y: 0)
    #expect(pressed.value == ["a"])
  }

  @Test("another element that moved under the pointer after the press is not pressed")
  func movedAway() {
    let pressed = Captured<[String]>([])
    let stage = NodeStage(tree(pressed))
    press(stage, x: 1, y: 0)
    stage.show(tree(pressed, above: true))
    release(stage, x: 1, y: 0)
    #expect(pressed.value == [])
  }

  @Test("a click that the inner element does not handle reaches its ancestors")
  func bubbles() {
    let clicks = Captured(0)
    let stage = NodeStage(Column { Text("text") }.onClick { clicks.value += 1 })
    stage.terminal.click(x: 0, y: 0)
    #expect(clicks.value == 1)
  }

  @Test("a click outside everything does nothing")
  func outside() {
    let pressed = Captured<[String]>([])
    let stage = NodeStage(tree(pressed))
    stage.terminal.click(x: 15, y: 5)
    stage.terminal.click(x: 500, y: 500)
    #expect(pressed.value == [])
  }
}
