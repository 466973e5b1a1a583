import MillraceRender
import MillraceStoreTesting
import MillraceTesting
import Testing

@testable import MillraceTerminal
@testable import MillraceWidgets

@MainActor
@Suite("Tooltip")
struct TooltipTests {
  private let time = ManualClock()
  private let log = Captured<[String]>([])

  private func stage() -> NodeStage {
    NodeStage(
      columns: 24, rows: 4,
      Column {
        Button("send") { log.value.append("send") }.tooltip("Sends it")
        Button("stop") { log.value.append("stop") }
      }
      .environment(\.clock, frameClock(time)))
  }

  private func wait(_ milliseconds: Int, _ stage: NodeStage) {
    time.advance(by: .milliseconds(milliseconds))
    stage.screen.drawFrame()
  }

  @Test("a tooltip is shown below a control that keeps the focus for a while, and a key hides it")
  func focus() {
    let stage = stage()
    wait(599, stage)
    #expect(stage.rows == ["‹send›", "‹stop›"])
    wait(1, stage)
    #expect(stage.rows == ["‹send›", " Sends it"])
    stage.terminal.send("x")
    #expect(stage.rows == ["‹send›", "‹stop›"])
    wait(5000, stage)
    #expect(stage.rows == ["‹send›", "‹stop›"])
    #expect(time.pendingCount == 0)
    stage.terminal.send("tab", "shift+tab")
    wait(600, stage)
    #expect(stage.rows == ["‹send›", " Sends it"])
    // The tooltip does not take the focus, and the key that hides it is handled.
    stage.terminal.send("enter")
    #expect(log.value == ["send"])
  }

  @Test("a tooltip is shown where the mouse rests, and a move, a key or a press hides it")
  func hover() {
    let stage = stage()
    stage.terminal.send("tab")
    stage.terminal.mouse(.move, .none, x: 1, y: 0)
    wait(300, stage)
    stage.terminal.mouse(.move, .none, x: 2, y: 0)
    wait(300, stage)
    #expect(stage.row(1) == " Sends it")
    stage.terminal.mouse(.move, .none, x: 12, y: 3)
    #expect(stage.row(1) == "‹stop›")
    stage.terminal.mouse(.move, .none, x: 1, y: 0)
    wait(600, stage)
    #expect(stage.row(1) == " Sends it")
    // The other control has the focus.
    stage.terminal.send("enter")
    #expect(log.value == ["stop"])
    #expect(stage.row(1) == "‹stop›")
    stage.terminal.mouse(.move, .none, x: 12, y: 3)
    stage.terminal.mouse(.move, .none, x: 1, y: 0)
    wait(600, stage)
    stage.terminal.mouse(.press, .left, x: 12, y: 3)
    #expect(stage.row(1) == "‹stop›")
  }

  @Test("a press on the control itself hides its tooltip, and is handled")
  func pressOnControl() {
    let stage = stage()
    stage.terminal.mouse(.move, .none, x: 1, y: 0)
    wait(600, stage)
    #expect(stage.row(1) == " Sends it")
    stage.terminal.mouse(.press, .left, x: 1, y: 0)
    #expect(stage.row(1) == "‹stop›")
    stage.terminal.mouse(.release, .left, x: 1, y: 0)
    #expect(log.value == ["send"])
    wait(5000, stage)
    #expect(stage.row(1) == "‹stop›")
  }

  @Test("a mouse that only crosses a control shows no tooltip")
  func crosses() {
    let stage = stage()
    stage.terminal.send("tab")
    stage.terminal.mouse(.move, .none, x: 1, y: 0)
    wait(599, stage)
    stage.terminal.mouse(.move, .none, x: 1, y: 3)
    wait(5000, stage)
    #expect(stage.rows == ["‹send›", "‹stop›"])
  }
}
